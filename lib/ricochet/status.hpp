#pragma once

#include <string>
#include <vector>

namespace ricochet {

/// How a step, or one of its step problems, ended.
enum class StepStatus {
  not_run,                ///< no step was made yet
  converged,              ///< solved and certified
  invalid_input,          ///< state, step or parameters are unusable (NaN, h <= 0, wrong size)
  not_smooth,             ///< the motion is not smooth here and the method has no impacts
  infeasible,             ///< no point satisfies the constraints of this step
  no_admissible_impulse,  ///< a cone without interior, or friction that jams: no impulse fits
  no_admissible_root,     ///< the impact equations have no outgoing solution
  grazing,                ///< the constraint is touched without being crossed
  singular,               ///< the equations of the step do not determine their unknowns
  iteration_limit,        ///< no convergence within the allowed iterations
  not_finite,             ///< an expression of the system became NaN or infinite
  branch_suspect,         ///< a solution far from the predicted position
  too_many_events,        ///< more impacts in one step, or contacts in one impact, than allowed
  certificate_missed,     ///< a backend claimed success, the certificate refused it
  backends_disagree,      ///< audit: two certified answers differ
  backend_error,          ///< the solver library failed by itself
  interrupted,            ///< stopped on request
};

/// The status as scripts read it: "converged", "no_admissible_impulse", ...
[[nodiscard]] std::string to_string(StepStatus status);

/// Cause and cure, one or two sentences.
[[nodiscard]] std::string explain(StepStatus status);

/// Every status, for documentation and tests.
[[nodiscard]] const std::vector<StepStatus>& all_statuses();

}  // namespace ricochet
