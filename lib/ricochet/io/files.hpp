#pragma once

#include <cstdint>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

namespace ricochet {

// Failures of the operating system (disk full, closed pipe, no permission) throw
// std::runtime_error "path: what failed: cause".

/// A file written piece by piece; every failure to write throws.
class OutputFile {
 public:
  /// Replaces what is there.
  explicit OutputFile(const std::string& path);
  /// Keeps the first `kept` bytes of an existing regular file, cuts the rest, and appends.
  OutputFile(const std::string& path, std::uintmax_t kept);

  void write(std::string_view text);
  void flush();  ///< hands everything to the operating system
  void close();  ///< flush and close; the last call that may throw
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  [[noreturn]] void fail(const std::string& what) const;

  std::string path_;
  std::unique_ptr<std::FILE, Close> file_;
};

/// Throws if the file cannot be created or written; leaves what is there untouched.
void check_writable(const std::string& path);

/// Replaces a file in one step: a reader, also after a crash, finds the old content or the new,
/// never a part of it. A path that is no regular file (a terminal, a pipe) is written directly.
void write_atomically(const std::string& path, std::string_view content);

[[nodiscard]] std::string read_file(const std::string& path);

/// True if both paths lead to the same file, whether it exists or not.
[[nodiscard]] bool same_file(const std::string& a, const std::string& b);

}  // namespace ricochet
