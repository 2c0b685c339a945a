#pragma once

#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

namespace ricochet::fuzz {

/// Ends the program, which is how a fuzzer learns of a finding.
inline void require(bool holds, const std::string& what) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", what.c_str());
  std::abort();
}

/// A file in memory with the bytes to read, for readers that take a path.
class InputFile {
 public:
  explicit InputFile(std::string_view bytes) : descriptor_(::memfd_create("input", MFD_CLOEXEC)) {
    require(descriptor_ >= 0, "a file in memory can be made");
    const ssize_t written = ::write(descriptor_, bytes.data(), bytes.size());
    require(written == static_cast<ssize_t>(bytes.size()), "a file in memory can be filled");
    path_ = "/proc/self/fd/" + std::to_string(descriptor_);
  }
  InputFile(const InputFile&) = delete;
  InputFile& operator=(const InputFile&) = delete;
  ~InputFile() { ::close(descriptor_); }

  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  int descriptor_;
  std::string path_;
};

inline std::string_view text_of(const std::uint8_t* data, size_t size) {
  return {reinterpret_cast<const char*>(data), size};
}

/// Reads; true if the file was taken. The contract of every reader: what it does not take it
/// refuses with std::invalid_argument, and the complaint begins with the name of the file.
template <class Read>
bool takes(const InputFile& file, Read&& read) {
  try {
    read();
    return true;
  } catch (const std::invalid_argument& refusal) {
    const std::string complaint = refusal.what();
    require(complaint.rfind(file.path() + ":", 0) == 0, "a complaint names its file: " + complaint);
    return false;
  }
}

}  // namespace ricochet::fuzz

/// One input; libFuzzer calls it with what it invents, replay.cpp with the files of the corpus.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, size_t size);
