#include "ricochet/backends/newton.hpp"
#include "ricochet/steppers/discrete_smooth.hpp"
#include "support/combinations.hpp"
#include "support/symplectic.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

/// Law: a smooth step, free or on the contact manifold, preserves the symplectic form: D^T J D = J
/// for the derivative D of the one-step map in canonical coordinates, by differences of order 6.

namespace ricochet {
namespace {

using Map = std::function<Vector(const Vector&)>;
using support::symplectic_defect;

constexpr double radius = 5.0;
constexpr double tolerance = 1e-11;       // observed: 1e-12 in contact, 1e-13 in free motion
constexpr double difference_step = 5e-3;  // round-off of the steps and differences balance

/// Two particles on the circle: (theta_1, theta_2, l_1, l_2) <-> (q, p) tangential.
State on_circle(const Vector& z) {
  State s{.q = Vector(4), .p = Vector(4)};
  for (Index i = 0; i < 2; ++i) {
    const double c = std::cos(z[i]), sn = std::sin(z[i]), speed = z[2 + i] / radius;
    s.q.segment(2 * i, 2) << radius * c, radius * sn;
    s.p.segment(2 * i, 2) << -sn * speed, c * speed;
  }
  return s;
}

Vector from_circle(const State& s) {
  Vector z(4);
  for (Index i = 0; i < 2; ++i) {
    const double x = s.q[2 * i], y = s.q[2 * i + 1];
    z[i] = std::atan2(y, x);
    z[2 + i] = x * s.p[2 * i + 1] - y * s.p[2 * i];
  }
  return z;
}

const Vector start_on_circle{{-0.6, -0.95, 4.0, 3.2}};

class Symplectic : public testing::TestWithParam<std::string> {};  // backend

TEST_P(Symplectic, on_the_contact_manifold_is_every_smooth_stepper) {
  int tried = 0;
  for (const StepperEntry& entry : all_steppers()) {
    const Problem problem = problems::spring_sphere();
    const auto stepper = entry.make(problem.system, {.backend = make_backend(GetParam())});
    if (!stepper->info().symplectic || stepper->info().contact_order == 0) continue;
    ++tried;
    const Map map = [&](const Vector& z) {
      const Step next = stepper->advance({.state = on_circle(z)}, 0.2);
      EXPECT_TRUE(next.report.ok()) << next.report.message;
      EXPECT_EQ(next.contacts.held.size(), 2u);
      return from_circle(next.state);
    };
    EXPECT_LT(symplectic_defect(map, start_on_circle, difference_step), tolerance) << entry.name;
  }
  ASSERT_GT(tried, 0);
}

TEST(SymplecticControl, fails_in_contact_for_forces_substituted_at_the_end_of_the_step) {
  const Problem problem = problems::spring_sphere();
  const auto stepper =
      make_stepper("direct-endpoint", problem.system, {.backend = make_backend("newton")});
  const Map map = [&](const Vector& z) {
    const Step next = stepper->advance({.state = on_circle(z)}, 0.2);
    EXPECT_EQ(next.contacts.held.size(), 2u);
    return from_circle(next.state);
  };
  EXPECT_GT(symplectic_defect(map, start_on_circle), 1e-3);
}

TEST(SymplecticControl, fails_for_a_free_step_followed_by_a_projection) {
  const Problem problem = problems::spring_sphere();
  SystemSpecification no_walls = problem.system.specification();
  no_walls.g = {};
  DiscreteSmooth free(System(no_walls), {.backend = newton()});
  const Map map = [&](const Vector& z) {
    State s = free.advance({.state = on_circle(z)}, 0.2).state;
    for (Index i = 0; i < 2; ++i) s.q.segment(2 * i, 2) *= radius / s.q.segment(2 * i, 2).norm();
    return from_circle(s);
  };
  EXPECT_GT(symplectic_defect(map, start_on_circle), 1e-3);
}

TEST_P(Symplectic, in_free_motion_is_every_discretization) {
  const Expr q = Expr::sym("q", 2);
  const Expr r2 = dot(q, q);
  const System system({.name = "anharmonic",
                       .q = q,
                       .M = 1.3 * Expr::eye(2),
                       .V = 0.5 * r2 + 0.25 * r2 * r2 + 0.1 * q(0) * q(1)});
  for (const Discretization& d : {midpoint(), verlet(), left_point(), gamma_rule(0.3)}) {
    DiscreteSmooth stepper(system, {.discretization = d, .backend = make_backend(GetParam())});
    const Map map = [&](const Vector& z) -> Vector {
      const Step next = stepper.advance({.state = {.q = z.head(2), .p = z.tail(2)}}, 0.2);
      Vector out(4);
      out << next.state.q, next.state.p;
      return out;
    };
    EXPECT_LT(symplectic_defect(map, Vector{{0.8, -0.3, 0.2, 0.9}}, difference_step), tolerance)
        << d.name();
  }
}

INSTANTIATE_TEST_SUITE_P(With, Symplectic, testing::Values("newton", "ipopt"),
                         [](const auto& tested) { return tested.param; });

}  // namespace
}  // namespace ricochet
