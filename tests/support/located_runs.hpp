#pragma once

#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>

/// Runs of `forced-collision` that reach their end.
namespace ricochet::support {

inline std::unique_ptr<Stepper> located(const System& s) {
  return make_stepper("forced-collision", s, {.backend = make_backend("newton")});
}

inline Trajectory located_run(const System& s, const State& start, long steps, double h = 0.01) {
  Trajectory made = simulate(*located(s), start, {.h = h, .steps = steps});
  EXPECT_TRUE(made.ok()) << made.message();
  EXPECT_TRUE(std::all_of(made.steps.begin() + 1, made.steps.end(),
                          [](const Step& at) { return at.report.certified; }));
  return made;
}

/// A state of a body at rest.
inline State resting(const Vector& q) { return {.q = q, .p = Vector::Zero(q.size())}; }

}  // namespace ricochet::support
