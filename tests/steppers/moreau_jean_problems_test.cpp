#include "ricochet/steppers/moreau_jean_problems.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/step_call.hpp"
#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// A skate on a spring with a rod, drag and a drive, everything nonlinear.
System everything() {
  const Expr q = Expr::sym("q", 4), v = Expr::sym("v", 4), t = Expr::sym("t");
  const Expr k = Expr::sym("k");
  Expr M = diag(Expr(std::vector<double>{1.0, 2.0, 3.0, 4.0}));
  M(0, 1) = M(1, 0) = 0.3;
  return System({.name = "everything",
                 .q = q,
                 .v = v,
                 .t = t,
                 .parameters = {{"k", k, 3.0}},
                 .M = M,
                 .V = k * pow(q(0), 4) + cos(q(1) * q(2)),
                 .f = {{"rod", dot(q, q) - 2.0}},
                 .g = {{"floor", q(1) + q(3) * q(3)}, {"wall", q(0)}},
                 .omega = {{"blade", v(0) * sin(q(2)) - v(1) * cos(q(2))}},
                 .forces = {{"drag", -0.4 * v * sqrt(1.0 + dot(v, v))},
                            {"drive", vertcat(cos(3.0 * t), q(1) * t, Expr(0.0), v(0))}}});
}

const Vector q0{{0.7, 0.3, -0.4, 1.1}}, p0{{0.2, -0.5, 0.8, 0.1}}, v1{{0.3, -0.1, 0.4, -0.2}};
constexpr double t0 = 0.7, h = 0.1;

class Dynamics {
 public:
  Dynamics() : K(kernel_.sparsity_out(1)), R(4) {}
  void evaluate(const Vector& v) {
    kernel_({q0, p0, v, t0, h, system_.parameter_values()}, {R, K.values()});
  }

 private:
  System system_ = everything();
  Kernel kernel_ = moreau_jean_dynamics(system_);

 public:
  KernelMatrix K;
  Vector R;
};

TEST(MoreauJeanProblems, have_the_missing_momentum_of_their_definition) {
  const System s = everything();
  const Vector v0 = s.velocity(q0, p0), w = 0.5 * (v0 + v1), moved = q0 + h * w;
  const Expr q = Expr::sym("q", 4), v = Expr::sym("v", 4), t = Expr::sym("t");
  Kernel force("force", {q, v, t, s.parameter_symbols()}, {s.Q(q, v, t)});
  Vector start(4), end(4);
  force({q0, w, t0, s.parameter_values()}, {start});
  force({moved, w, t0 + h, s.parameter_values()}, {end});
  const Vector slopes = -s.dLdq(q0, v1) - s.dLdq(moved, v1);
  const Vector expected = s.M_now() * v1 - p0 + 0.5 * h * (slopes - start - end);
  Dynamics found;
  found.evaluate(v1);
  EXPECT_TRUE(support::near(found.R, expected, 1e-14));
}

TEST(MoreauJeanProblems, have_the_symmetric_part_of_its_derivative) {
  Dynamics at;
  at.evaluate(v1);
  const Matrix K = at.K.matrix();
  Matrix slopes(4, 4);
  const double step = 1e-5;
  for (Index j = 0; j < 4; ++j) {
    at.evaluate(v1 + step * Vector::Unit(4, j));
    const Vector ahead = at.R;
    at.evaluate(v1 - step * Vector::Unit(4, j));
    slopes.col(j) = (ahead - at.R) / (2.0 * step);
  }
  EXPECT_TRUE(support::near(K, 0.5 * (slopes + slopes.transpose()), 1e-8));
  EXPECT_GT((slopes - slopes.transpose()).norm(), 1e-3) << "it is not symmetric itself";
}

TEST(MoreauJeanProblems, forecast_half_a_step_ahead) {
  const System s = everything();
  Vector x(4), v0(4), gaps(2);
  moreau_jean_forecast(s)({q0, p0, h, s.parameter_values()}, {x, v0, gaps});
  EXPECT_TRUE(support::near(v0, s.velocity(q0, p0), 1e-15));
  EXPECT_TRUE(support::near(x, q0 + 0.5 * h * v0, 1e-15));
  EXPECT_TRUE(support::near(gaps, s.g(x), 1e-15));
}

TEST(MoreauJeanProblems, move_under_given_impulses) {
  const System s = everything();
  StepCall call(newton(), moreau_jean_motion(s));
  const Vector push{{0.3, 0.1, -0.2, 0.4}}, v0 = s.velocity(q0, p0), x = q0 + 0.5 * h * v0;
  call.set(call.given("q0"), q0);
  call.set(call.given("p0"), p0);
  call.set(call.given("t"), t0);
  call.set(call.given("h"), h);
  call.set(call.given("push"), push);
  call.set(call.given("theta"), s.parameter_values());
  call.start(call.sought("q1"), q0);
  const StepReport report = call.solve();
  ASSERT_TRUE(report.ok()) << report.message;
  const Vector end = 2.0 / h * (Vector(call[call.sought("q1")]) - q0) - v0;
  Dynamics found;
  found.evaluate(end);
  const Vector left = found.R - push - s.F(x) * Vector(call[call.sought("nu")]) -
                      s.omega(x).transpose() * Vector(call[call.sought("kappa")]);
  EXPECT_LT(left.norm(), 1e-11);
  EXPECT_LT((s.F(x).transpose() * end).norm(), 1e-11);
  EXPECT_LT((s.omega(x) * end).norm(), 1e-11);
}

TEST(MoreauJeanProblems, shift_a_position_onto_its_equalities) {
  const System s = everything();
  StepCall call(newton(), moreau_jean_position(s));
  call.set(call.given("q"), q0);
  call.set(call.given("x"), q0);
  call.set(call.given("h"), h);
  call.set(call.given("theta"), s.parameter_values());
  ASSERT_TRUE(call.solve().ok());
  const Vector xi = call[call.sought("xi")];
  Vector q1(4);
  moreau_jean_shift(s)({q0, q0, xi, h, s.parameter_values()}, {q1});
  EXPECT_LT(std::abs(s.f(q1)[0]), 1e-14);
  EXPECT_GT(std::abs(s.f(q0)[0]), 1e-3);
  EXPECT_TRUE(support::near(s.M_now() * (q1 - q0), h * s.F(q0) * xi, 1e-14));
}

}  // namespace
}  // namespace ricochet
