#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/moreau_jean.hpp"
#include "ricochet/steppers/nonholonomic_collision.hpp"
#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

/// A sleigh on a blade, driven by a thrust and a torque, hits two walls with its nose. The
/// reference integrates its accelerations by Runge and Kutta's method and locates the impacts by
/// bisection.
namespace ricochet {
namespace {

constexpr double inertia = 0.3;            // [kg m^2]; the mass is 1 kg
constexpr double blade = 0.2, nose = 0.5;  // behind and before the centre [m]
constexpr double wall = 2.0, back = -1.0;  // [m]
constexpr double duration = 2.5;           // [s]

/// thrust and turn scale the drive [N] and the torque [N m]; hurry [s] is how early they are.
System sleigh(double thrust = 1.0, double turn = 1.0, double hurry = 0.0) {
  const Expr q = Expr::sym("q", 3), v = Expr::sym("v", 3), t = Expr::sym("t");
  const Expr c = cos(q(2)), s = sin(q(2)), F = thrust * (2.0 + cos(3.0 * (t + hurry)));
  return System({.name = "driven sleigh",
                 .q = q,
                 .v = v,
                 .t = t,
                 .M = diag(Expr({1.0, 1.0, inertia})),
                 .V = 0.0,
                 .g = {{"wall", wall - q(0) - nose * c}, {"back", q(0) + nose * c - back}},
                 .omega = {{"blade", c * v(1) - s * v(0) - blade * v(2)}},
                 .forces = {{"thrust", vertcat(F * c, F * s, turn * 0.5 * sin(2.0 * (t + hurry)))},
                            {"drag", -0.2 * v}}});
}

Vector blade_row(double angle) { return Vector{{-std::sin(angle), std::cos(angle), -blade}}; }

/// M^-1 (f + omega^T kappa) such that omega times it is -turned.
Vector accelerated(const Vector& f, double angle, double turned) {
  const Vector row = blade_row(angle), M_inverse{{1.0, 1.0, 1.0 / inertia}};
  const Vector moved = M_inverse.cwiseProduct(row);
  const double kappa = -(moved.dot(f) + turned) / moved.dot(row);
  return M_inverse.cwiseProduct(f + kappa * row);
}

/// (q, v)' of the sleigh.
Vector rate(const Vector& z, double t) {
  const double c = std::cos(z[2]), s = std::sin(z[2]), F = 2.0 + std::cos(3.0 * t);
  const Vector v = z.tail(3);
  const Vector f = Vector{{F * c, F * s, 0.5 * std::sin(2.0 * t)}} - 0.2 * v;
  const double turned = -(c * v[0] + s * v[1]) * v[2];  // omega' v
  Vector out(6);
  out << v, accelerated(f, z[2], turned);
  return out;
}

Vector advanced(const Vector& z, double t, double h) {
  const Vector a = rate(z, t), b = rate(z + 0.5 * h * a, t + 0.5 * h);
  const Vector c = rate(z + 0.5 * h * b, t + 0.5 * h), d = rate(z + h * c, t + h);
  return z + h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
}

double gap(const Vector& z) {
  const double x = z[0] + nose * std::cos(z[2]);
  return std::min(wall - x, x - back);
}

/// The elastic impact under the reactions of the blade, the same on both walls.
Vector struck(Vector z) {
  const Vector n{{-1.0, 0.0, nose * std::sin(z[2])}};
  const Vector d = accelerated(n, z[2], 0.0);
  z.tail(3) -= 2.0 * n.dot(z.tail(3)) / n.dot(d) * d;
  return z;
}

State start() {
  const double angle = 0.2, speed = 1.0;
  const Vector v{{speed * std::cos(angle), speed * std::sin(angle), 0.0}};
  return {.q = Vector{{0.0, 0.0, angle}}, .p = v};
}

/// Position and velocity at the end, and the number of impacts on the way.
std::pair<Vector, int> reference() {
  constexpr int steps = 8000;
  constexpr double h = duration / steps;
  Vector z(6);
  z << start().q, start().p;
  int hits = 0;
  for (int k = 0; k < steps; ++k) {
    const Vector free = advanced(z, k * h, h);
    if (gap(free) >= 0.0) {
      z = free;
      continue;
    }
    double low = 0.0, high = h;
    for (int halving = 0; halving < 60; ++halving) {
      const double mid = 0.5 * (low + high);
      (gap(advanced(z, k * h, mid)) > 0.0 ? low : high) = mid;
    }
    ++hits;
    z = advanced(struck(advanced(z, k * h, low)), k * h + low, h - low);
  }
  return {z, hits};
}

NonholonomicCollision made(const System& s, const Discretization& rule = midpoint(),
                           Form form = Form::plus) {
  return {s, {.discretization = rule, .backend = newton(), .form = form}};
}

Trajectory run_of(const Discretization& rule, long steps) {
  NonholonomicCollision stepper = made(sleigh(), rule);
  return simulate(stepper, start(), {.h = duration / static_cast<double>(steps), .steps = steps});
}

TEST(DrivenSleigh, hits_the_wall_as_the_reference_does_to_second_order) {
  const auto [end, hits] = reference();
  ASSERT_GE(hits, 2);
  const auto off = [&, &end = end, &hits = hits](const Discretization& rule, long coarsest) {
    double sum = 0.0;  // the constant depends on where in its step an impact lies
    for (long k = 0; k < 16; ++k) {
      const Trajectory run = run_of(rule, coarsest + k * coarsest / 50);
      EXPECT_TRUE(run.ok()) << run.message();
      EXPECT_EQ(impacts(run).size(), static_cast<size_t>(hits));
      sum += (run.last().state.q - end.head(3)).norm() / 16.0;
    }
    return sum;
  };
  EXPECT_NEAR(std::log2(off(midpoint(), 200) / off(midpoint(), 1600)) / 3.0, 2.0, 0.2);
  EXPECT_LT(off(midpoint(), 1600), 1e-4);
  EXPECT_NEAR(std::log2(off(left_point(), 200) / off(left_point(), 1600)) / 3.0, 1.0, 0.2);
}

TEST(DrivenSleigh, keeps_its_row_and_the_energy_of_impacts) {
  const Trajectory run = run_of(midpoint(), 200);
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_EQ(run.certified, 200);
  for (const Impact& hit : impacts(run)) {
    EXPECT_NEAR(hit.energy_plus, hit.energy_minus, 1e-11);
    EXPECT_GT(hit.impulse[0], 0.1);
  }
  for (size_t k = 1; k < run.steps.size(); ++k)
    for (const FlightRecord& f : run.steps[k].flights)
      EXPECT_LT(std::abs(blade_row(f.q[2] + 0.5 * f.tau * f.w[2]).dot(f.w)), 1e-12);
}

/// E_d belongs to the middle of a step: so does the mean of the work at its ends.
TEST(DrivenSleigh, balances_energy_and_work_to_second_order) {
  const auto off = [](long steps) {
    const Trajectory run = run_of(midpoint(), steps);
    const Vector E = energy(sleigh(), run), W = work_of_forces(sleigh(), midpoint(), run);
    double worst = 0.0, first = 0.0;
    for (Index k = 1; k < E.size(); ++k) {
      if (!run.steps[static_cast<size_t>(k)].impacts.empty()) continue;  // of a part of the step
      const double balance = E[k] - 0.5 * (W[k] + W[k - 1]);
      if (k == 1) first = balance;
      worst = std::max(worst, std::abs(balance - first));
    }
    EXPECT_GT(W.cwiseAbs().maxCoeff(), 1.0);
    return worst;
  };
  EXPECT_NEAR(std::log2(off(200) / off(1600)) / 3.0, 2.0, 0.25);
  EXPECT_LT(off(1600), 1e-4);
}

/// Velocities of moreau-jean obey the blade at the forecast, not at the end of the step. So the
/// blade does a little work in the next step.
TEST(DrivenSleigh, is_of_order_one_under_moreau_jean_and_so_is_its_energy) {
  constexpr double before_impact = 0.4;  // [s]
  Vector z(6);
  z << start().q, start().p;
  for (int k = 0; k < 400; ++k) z = advanced(z, 0.001 * k, 0.001);
  const System s = sleigh();
  const auto off = [&](long steps) {
    MoreauJean stepper(s, {.backend = newton()});
    const double h = before_impact / static_cast<double>(steps);
    const Trajectory run = simulate(stepper, start(), {.h = h, .steps = steps});
    EXPECT_TRUE(run.ok()) << run.message();
    EXPECT_EQ(run.last().discrete_energy, s.H(run.last().state.q, run.last().state.p));
    const Vector E = energy(s, run), W = work_of_forces(s, midpoint(), run);
    const Index end = E.size() - 1;
    return std::pair{(run.last().state.q - z.head(3)).norm(),
                     std::abs((E[end] - E[1]) - (W[end] - W[1]))};
  };
  const auto [coarse, unbalanced] = off(40);
  const auto [fine, balanced] = off(320);
  EXPECT_NEAR(std::log2(coarse / fine) / 3.0, 1.0, 0.2);
  EXPECT_NEAR(std::log2(unbalanced / balanced) / 3.0, 1.0, 0.3);
  EXPECT_LT(balanced, 1e-3);
}

TEST(DrivenSleigh, is_certified_with_its_forces_only) {
  const double h = 0.01;
  NonholonomicCollision judge = made(sleigh()), right = made(sleigh());
  NonholonomicCollision idle = made(sleigh(0.0)), straight = made(sleigh(1.0, 0.0));
  NonholonomicCollision early = made(sleigh(1.0, 1.0, 1e-3));
  Discretization shifted = midpoint();  // as a flight sees it the left-point rule
  shifted.with_nodes({{1.0, 0.0}});
  NonholonomicCollision at_start = made(sleigh(), shifted);
  const auto judged = [&](NonholonomicCollision& stepper) {
    stepper.certify_steps(false);
    const Step from{.state = start()}, to = stepper.advance(from, h);
    EXPECT_TRUE(to.report.ok()) << to.report.message;
    return judge.certify(from, h, to);
  };
  EXPECT_TRUE(judged(right).ok());
  for (NonholonomicCollision* wrong : {&idle, &straight, &early, &at_start})
    EXPECT_GT(judged(*wrong).dynamics, 1e-9);
}

TEST(DrivenSleigh, claims_no_symmetry) {
  EXPECT_FALSE(made(sleigh()).info().symmetric);
  const System ball = support::driven_ball(1.0);
  const StepperInfo forced = made(ball).info();
  EXPECT_FALSE(forced.symplectic || forced.symmetric || forced.conserves_momentum_maps);
}

/// Without rows (-) is the inverse of (+), also where a force depends on velocity and time.
TEST(NonholonomicCollisionWithForces, is_undone_by_its_minus_form_without_rows) {
  const System ball = support::driven_ball(1.0);
  const State falls{.t = 0.3, .q = Vector{{0.0, 0.02}}, .p = Vector{{1.0, -1.0}}};
  for (const Discretization& rule : {midpoint(), verlet(), left_point(), gamma_rule(0.3)}) {
    NonholonomicCollision plus = made(ball, rule), minus = made(ball, rule, Form::minus);
    const Step there = plus.advance({.state = falls}, 0.1), again = minus.advance(there, 0.1);
    ASSERT_TRUE(there.report.ok() && again.report.ok()) << again.report.message;
    EXPECT_EQ(there.impacts.size(), 1u);
    EXPECT_TRUE(again.report.certified);
    EXPECT_TRUE(support::near(again.state.q, falls.q, 1e-12)) << rule.name();
    EXPECT_TRUE(support::near(again.state.p, falls.p, 1e-12)) << rule.name();
    EXPECT_NEAR(again.state.t, falls.t, 1e-15);
  }
}

TEST(NonholonomicCollisionWithForces, needs_a_rule_that_says_where_they_act) {
  const Discretization mine("mine", 2, true,
                            [](const System& s, const Expr& a, const Expr& b, const Expr& h) {
                              return Expr(h * s.L(0.5 * (a + b), (b - a) / h));
                            });
  support::expect_message([&] { (void)made(support::driven_ball(1.0), mine); },
                          {"'nonholonomic-collision'", "'mine'", "where forces are evaluated"});
}

TEST(NonholonomicCollisionWithForces, takes_elastic_contacts_only) {
  EXPECT_TRUE(NonholonomicCollision::why_not(support::driven_ball(1.0)).empty());
  EXPECT_NE(NonholonomicCollision::why_not(support::driven_ball(0.5)).find("restitution 1"),
            std::string::npos);
}

}  // namespace
}  // namespace ricochet
