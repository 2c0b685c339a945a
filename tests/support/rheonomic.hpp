#pragma once

#include "ricochet/backends/newton.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>

/// Systems that move by themselves, and runs of them that have to reach their end certified.
namespace ricochet::support {

constexpr double gravity_on_earth = 9.81;  // [m/s^2]

/// The stepper of this name with newton.
inline std::unique_ptr<Stepper> method(const std::string& name, const System& s,
                                       const Discretization& rule = midpoint()) {
  return make_stepper(name, s, {.discretization = rule, .backend = newton()});
}

inline Trajectory run_of(const std::string& name, const System& s, const State& start, double h,
                         long steps, const Discretization& rule = midpoint()) {
  const Trajectory run = simulate(*method(name, s, rule), start, {.h = h, .steps = steps});
  EXPECT_TRUE(run.ok()) << run.message();
  EXPECT_EQ(run.certified, steps);
  return run;
}

inline Vector one(double x) { return Vector::Constant(1, x); }

/// A body of 2 kg on a floor that goes up and down.
inline System lift(double restitution) {
  const Expr q = Expr::sym("q", 1), t = Expr::sym("t");
  return System({.name = "lift",
                 .q = q,
                 .t = t,
                 .M = 2.0 * Expr::eye(1),
                 .V = 2.0 * gravity_on_earth * q(0),
                 .g = {{"floor", q(0) - 0.1 * sin(8.0 * t), {.restitution = restitution}}}});
}

/// A body of 2 kg between a fixed end and a piston that comes nearer.
inline System piston(double speed, double restitution = 1.0) {
  const Expr q = Expr::sym("q", 1), t = Expr::sym("t");
  return System({.name = "piston",
                 .q = q,
                 .t = t,
                 .M = 2.0 * Expr::eye(1),
                 .V = 0.0,
                 .g = {{"end", q(0), {.restitution = restitution}},
                       {"piston", 1.0 - speed * t - q(0), {.restitution = restitution}}}});
}

}  // namespace ricochet::support
