#pragma once

#include "ricochet/problem/problem.hpp"

#include <casadi/core/function.hpp>

namespace ricochet {

/// The yardstick: the programs of a step of a problem, posed with the same symbols and options as
/// those of the backend `ipopt` but solved by casadi::nlpsol with IPOPT and MUMPS: the free
/// position and one chord program, no crossover and no certificate.
class NlpsolStep {
 public:
  explicit NlpsolStep(const Problem& problem);

  struct Answer {
    std::vector<double> z;    // position at the end of the step, impulses
    double iterations = 0.0;  // of IPOPT, in both programs
  };
  [[nodiscard]] Answer solve(const State& from) const;

 private:
  Problem problem_;
  casadi::Function free_, chord_;
};

}  // namespace ricochet
