#include "ricochet/backends/newton.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/discrete_smooth.hpp"
#include "support/chart.hpp"
#include "support/combinations.hpp"
#include "support/symplectic.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

/// Law: a smooth step, free or on the manifold of contacts and equalities, preserves the symplectic
/// form: D^T J D = J for the derivative D of the one-step map in canonical coordinates, by
/// differences of order 6.

namespace ricochet {
namespace {

using Map = std::function<Vector(const Vector&)>;
using support::Chart;
using support::symplectic_defect;

// About 100 times what differences of order 6 leave: of mild forces, and of hard spheres.
constexpr double tolerance = 1e-9;
constexpr double stiff_tolerance = 1e-8;

constexpr double radius = 5.0;

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

TEST(Symplecticity, holds_on_the_contact_manifold_of_every_smooth_stepper) {
  int tried = 0;
  for (const StepperEntry& entry : all_steppers()) {
    const Problem problem = problems::spring_sphere();
    const auto stepper = entry.make(problem.system, {.backend = newton()});
    if (!stepper->info().symplectic) continue;
    ++tried;
    const Map map = [&](const Vector& z) {
      const Step next = stepper->advance({.state = on_circle(z)}, 0.2);
      EXPECT_TRUE(next.report.ok()) << next.report.message;
      EXPECT_EQ(next.contacts.held.size(), 2u);
      return from_circle(next.state);
    };
    EXPECT_LT(symplectic_defect(map, start_on_circle), tolerance) << entry.name;
  }
  ASSERT_GT(tried, 0);
}

TEST(Symplecticity, fails_for_a_free_step_followed_by_a_projection) {
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

TEST(Symplecticity, holds_for_free_motion_with_every_discretization) {
  const Expr q = Expr::sym("q", 2);
  const Expr r2 = dot(q, q);
  const System system({.name = "anharmonic",
                       .q = q,
                       .M = 1.3 * Expr::eye(2),
                       .V = 0.5 * r2 + 0.25 * r2 * r2 + 0.1 * q(0) * q(1)});
  for (const Discretization& d : {midpoint(), verlet(), left_point(), gamma_rule(0.3)}) {
    DiscreteSmooth stepper(system, {.discretization = d, .backend = newton()});
    const Map map = [&](const Vector& z) -> Vector {
      const Step next = stepper.advance({.state = {.q = z.head(2), .p = z.tail(2)}}, 0.2);
      Vector out(4);
      out << next.state.q, next.state.p;
      return out;
    };
    EXPECT_LT(symplectic_defect(map, Vector{{0.8, -0.3, 0.2, 0.9}}), tolerance) << d.name();
  }
}

/// A step in smooth contact whose neighbours are in the same contacts.
bool smooth(const Step& step) {
  return step.report.ok() && step.reflections.empty() && step.contacts.weak.empty() &&
         step.contacts.predicted == step.contacts.held;
}

/// The defect of the step from a to b; not a number where neighbouring steps are of another kind.
double defect_of_step(Stepper& stepper, const Step& a, const Step& b, double h) {
  const Chart start(stepper.system(), a.state, b.contacts.held);
  const Chart end(stepper.system(), b.state, b.contacts.held);
  bool same_kind = true;
  const Map map = [&](const Vector& z) {
    const Step next = stepper.advance({.state = start.state(z)}, h);
    same_kind = same_kind && smooth(next) && next.contacts.held == b.contacts.held;
    return end.coordinates(next.state);
  };
  const double defect = symplectic_defect(map, start.coordinates(a.state));
  return same_kind ? defect : std::nan("");
}

class SmoothSteps : public testing::TestWithParam<std::string> {};

TEST_P(SmoothSteps, are_symplectic) {
  const Problem problem = find_problem(GetParam()).make();
  const auto stepper = support::Combination{"gvi", "newton"}.make(problem);
  const Trajectory run = simulate(*stepper, problem.initial, {.h = problem.h, .steps = 300});
  ASSERT_TRUE(run.ok()) << run.message();
  int judged = 0;
  for (size_t k = 0; k + 1 < run.steps.size(); k += 17) {
    if (!smooth(run.steps[k + 1])) continue;
    const double defect = defect_of_step(*stepper, run.steps[k], run.steps[k + 1], problem.h);
    if (std::isnan(defect)) continue;
    ++judged;
    EXPECT_LT(defect, stiff_tolerance) << "step " << k;
  }
  // Touching balls without a force between them part or collide however little they are moved.
  EXPECT_EQ(judged == 0, GetParam() == "ball-chain") << judged;
}

INSTANTIATE_TEST_SUITE_P(OfEveryProblem, SmoothSteps, testing::ValuesIn(problem_names()),
                         [](const auto& tested) { return support::test_name(tested.param); });

/// A bead pressed against the inside of a circle, with a pendulum hanging from it.
System bead_with_pendulum() {
  const Expr q = Expr::sym("q", 4);
  const Expr bead = q(casadi::Slice(0, 2)), bob = q(casadi::Slice(2, 4));
  return System({.name = "bead with pendulum",
                 .q = q,
                 .M = diag(Expr(std::vector<double>{1.0, 1.0, 0.5, 0.5})),
                 .V = 9.8 * (q(1) + 0.5 * q(3)),
                 .f = {{"rod", norm_2(bob - bead) - 0.7}},
                 .g = {{"circle", 2.0 - norm_2(bead)}}});
}

const State swinging{.q = Vector{{0.0, -2.0, 0.7, -2.0}}, .p = Vector{{0.6, 0.0, 0.3, -0.4}}};

TEST(Symplecticity, holds_with_contacts_and_equalities_at_once) {
  for (const StepperEntry& entry : all_steppers()) {
    const auto stepper = entry.make(bead_with_pendulum(), {.backend = newton()});
    if (!stepper->info().symplectic) continue;
    const Step next = stepper->advance({.state = swinging}, 0.02);
    ASSERT_EQ(next.contacts.held.size(), 1u) << entry.name;
    EXPECT_LT(defect_of_step(*stepper, {.state = swinging}, next, 0.02), tolerance) << entry.name;
  }
}

TEST(Symplecticity, fails_on_rods_for_a_free_step_followed_by_a_projection) {
  const System held = bead_with_pendulum();
  SystemSpecification loose = held.specification();
  loose.f = loose.g = {};
  DiscreteSmooth free(System(loose), {.backend = newton()});
  const Chart chart(held, swinging, {0});
  const Map map = [&](const Vector& z) {
    return chart.coordinates(free.advance({.state = chart.state(z)}, 0.1).state);
  };
  EXPECT_GT(symplectic_defect(map, chart.coordinates(swinging)), 1e-3);
}

}  // namespace
}  // namespace ricochet
