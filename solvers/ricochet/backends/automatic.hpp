#pragma once

#include "ricochet/backends/ipopt_program.hpp"
#include "ricochet/step_solver.hpp"

namespace ricochet {

/// Solves with newton and, if its answer is not certified, with ipopt: the fast default of
/// comparisons.
[[nodiscard]] Backend automatic(const IpoptOptions& options = {});

}  // namespace ricochet
