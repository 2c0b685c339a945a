#include "support/scratch_folder.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <atomic>
#include <exception>
#include <fstream>
#include <iterator>
#include <system_error>

namespace ricochet::support {

ScratchFolder::ScratchFolder() {
  static std::atomic<int> count{0};
  folder_ = std::filesystem::path(testing::TempDir()) /
            ("ricochet-" + std::to_string(::getpid()) + "-" + std::to_string(++count));
  std::filesystem::create_directories(folder_);
}

ScratchFolder::~ScratchFolder() {
  std::error_code ignored;
  std::filesystem::remove_all(folder_, ignored);
}

std::string ScratchFolder::path(const std::string& name) const { return (folder_ / name).string(); }

std::string ScratchFolder::write(const std::string& name, const std::string& content) const {
  std::ofstream(path(name), std::ios::binary) << content;
  return path(name);
}

size_t ScratchFolder::files() const {
  return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder_),
                                           std::filesystem::directory_iterator()));
}

std::string content_of(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  EXPECT_TRUE(file.good()) << path << " cannot be read";
  return {std::istreambuf_iterator<char>(file), {}};
}

std::string message_of(const std::function<void()>& call) {
  try {
    call();
  } catch (const std::exception& error) {
    return error.what();
  }
  return "nothing was thrown";
}

}  // namespace ricochet::support
