#include "program/machine.hpp"

#include "ricochet_commit.hpp"

#include <casadi/core/casadi_meta.hpp>
#include <fmt/format.h>

#include <fstream>
#include <thread>

namespace ricochet::cli {

std::string processor() {
  std::ifstream file("/proc/cpuinfo");
  for (std::string line; std::getline(file, line);)
    if (line.rfind("model name", 0) == 0) return line.substr(line.find(':') + 2);
  return "unknown processor";
}

unsigned hardware_threads() { return std::thread::hardware_concurrency(); }

std::string versions() {
  return fmt::format("ricochet {} (commit {}), CasADi {}, IPOPT {}, compiler {}, {}",
                     RICOCHET_VERSION, commit, casadi::CasadiMeta::version(),
                     RICOCHET_IPOPT_VERSION, __VERSION__, std::string(RICOCHET_BUILD_TYPE));
}

}  // namespace ricochet::cli
