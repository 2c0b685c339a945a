#pragma once

#include "ricochet/backends/ipopt_program.hpp"
#include "ricochet/step_solver.hpp"

#include <memory>

namespace ricochet {

/// scalar_root: the scan isolates the bracket, IPOPT finds the least root in it, Newton polishes.
[[nodiscard]] std::unique_ptr<StepSolver> ipopt_root(const StepProblem& problem,
                                                     const IpoptOptions& options);

}  // namespace ricochet
