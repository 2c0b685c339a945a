#pragma once

namespace ricochet {

/// When a quick run of IPOPT ends, and its barrier.
struct QuickRun {
  double barrier = 0.0;          ///< barrier parameter, the same to the end [length^2]
  double tolerance = 0.0;        ///< of constraints and dual feasibility [length]
  double complementarity = 0.0;  ///< of a slack times its multiplier [length^2]
  int max_iterations = 0;
};

}  // namespace ricochet
