#pragma once

#include "ricochet/problem/problem.hpp"

#include <casadi/core/function.hpp>

namespace ricochet {

/// The yardstick: the programs of the first step of a problem's run, posed with the same symbols
/// and options as those of the backend `ipopt` but solved by casadi::nlpsol with IPOPT and MUMPS:
/// the free position and one chord program, no crossover and no certificate.
class NlpsolStep {
 public:
  explicit NlpsolStep(const Problem& problem);

  /// The position at the end of the step.
  [[nodiscard]] std::vector<double> solve() const;

 private:
  Problem problem_;
  casadi::Function free_, chord_;
};

}  // namespace ricochet
