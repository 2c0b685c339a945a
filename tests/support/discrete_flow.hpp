#pragma once

#include "ricochet/backends/newton.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/state.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

#include <memory>
#include <stdexcept>

namespace ricochet::support {

/// The map (q0, p0) -> (q1, p1) of a discrete Lagrangian without constraints: p0 = -D1 L_d is
/// solved by Newton, p1 = D2 L_d.
class DiscreteFlow {
 public:
  DiscreteFlow(const System& s, const Discretization& d)
      : n_(s.n()), theta_(s.parameter_values()), position_(newton().prepare(free_problem(s, d))) {
    const Expr q0 = Expr::sym("q0", n_), q1 = Expr::sym("q1", n_), h = Expr::sym("h");
    D2Ld_ = Kernel("D2Ld", {q0, q1, h, s.parameter_symbols()}, {d.D2Ld(s, q0, q1, h)});
  }

  void advance(State& state, double h) {
    Vector parameters(2 * n_ + 1 + theta_.size());
    parameters << state.q, state.p, h, theta_;
    Solution solution;
    const StepReport report = position_->solve(parameters, state.q, {}, solution);
    if (!report.ok()) throw std::runtime_error(to_string(report.status) + " " + report.message);
    D2Ld_({state.q, solution.z, h, theta_}, {state.p});
    state.q = solution.z;
    state.t += h;
  }

 private:
  Index n_;
  Vector theta_;
  std::unique_ptr<StepSolver> position_;
  Kernel D2Ld_;
};

/// The exact motion of a separable system without constraints, by Runge-Kutta 4 in tiny steps.
inline State exact_motion(const System& s, State state, double duration, long steps = 20000) {
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n());
  Kernel flow("flow", {q, p, s.parameter_symbols()},
              {ricochet::stack({gradient(s.H(q, p), p), -gradient(s.H(q, p), q)})});
  const Index n = s.n();
  const double h = duration / static_cast<double>(steps);
  const auto slope = [&](const Vector& z) {
    Vector rate(2 * n);
    flow({Vector(z.head(n)), Vector(z.tail(n)), s.parameter_values()}, {rate});
    return rate;
  };
  Vector z(2 * n);
  z << state.q, state.p;
  for (long i = 0; i < steps; ++i) {
    const Vector a = slope(z), b = slope(z + 0.5 * h * a), c = slope(z + 0.5 * h * b);
    z += h / 6.0 * (a + 2.0 * b + 2.0 * c + slope(z + h * c));
  }
  return {.t = state.t + duration, .q = z.head(n), .p = z.tail(n)};
}

}  // namespace ricochet::support
