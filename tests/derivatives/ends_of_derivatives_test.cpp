#include "derivatives/steps.hpp"
#include "ricochet/derivatives.hpp"
#include "ricochet/steppers/forced_collision.hpp"
#include "support/matchers.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <optional>

/// Where derivatives of steps end: what is refused, fails, or grows without bound.

namespace ricochet {
namespace {

using casadi::DM;
using casadi::Function;
using support::Found;
using support::start_of;
using support::Strike;
using testing::HasSubstr;

TEST(DifferentiableStep, of_a_step_that_fails_is_nan_with_a_reason) {
  const Strike strike{"", "particle-floor", "collision", 1};
  Found found = support::find(strike);
  const DifferentiableStep step(*found.stepper, {.parameters = {"mass"}, .most_impacts = 0});
  const std::vector<DM> at{DM(start_of(found)), DM(1.0), DM(found.h)};
  EXPECT_EQ(step.failure(), "");
  EXPECT_TRUE(std::isnan(static_cast<double>(step.function()(at)[0](0))));
  EXPECT_EQ(step.failure(), "the step has 1 impacts; give .most_impacts more than 0, or reduce h");
  (void)step.function()(std::vector<DM>{at[0], DM(-1.0), at[2]});
  EXPECT_THAT(step.failure(), HasSubstr("mass"));
  (void)step.function()(std::vector<DM>{at[0], at[1], DM(-0.1)});
  EXPECT_THAT(step.failure(), HasSubstr("invalid_input"));
  const casadi::MX x = casadi::MX::sym("x", 4);
  const Function J(
      "J", {x},
      {casadi::MX::jacobian(step.function()(std::vector<casadi::MX>{x, 1.0, 1.0})[0], x)});
  EXPECT_TRUE(std::isnan(static_cast<double>(J(at[0])[0](0, 0))));
}

/// (end by its start, and its third derivative by p[1]) as functions of (x, h).
Function derivatives_of(const DifferentiableStep& step) {
  const casadi::MX x = casadi::MX::sym("x", 4), h = casadi::MX::sym("h");
  const casadi::MX end = step.function()(std::vector<casadi::MX>{x, casadi::MX(0, 1), h})[0];
  casadi::MX third = end(1);
  for (int order = 0; order < 3; ++order) third = casadi::MX::jacobian(third, x)(0, 3);
  return {"J", {x, h}, {casadi::MX::densify(casadi::MX::jacobian(end, x)), densify(third)}};
}

/// What a step that fails has instead of a label names no sequence.
TEST(DifferentiableStep, has_its_derivatives_behind_a_step_that_fails) {
  const Found found = support::find({"", "particle-floor"});
  const DM start = start_of(found), high = std::vector<double>{0.0, 10.0, 1.0, -1.0};
  const DifferentiableStep step(*found.stepper), fresh(*found.stepper);
  const auto label = [&](const DM& x) {
    return static_cast<double>(step.function()(std::vector<DM>{x, DM(0, 1), found.h})[2]);
  };
  EXPECT_EQ(label(high), 0.0);
  EXPECT_EQ(label(start), 1.0);
  const Function J = derivatives_of(step);
  for (const DM& failed : J(std::vector<DM>{start, -found.h}))
    EXPECT_TRUE(std::isnan(static_cast<double>(failed(0))));
  const auto behind = J(std::vector<DM>{start, found.h}),
             expected = derivatives_of(fresh)(std::vector<DM>{start, found.h});
  EXPECT_EQ(behind[0].nonzeros(), expected[0].nonzeros());
  EXPECT_EQ(behind[1].nonzeros(), expected[1].nonzeros());
  EXPECT_LT(static_cast<double>(behind[0](3, 3)), -0.5) << "it is thrown back";
  EXPECT_NE(static_cast<double>(behind[1]), 0.0) << "the free step has none";
}

/// (end, label, end by the restitution) of a step, as a function of the restitution.
Function by_restitution(const DifferentiableStep& step, const Found& found) {
  const casadi::MX e = casadi::MX::sym("e");
  const auto y = step.function()(std::vector<casadi::MX>{DM(start_of(found)), e, found.h});
  return {"by_restitution", {e}, {y[0], y[2], casadi::MX::densify(casadi::MX::jacobian(y[0], e))}};
}

/// At restitution 1 an impact keeps the energy: another sequence, without a restitution.
TEST(DifferentiableStep, follows_a_restitution_away_from_one) {
  const Found found = support::find({"", "particle-floor"});
  for (const std::optional<Law> law : {std::optional<Law>(), std::optional<Law>(Law::beta)}) {
    const ForcedCollision stepper(found.system, {.backend = newton(), .law = law});
    const DifferentiableStep step(stepper, {.parameters = {"restitution"}}),
        fresh(stepper, {.parameters = {"restitution"}});
    const Function f = by_restitution(step, found);
    const std::vector<DM> elastic = f(std::vector<DM>{1.0}), lossy = f(std::vector<DM>{0.9}),
                          expected = by_restitution(fresh, found)(std::vector<DM>{0.9});
    EXPECT_EQ(step.failure(), "");
    EXPECT_NE(static_cast<double>(elastic[1]), static_cast<double>(lossy[1]));
    EXPECT_EQ(static_cast<double>(norm_inf(elastic[2])), 0.0);
    EXPECT_GT(static_cast<double>(norm_inf(lossy[2])), 0.1);
    for (size_t i = 0; i < 3; ++i) EXPECT_EQ(lossy[i].nonzeros(), expected[i].nonzeros());
  }
}

TEST(DifferentiableStep, refuses_what_has_no_derivatives) {
  const auto refuse = [](const std::string& problem, const std::string& stepper,
                         const DifferentiableStep::Options& options,
                         const std::vector<std::string>& parts) {
    const Problem p = find_problem(problem).make();
    StepperOptions with = find_stepper(stepper).suited(p.discretization);
    with.backend = newton();
    const auto made = make_stepper(stepper, p.system, with);
    support::expect_message([&] { DifferentiableStep step(*made, options); }, parts);
  };
  refuse("particle-floor", "moreau-jean", {}, {"states no equations for derivatives"});
  refuse("particle-floor", "collision", {.parameters = {"gravty"}}, {"gravity"});
  refuse("particle-floor", "collision", {.parameters = {"mass", "mass"}}, {"named twice"});
  refuse("particle-floor", "collision", {.most_impacts = -1}, {"must be >= 0, not -1"});
  refuse("shaking-table", "forced-collision", {}, {"moves by itself"});
}

TEST(DifferentiableStep, leaves_a_function_that_says_when_its_owner_is_gone) {
  const Found found = support::find({"", "particle-floor"});
  Function orphan;
  {
    const DifferentiableStep step(*found.stepper);
    orphan = step.function();
  }
  EXPECT_THROW((void)orphan(std::vector<DM>{DM(start_of(found)), DM(0, 1), DM(found.h)}),
               std::exception);
}

/// |J| grows as the inverse of the speed with which the floor is met.
TEST(DifferentiableStep, of_a_grazing_impact_grows_as_its_speed_falls) {
  const Problem problem = find_problem("particle-floor").make();
  const System s = problem.system.with("gravity", 0.0);
  StepperOptions options = find_stepper("collision").suited(problem.discretization);
  options.backend = newton();
  const auto stepper = make_stepper("collision", s, options);
  const DifferentiableStep step(*stepper);
  const casadi::MX x = casadi::MX::sym("x", 4);
  const std::vector<casadi::MX> y =
      step.function()(std::vector<casadi::MX>{x, casadi::MX(0, 1), 0.01});
  const Function J("J", {x}, {casadi::MX::jacobian(y[1](0), x), y[3]});
  for (const double speed : {1.0, 0.1, 0.01, 1e-3}) {
    const std::vector<DM> out =
        J(std::vector<DM>{DM(std::vector<double>{0.0, 0.004 * speed, 1.0, -speed})});
    EXPECT_NEAR(static_cast<double>(out[1]), speed, 1e-10);
    EXPECT_NEAR(static_cast<double>(out[0](0, 1)) * speed, 1.0, 1e-6);
  }
}

}  // namespace
}  // namespace ricochet
