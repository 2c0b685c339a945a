#pragma once

#include "ricochet/backends/newton.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/problem/problem.hpp"
#include "ricochet/steppers/shadow.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <utility>

namespace ricochet::support {

/// A shadow energy of some coordinates of a system, as a number.
class ShadowEnergyAt {
 public:
  ShadowEnergyAt(const System& s, int order) : theta_(s.parameter_values()) {
    const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), h = Expr::sym("h");
    kernel_ = Kernel("E", {q, p, h, s.parameter_symbols()},
                     {Energy::shadow(order).expression(s, verlet(), q, p, h)});
  }
  double operator()(const Vector& q, const Vector& p, double h) {
    double E = 0.0;
    kernel_({q, p, h, theta_}, {E});
    return E;
  }

 private:
  Kernel kernel_;
  Vector theta_;
};

inline Shadow shadow_stepper(const Problem& problem, int order, double anchor,
                             Placement placement = Placement::grid) {
  return {problem.system,
          {.discretization = verlet(),
           .backend = newton(),
           .placement = placement,
           .energy_order = order,
           .anchor = anchor}};
}

/// Makes steps until `impacts` steps had events, and shows each of them.
inline void fly(Stepper& stepper, const Problem& problem, double h, long events,
                const std::function<void(const Step& from, const Step& made)>& see) {
  stepper.certify_steps(false);
  Step now{.state = problem.initial}, next;
  for (long met = 0; met < events;) {
    stepper.advance(now, h, next);
    ASSERT_TRUE(next.report.ok()) << next.report.message;
    if (!next.impacts.empty()) ++met;
    see(now, next);
    std::swap(now, next);
  }
}

}  // namespace ricochet::support
