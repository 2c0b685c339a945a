#pragma once

#include <string>

namespace ricochet::cli {

// What numbers of time depend on, for the reports of benchmarks.

[[nodiscard]] std::string processor();  ///< as the system names it
[[nodiscard]] unsigned hardware_threads();
/// ricochet with commit, CasADi, IPOPT, compiler, kind of build.
[[nodiscard]] std::string versions();

}  // namespace ricochet::cli
