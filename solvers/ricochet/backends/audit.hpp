#pragma once

#include "ricochet/backends/ipopt_program.hpp"
#include "ricochet/step_solver.hpp"

namespace ricochet {

/// Solves with ipopt and with newton and fails with backends_disagree unless both are certified
/// (or both fail), their active sets are equal outside the weak pairs, and positions agree to 1e-9
/// of the length. Impulses are not compared: with dependent gradients they are not unique.
[[nodiscard]] Backend audit(const IpoptOptions& options = {});

/// The comparison itself, for any two backends; the answer is the first one's.
[[nodiscard]] Backend audit_of(const Backend& first, const Backend& second);

}  // namespace ricochet
