#include "draw/gnuplot.hpp"

#include "ricochet/io/files.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <sstream>
#include <stdexcept>
#include <system_error>

extern char** environ;

namespace ricochet::cli {
namespace {

namespace fs = std::filesystem;

bool ends_with(const std::string& text, const std::string& end) {
  return text.size() > end.size() && text.compare(text.size() - end.size(), end.size(), end) == 0;
}

bool gnuplot_is_there() {
  const char* path = std::getenv("PATH");
  std::istringstream folders(path ? path : "");
  for (std::string folder; std::getline(folders, folder, ':');)
    if (::access((fs::path(folder) / "gnuplot").c_str(), X_OK) == 0) return true;
  return false;
}

/// A folder for the files that pass between gnuplot and us.
class Workshop {
 public:
  Workshop() {
    std::string name = (fs::temp_directory_path() / "ricochet-XXXXXX").string();
    if (!::mkdtemp(name.data()))
      throw std::runtime_error("the folder for temporary files cannot be used: " +
                               std::generic_category().message(errno) + "; set TMPDIR");
    folder_ = name;
  }
  Workshop(const Workshop&) = delete;
  Workshop& operator=(const Workshop&) = delete;
  ~Workshop() {
    std::error_code ignored;
    fs::remove_all(folder_, ignored);
  }
  [[nodiscard]] std::string path(const char* name) const { return (folder_ / name).string(); }

 private:
  fs::path folder_;
};

/// Runs `gnuplot -d script` (-d: without the user's own settings); false if it failed.
bool run_gnuplot(const Workshop& workshop) {
  std::string name = "gnuplot", defaults = "-d", script = workshop.path("script");
  char* arguments[] = {name.data(), defaults.data(), script.data(), nullptr};
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  const int flags = O_WRONLY | O_CREAT | O_TRUNC;
  posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, STDOUT_FILENO, workshop.path("picture").c_str(), flags,
                                   0600);
  posix_spawn_file_actions_addopen(&files, STDERR_FILENO, workshop.path("words").c_str(), flags,
                                   0600);
  // gnuplot has a process group of its own: Ctrl-C reaches only this program, which still draws the
  // picture.
  posix_spawnattr_t group;
  posix_spawnattr_init(&group);
  posix_spawnattr_setflags(&group, POSIX_SPAWN_SETPGROUP);
  pid_t child = 0;
  const int error = ::posix_spawnp(&child, "gnuplot", &files, &group, arguments, environ);
  posix_spawnattr_destroy(&group);
  posix_spawn_file_actions_destroy(&files);
  if (error != 0) throw std::runtime_error("gnuplot: " + std::generic_category().message(error));
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string terminal(const std::string& path, int width, int height, double interval) {
  const std::string size = std::to_string(width) + "," + std::to_string(height);
  if (ends_with(path, ".png"))
    return "set terminal pngcairo size " + size + " font 'Sans,11' linewidth 1.3\n";
  if (ends_with(path, ".gif"))
    return "set terminal gif animate delay " + std::to_string(std::lround(100.0 * interval)) +
           " loop 0 optimize size " + size + "\n";
  return "set terminal svg size " + size +
         " dynamic font 'Sans,14' linewidth 1.3 background '#ffffff'\n";
}

}  // namespace

void check_picture(const std::string& path) {
  if (!ends_with(path, ".svg") && !ends_with(path, ".png"))
    throw std::invalid_argument("--plot: the name of a picture must end in .svg or .png, not '" +
                                path + "'");
  if (!gnuplot_is_there())
    throw std::invalid_argument(
        "--plot needs gnuplot, which is not in PATH. Install it (Debian "
        "package gnuplot-nox), or run without --plot");
}

std::string quoted(const std::string& text) {
  std::string result = "'";
  for (const char c : text)
    if (c == '\'')
      result += "''";
    else
      result += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  return result + "'";
}

void draw(const std::string& script, const std::string& path, int width, int height,
          double interval) {
  const Workshop workshop;
  write_atomically(workshop.path("script"), terminal(path, width, height, interval) + script);
  const bool drawn = run_gnuplot(workshop);
  const std::string picture = read_file(workshop.path("picture"));
  if (!drawn || picture.empty())
    throw std::runtime_error(path + ": gnuplot failed: " + read_file(workshop.path("words")));
  write_atomically(path, picture);
}

}  // namespace ricochet::cli
