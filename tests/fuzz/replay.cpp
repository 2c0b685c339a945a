// Calls a fuzz target with every file of the folders named: the corpus as a test, without a fuzzer.
#include "input.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <vector>

namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in(const fs::path& folder) {
  std::vector<fs::path> files{fs::directory_iterator(folder), {}};
  std::sort(files.begin(), files.end());
  return files;
}

void replay(const fs::path& path) {
  std::printf("%s\n", path.c_str());
  std::fflush(stdout);  // the last one named is the one that failed
  std::ifstream file(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(file), {}};
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(text.data()), text.size());
}

}  // namespace

int main(int argc, char** argv) {
  size_t replayed = 0;
  for (const char* folder : std::vector<const char*>(argv + 1, argv + argc))
    for (const fs::path& file : files_in(folder)) {
      replay(file);
      ++replayed;
    }
  ricochet::fuzz::require(replayed > 0, "there is a corpus");
  return 0;
}
