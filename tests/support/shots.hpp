#pragma once

#include "ricochet/backends/newton.hpp"
#include "ricochet/problem/problem.hpp"
#include "ricochet/shooting/shooting.hpp"
#include "ricochet/simulate.hpp"

#include <gtest/gtest.h>

namespace ricochet::support {

/// With the rule of the problem.
inline ShootingOptions fast(const Problem& problem) {
  return {.discretization = problem.discretization, .backend = newton()};
}

/// What the stepper makes of a start.
inline State flown(const Problem& problem, const Vector& start) {
  const Index n = problem.system.n();
  const double h = start[n] / static_cast<double>(problem.steps());
  Collision stepper(problem.system,
                    {.discretization = problem.discretization, .backend = newton()});
  State state = problem.initial;
  state.p = problem.system.M_now() * start.head(n);
  const Trajectory run = simulate(stepper, state, {.h = h, .steps = problem.steps()});
  EXPECT_TRUE(run.ok()) << run.message();
  return run.last().state;
}

}  // namespace ricochet::support
