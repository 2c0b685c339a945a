#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"
#include "support/order.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>

/// Law: forces Q(q, v, t) keep the order of the rule, in free motion, on equalities, in sliding
/// contact and, where impacts are located, through impacts; the energy and the work of the forces
/// balance to that order. References: the equations of motion by Runge and Kutta's method.

namespace ricochet {
namespace {

constexpr double duration = 1.0;  // [s]

/// A force without a potential that depends on all it may depend on.
Expr force(const Expr& q, const Expr& v, const Expr& t) {
  return vertcat(-0.4 * v(0) - 0.8 * q(1) + cos(3.0 * t),
                 -0.4 * v(1) * (1.0 + v(1) * v(1)) + 0.8 * q(0) + 0.5 * sin(2.0 * t));
}

Vector force_at(double x, double y, double u, double v, double t) {
  return Vector{{-0.4 * u - 0.8 * y + std::cos(3.0 * t),
                 -0.4 * v * (1.0 + v * v) + 0.8 * x + 0.5 * std::sin(2.0 * t)}};
}

const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), t = Expr::sym("t");

SystemSpecification specification(const std::string& name, const Expr& V) {
  return {.name = name,
          .q = q,
          .v = v,
          .t = t,
          .M = Expr::eye(2),
          .V = V,
          .forces = {{"all that may be", force(q, v, t)}}};
}

/// The end of z' = rate(z, t) from z at t = 0.
Vector end_of(Vector z, const std::function<Vector(const Vector&, double)>& rate) {
  constexpr int steps = 4000;
  constexpr double h = duration / steps;
  for (int k = 0; k < steps; ++k) {
    const double now = k * h;
    const Vector a = rate(z, now), b = rate(z + 0.5 * h * a, now + 0.5 * h);
    const Vector c = rate(z + 0.5 * h * b, now + 0.5 * h), d = rate(z + h * c, now + h);
    z += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
  }
  return z;
}

struct Motion {
  System system;
  State start, end;
};

Motion anharmonic() {
  const Expr r2 = dot(q, q);
  const Vector z = end_of(Vector{{1.0, 0.0, 0.3, 1.0}}, [](const Vector& x, double now) -> Vector {
    const double stiff = 1.0 + x.head(2).squaredNorm();
    Vector rate(4);
    rate << x.tail(2), -stiff * x.head(2) + force_at(x[0], x[1], x[2], x[3], now);
    return rate;
  });
  return {System(specification("anharmonic", 0.5 * r2 + 0.25 * r2 * r2)),
          {.q = Vector{{1.0, 0.0}}, .p = Vector{{0.3, 1.0}}},
          {.q = z.head(2), .p = z.tail(2)}};
}

/// A particle that is kept on a curve (x(s), y(s)) with its tangent (x', y') and curvature terms:
/// the equation of motion in s.
Motion on_a_curve(SystemSpecification specification, double s, double rate,
                  const std::function<Matrix(double)>& curve) {
  const auto state = [&](double at, double speed) {
    const Matrix c = curve(at);
    return State{.q = c.col(0), .p = c.col(1) * speed};
  };
  const Vector z = end_of(Vector{{s, rate}}, [&](const Vector& x, double now) -> Vector {
    const Matrix c = curve(x[0]);  // position, its derivative, the second one
    const Vector u = c.col(1) * x[1];
    Vector f = force_at(c(0, 0), c(1, 0), u[0], u[1], now);
    f[1] -= 9.8;
    return Vector{{x[1], c.col(1).dot(f - c.col(2) * x[1] * x[1]) / c.col(1).squaredNorm()}};
  });
  return {System(std::move(specification)), state(s, rate), state(z[0], z[1])};
}

Motion pendulum() {
  SystemSpecification s = specification("pendulum", 9.8 * q(1));
  s.f = {{"rod", norm_2(q) - 1.0}};
  return on_a_curve(s, 0.0, -1.0, [](double a) {
    const double c = std::cos(a), n = std::sin(a);
    return Matrix{{c, -n, -c}, {n, c, -n}};
  });
}

Motion bowl() {
  SystemSpecification s = specification("bowl", 9.8 * q(1));
  s.g = {{"bowl", q(1) - 0.5 * q(0) * q(0)}};
  return on_a_curve(s, 1.0, 1.0, [](double x) {
    return Matrix{{x, 1.0, 0.0}, {0.5 * x * x, x, 1.0}};
  });
}

double distance(const State& a, const State& b) { return (a.q - b.q).norm() + (a.p - b.p).norm(); }

double order_of(Stepper& made, const Motion& motion) {
  const auto error = [&](double h) {
    const Trajectory run =
        simulate(made, motion.start, {.h = h, .steps = std::lround(duration / h), .every = 0});
    EXPECT_TRUE(run.ok()) << run.message();
    EXPECT_TRUE(impacts(run).empty());
    return distance(run.last().state, motion.end);
  };
  return support::observed_order(error, duration / 32.0, 4).order;
}

double order_of(const std::string& stepper, const Motion& motion, const Discretization& rule) {
  return order_of(
      *make_stepper(stepper, motion.system, {.discretization = rule, .backend = newton()}), motion);
}

class OrderWithForces : public testing::TestWithParam<std::string> {
 protected:
  [[nodiscard]] StepperInfo info(const System& s) const {
    return make_stepper(GetParam(), s, {.backend = newton()})->info();
  }
};

TEST_P(OrderWithForces, is_that_of_the_rule) {
  for (const auto& [motion, claim] : {std::pair{anharmonic(), &StepperInfo::order},
                                      std::pair{pendulum(), &StepperInfo::bilateral_order},
                                      std::pair{bowl(), &StepperInfo::contact_order}}) {
    if (info(motion.system).*claim == 0) continue;
    for (const Discretization& rule : {midpoint(), verlet()})
      EXPECT_NEAR(order_of(GetParam(), motion, rule), 2.0, 0.1)
          << motion.system.name() << ' ' << rule.name();
    EXPECT_NEAR(order_of(GetParam(), motion, left_point()), 1.0, 0.15) << motion.system.name();
  }
}

/// The rule itself stays the midpoint rule where its L_d is taken from q0 and q1.
TEST_P(OrderWithForces, is_one_with_the_force_at_one_end) {
  for (const Node& end : {Node{1.0, 0.0}, Node{1.0, 1.0}}) {
    Discretization wrong = midpoint();
    wrong.with_nodes({end});
    for (const Motion& motion : {anharmonic(), pendulum()})
      EXPECT_NEAR(order_of(GetParam(), motion, wrong), 1.0, 0.15) << motion.system.name();
  }
}

TEST_P(OrderWithForces, lets_energy_and_work_balance_to_that_order) {
  for (const Motion& motion : {anharmonic(), pendulum()})
    for (const Discretization& rule : {midpoint(), verlet()}) {
      const auto made =
          make_stepper(GetParam(), motion.system, {.discretization = rule, .backend = newton()});
      double work = 0.0;  // [J]
      const auto off = [&](double h) {
        const Trajectory run =
            simulate(*made, motion.start, {.h = h, .steps = std::lround(duration / h)});
        EXPECT_TRUE(run.ok()) << run.message();
        const Vector done = work_of_forces(motion.system, rule, run);
        work = done.cwiseAbs().maxCoeff();
        return (energy_error(motion.system, run) - done).cwiseAbs().maxCoeff();
      };
      const double coarse = off(0.02), fine = off(0.01);
      EXPECT_NEAR(std::log2(coarse / fine), 2.0, 0.2) << motion.system.name() << rule.name();
      EXPECT_LT(fine, 2e-3);
      EXPECT_GT(work, 0.3) << "what is balanced matters";
    }
}

TEST_P(OrderWithForces, claims_no_structure_that_forces_break) {
  const System forced = anharmonic().system;
  SystemSpecification free = forced.specification();
  free.forces = {};
  const StepperInfo with = info(forced), without = info(System(free));
  EXPECT_FALSE(with.symplectic || with.symmetric || with.conserves_momentum_maps);
  EXPECT_TRUE(without.symplectic && without.symmetric && without.conserves_momentum_maps);
  EXPECT_EQ(with.order, without.order);
}

TEST(OrderWithForcesOfRattle, is_that_of_its_rule_and_balances_their_work) {
  for (const Motion& motion : {anharmonic(), pendulum(), bowl()}) {
    const auto rattle = make_stepper("rattle", motion.system, {.backend = newton()});
    EXPECT_NEAR(order_of(*rattle, motion), 2.0, 0.15) << motion.system.name();
    EXPECT_FALSE(rattle->info().symplectic || rattle->info().conserves_momentum_maps);
    const auto off = [&](double h) {
      const Trajectory run =
          simulate(*rattle, motion.start, {.h = h, .steps = std::lround(duration / h)});
      EXPECT_TRUE(run.ok()) << run.message();
      return (energy_error(motion.system, run) - work_of_forces(motion.system, verlet(), run))
          .cwiseAbs()
          .maxCoeff();
    };
    EXPECT_NEAR(std::log2(off(0.02) / off(0.01)), 2.0, 0.3) << motion.system.name();
  }
}

TEST(OrderWithForcesOfRattle, is_judged_with_the_force_of_the_right_time) {
  const Motion right = pendulum();
  SystemSpecification late = right.system.specification();
  for (Force& each : late.forces) each.Q = substitute(each.Q, late.t, late.t + 1e-3);
  const auto made = make_stepper("rattle", System(late), {.backend = newton()});
  const auto judge = make_stepper("rattle", right.system, {.backend = newton()});
  Step from{.state = right.start}, to;
  made->advance(from, 0.02, to);
  ASSERT_TRUE(to.report.ok()) << to.report.message;
  EXPECT_GT(judge->certify(from, 0.02, to).dynamics, 1e-8);
  judge->advance(from, 0.02, to);
  EXPECT_TRUE(to.report.ok()) << to.report.message;
}

INSTANTIATE_TEST_SUITE_P(Of, OrderWithForces,
                         testing::Values("gvi", "discrete-smooth", "hybrid",
                                         "nonholonomic-collision", "forced-collision"),
                         [](const auto& tested) { return support::test_name(tested.param); });

}  // namespace
}  // namespace ricochet
