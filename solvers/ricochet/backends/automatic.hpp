#pragma once

#include "ricochet/backends/ipopt_program.hpp"
#include "ricochet/step_solver.hpp"

namespace ricochet {

/// The fast default of comparisons: newton first; if its answer is not certified, ipopt.
[[nodiscard]] Backend automatic(const IpoptOptions& options = {});

}  // namespace ricochet
