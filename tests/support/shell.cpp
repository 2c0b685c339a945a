#include "support/shell.hpp"

#include "support/places.hpp"

#include <sys/wait.h>

#include <cstdlib>

namespace ricochet::support {

Ended shell(const ScratchFolder& folder, const std::string& line) {
  const std::string script = "cd '" + folder.path(".") + "' || exit 99\nexport R='" + program +
                             "'\nricochet() { \"$R\" \"$@\"; }\n" + line;
  const std::string file = folder.write("script", script);
  const int status = std::system(("bash '" + file + "' >'" + folder.path("out") + "' 2>'" +
                                  folder.path("err") + "' </dev/null")
                                     .c_str());
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -1, content_of(folder.path("out")),
          content_of(folder.path("err"))};
}

Ended on_terminal(const ScratchFolder& folder, const std::string& line) {
  (void)folder.write("typed", "stty columns 80\n" + line);
  return shell(folder, "TERM=xterm script -qec 'bash typed' /dev/null");
}

}  // namespace ricochet::support
