#pragma once

#include <cstddef>
#include <filesystem>
#include <functional>
#include <string>

namespace ricochet::support {

/// A folder of its own for the files of one test, gone afterwards.
class ScratchFolder {
 public:
  ScratchFolder();
  ScratchFolder(const ScratchFolder&) = delete;
  ScratchFolder& operator=(const ScratchFolder&) = delete;
  ~ScratchFolder();

  [[nodiscard]] std::string path(const std::string& name) const;
  [[nodiscard]] std::string write(const std::string& name, const std::string& content) const;
  [[nodiscard]] size_t files() const;

 private:
  std::filesystem::path folder_;
};

std::string content_of(const std::string& path);

/// The message of what `call` throws, or what else happened.
std::string message_of(const std::function<void()>& call);

}  // namespace ricochet::support
