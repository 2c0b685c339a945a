#include "program/options/output_checks.hpp"

#include "draw/gnuplot.hpp"
#include "ricochet/io/files.hpp"

#include <filesystem>
#include <stdexcept>

namespace ricochet::cli {
namespace {

/// Two outputs may meet in a device, as in /dev/null, but not in a file.
bool clash(const std::string& a, const std::string& b) {
  std::error_code ignored;
  const bool device =
      std::filesystem::exists(a, ignored) && !std::filesystem::is_regular_file(a, ignored);
  return !a.empty() && !b.empty() && !device && same_file(a, b);
}

void refuse_clash(const std::string& a_name, const std::string& a, const std::string& b_name,
                  const std::string& b) {
  if (clash(a, b))
    throw std::invalid_argument(a_name + " and " + b_name + " name the same file, " + a +
                                "; give two names");
}

}  // namespace

void create_folder(const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw std::runtime_error(folder.string() + ": cannot be created: " + error.message());
}

void check_outputs(const Options& o) {
  const auto files = files_to_write(o);
  for (size_t i = 0; i < files.size(); ++i) {
    const auto& [name, path] = files[i];
    for (size_t j = 0; j < i; ++j) refuse_clash(name, path, files[j].first, files[j].second);
    refuse_clash(name, path, "--start", o.start);
    refuse_clash(name, path, "--states", o.states);
    // A run may go on in the checkpoint or report it comes from, but not write a table over it.
    if (name != "--checkpoint" && name != "--report") {
      refuse_clash(name, path, "--resume", o.resume);
      refuse_clash(name, path, "--from", o.from);
    }
    check_writable(path);
  }
  if (!o.plot.empty()) check_picture(o.plot);
}

}  // namespace ricochet::cli
