#pragma once

#include "support/scratch_folder.hpp"

#include <nlohmann/json.hpp>
#include <sys/wait.h>

#include <cstdlib>
#include <sstream>
#include <string>

namespace ricochet::support {

/// A Chromium in PATH; empty if there is none.
inline std::string find_browser() {
  for (const char* name : {"chromium", "chromium-browser", "google-chrome"})
    if (std::system(("command -v " + std::string(name) + " >/dev/null 2>&1").c_str()) == 0)
      return name;
  return {};
}

/// What became of a page after some seconds of its time.
struct Visit {
  int code = -1;
  std::string dom;       ///< as HTML
  std::string messages;  ///< lines of the console: errors, warnings and whatever scripts print
};

/// Opens a page without a window and without network, for `milliseconds` of virtual time.
inline Visit visit(const std::string& page, int milliseconds) {
  const ScratchFolder folder;
  const std::string out = folder.path("out"), err = folder.path("err");
  const std::string command =
      "timeout 120 " + find_browser() +
      " --headless=new --no-sandbox --disable-gpu --disable-dev-shm-usage --no-first-run"
      " --disable-background-networking --proxy-server=127.0.0.1:9 --window-size=1000,900"
      " --enable-logging=stderr --user-data-dir='" +
      folder.path("profile") + "' --virtual-time-budget=" + std::to_string(milliseconds) +
      " --dump-dom 'file://" + page + "' >'" + out + "' 2>'" + err + "' </dev/null";
  const int status = std::system(command.c_str());
  Visit seen{WIFEXITED(status) ? WEXITSTATUS(status) : -1, content_of(out), {}};
  std::istringstream lines(content_of(err));
  for (std::string line; std::getline(lines, line);)
    if (line.find("CONSOLE") != std::string::npos) seen.messages += line + "\n";
  return seen;
}

/// The JSON that a script wrote into the title of its page; null if it did not.
inline nlohmann::json told(const Visit& visit) {
  const std::string tag = "<title>{";
  const size_t begin = visit.dom.find(tag), end = visit.dom.find("</title>");
  if (begin == std::string::npos) return {};
  return nlohmann::json::parse(
      visit.dom.substr(begin + tag.size() - 1, end - begin - tag.size() + 1));
}

}  // namespace ricochet::support
