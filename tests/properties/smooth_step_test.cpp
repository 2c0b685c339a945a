#include "ricochet/backends/newton.hpp"
#include "ricochet/simulate.hpp"
#include "support/chart.hpp"
#include "support/combinations.hpp"
#include "support/symplectic.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <set>
#include <string>

/// Law: the smooth steps of every problem, free or on the manifold of contacts and equalities,
/// preserve the symplectic form.

namespace ricochet {
namespace {

using Map = std::function<Vector(const Vector&)>;
using support::Chart;
using support::symplectic_defect;

// About 100 times what differences of order 6 leave: of mild forces, and of hard spheres.
constexpr double tolerance = 1e-9;
constexpr double stiff_tolerance = 1e-8;

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

class SmoothSteps : public testing::TestWithParam<support::Trial> {};

TEST_P(SmoothSteps, are_symplectic) {
  const auto& [name, backend] = GetParam();
  const Problem problem = find_problem(name).make();
  const auto quick = support::Combination{"gvi", "newton"}.make(problem);
  const auto stepper = support::Combination{"gvi", backend}.make(problem);
  const Trajectory run = simulate(*quick, problem.initial, {.h = problem.h, .steps = 300});
  ASSERT_TRUE(run.ok()) << run.message();
  const long most = GetParam().length(run.made, 1);
  int judged = 0;
  for (size_t k = 0; k + 1 < run.steps.size() && judged < most; k += 17) {
    if (!smooth(run.steps[k + 1])) continue;
    const double defect = defect_of_step(*stepper, run.steps[k], run.steps[k + 1], problem.h);
    if (std::isnan(defect)) continue;
    ++judged;
    EXPECT_LT(defect, stiff_tolerance) << "step " << k;
  }
  // Touching balls without a force between them part or collide however little they are moved, and
  // so do bodies in redundant contacts.
  const std::set<std::string> unsteady{"ball-chain", "kissing-balls", "squeezed-ball",
                                       "stacked-discs", "three-balls-corner"};
  EXPECT_EQ(judged == 0, unsteady.contains(name)) << judged;
}

INSTANTIATE_TEST_SUITE_P(
    OfEveryProblem, SmoothSteps,
    testing::ValuesIn(support::trials_of(support::unforced_problems_of("gvi"))),
    support::trial_name);

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

TEST(SmoothStepsOnManifolds, are_symplectic_with_contacts_and_equalities_at_once) {
  for (const char* name : {"gvi", "discrete-smooth"}) {
    const auto stepper = make_stepper(name, bead_with_pendulum(), {.backend = newton()});
    const Step next = stepper->advance({.state = swinging}, 0.02);
    ASSERT_EQ(next.contacts.held.size(), 1u) << name;
    EXPECT_LT(defect_of_step(*stepper, {.state = swinging}, next, 0.02), tolerance) << name;
  }
}

TEST(SmoothStepsOnManifolds, are_not_symplectic_for_a_free_step_followed_by_a_projection) {
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

TEST(SmoothStepsOnManifolds, are_not_symplectic_with_forces_substituted_at_the_end) {
  const Problem problem = problems::spring_sphere();
  const auto stepper = support::Combination{"direct-endpoint", "newton"}.make(problem);
  const Step next = stepper->advance({.state = problem.initial}, problem.h);
  const Chart start(problem.system, problem.initial, {0, 1}),
      end(problem.system, next.state, {0, 1});
  const Map map = [&](const Vector& z) {
    const Step step = stepper->advance({.state = start.state(z)}, problem.h);
    EXPECT_EQ(step.contacts.held.size(), 2u);
    return end.coordinates(step.state);
  };
  EXPECT_NEAR(symplectic_defect(map, start.coordinates(problem.initial)), 0.038, 0.004);
}

}  // namespace
}  // namespace ricochet
