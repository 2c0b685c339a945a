#include "ricochet/io/files.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <system_error>

namespace ricochet {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void fail_with(const std::string& path, const std::string& what, int error) {
  throw std::runtime_error(path + ": " + what + ": " + std::generic_category().message(error));
}

fs::path folder_of(const fs::path& path) {
  return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

/// The path with links resolved, so that a link stays a link when its target is replaced.
fs::path resolved(const std::string& path) {
  std::error_code ignored;
  const fs::path target = fs::weakly_canonical(fs::absolute(path, ignored), ignored);
  return ignored || target.empty() ? fs::path(path) : target;
}

/// Regular, or not there yet.
bool replaceable(const std::string& path) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  return !fs::exists(status) || fs::is_regular_file(status);
}

/// A file of ours beside the target, removed unless it was renamed.
class Temporary {
 public:
  explicit Temporary(const fs::path& target) : target_(target) {
    static std::atomic<unsigned> count{0};
    path_ = target.string() + ".tmp-" + std::to_string(::getpid()) + "-" + std::to_string(++count);
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
    if (descriptor_ < 0) fail_with(target.string(), "cannot be written", errno);
  }
  Temporary(const Temporary&) = delete;
  Temporary& operator=(const Temporary&) = delete;
  ~Temporary() {
    if (descriptor_ >= 0) ::close(descriptor_);
    if (!renamed_) ::unlink(path_.c_str());
  }

  void write(std::string_view content) {
    while (!content.empty()) {
      const ssize_t written = ::write(descriptor_, content.data(), content.size());
      if (written < 0 && errno == EINTR) continue;
      if (written < 0) fail_with(target_.string(), "cannot be written", errno);
      content.remove_prefix(static_cast<size_t>(written));
    }
  }

  /// The content is on the disk before the file gets its name, and the name before this returns.
  void take_place() {
    if (::fsync(descriptor_) != 0) fail_with(target_.string(), "cannot be written", errno);
    if (::close(descriptor_) != 0) {
      descriptor_ = -1;
      fail_with(target_.string(), "cannot be written", errno);
    }
    descriptor_ = -1;
    if (::rename(path_.c_str(), target_.c_str()) != 0)
      fail_with(target_.string(), "cannot be replaced", errno);
    renamed_ = true;
    const int folder = ::open(folder_of(target_).c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (folder < 0) return;  // the content is safe; some file systems do not open folders
    ::fsync(folder);
    ::close(folder);
  }

 private:
  fs::path target_;
  std::string path_;
  int descriptor_ = -1;
  bool renamed_ = false;
};

}  // namespace

OutputFile::OutputFile(const std::string& path)
    : path_(path), file_(std::fopen(path.c_str(), "we")) {
  if (!file_) fail("cannot be written");
}

OutputFile::OutputFile(const std::string& path, std::uintmax_t kept) : path_(path) {
  std::error_code error;
  fs::resize_file(path, kept, error);
  if (error) fail_with(path, "cannot be cut", error.value());
  file_.reset(std::fopen(path.c_str(), "ae"));
  if (!file_) fail("cannot be written");
}

void OutputFile::fail(const std::string& what) const { fail_with(path_, what, errno); }

void OutputFile::write(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), file_.get()) != text.size())
    fail("cannot be written");
}

void OutputFile::flush() {
  if (std::fflush(file_.get()) != 0) fail("cannot be written");
}

void OutputFile::close() {
  if (!file_) return;
  flush();
  if (std::fclose(file_.release()) != 0) fail("cannot be written");
}

void check_writable(const std::string& path) {
  if (path.empty()) throw std::runtime_error("the name of an output file is empty");
  std::error_code ignored;
  if (fs::is_directory(path, ignored))
    throw std::runtime_error(path + ": is a folder; name a file in it");
  const fs::path folder = folder_of(path);
  if (!fs::is_directory(folder, ignored))
    throw std::runtime_error(path + ": the folder '" + folder.string() +
                             "' does not exist; create it first");
  const bool exists = fs::exists(path, ignored);
  if (exists && ::access(path.c_str(), W_OK) != 0) fail_with(path, "cannot be written", errno);
  if (replaceable(path) && ::access(folder.c_str(), W_OK) != 0 && !exists)
    fail_with(path, "cannot be created in '" + folder.string() + "'", errno);
}

void write_atomically(const std::string& path, std::string_view content) {
  if (replaceable(path)) {
    Temporary file(resolved(path));
    file.write(content);
    file.take_place();
  } else {
    OutputFile file(path);
    file.write(content);
    file.close();
  }
}

std::string read_file(const std::string& path) {
  std::error_code ignored;
  if (fs::is_directory(path, ignored)) throw std::runtime_error(path + ": is a folder, not a file");
  std::ifstream file(path, std::ios::binary);
  if (!file) fail_with(path, "cannot be read", errno);
  std::string content{std::istreambuf_iterator<char>(file), {}};
  if (file.bad()) fail_with(path, "cannot be read", errno);
  return content;
}

bool same_file(const std::string& a, const std::string& b) { return resolved(a) == resolved(b); }

}  // namespace ricochet
