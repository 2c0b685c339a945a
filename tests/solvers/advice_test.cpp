#include "ricochet/advice.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

namespace ricochet {
namespace {

std::string first_choice(const std::string& problem, const std::string& parameter = {},
                         double value = 0.0) {
  const Problem made = find_problem(problem).make();
  const System system = parameter.empty() ? made.system : made.system.with(parameter, value);
  const auto advice = advise(system, made.initial);
  return advice.empty() ? "none" : advice.front().stepper;
}

TEST(Advice, fits_what_the_problem_is) {
  EXPECT_EQ(first_choice("cradle"), "gvi");
  EXPECT_EQ(first_choice("bowl"), "discrete-smooth");
  EXPECT_EQ(first_choice("star"), "collision");
  EXPECT_EQ(first_choice("wedge", "friction", 0.3), "forced-collision");
  EXPECT_EQ(first_choice("corner-tip"), "collision");
  EXPECT_EQ(first_choice("pendulum-cylinder"), "nonholonomic-collision");
  EXPECT_EQ(first_choice("pogo"), "collision");                // one body on a spring
  EXPECT_EQ(first_choice("double-pendulum-walls"), "hybrid");  // equalities, nothing touches
  EXPECT_EQ(first_choice("bar-pair"), "discrete-smooth");      // a mesh
}

TEST(Advice, locates_the_impacts_of_few_bodies_only) {
  const auto names = [](int n) {
    const Problem box = find_problem("disc-box").make({{"n", n}});
    std::vector<std::string> list;
    for (const Advice& a : advise(box.system, box.initial)) list.push_back(a.stepper);
    return list;
  };
  EXPECT_THAT(names(5),
              testing::ElementsAre("hybrid", "collision", "gvi", "shadow", "moreau-jean"));
  EXPECT_THAT(names(20), testing::ElementsAre("gvi", "shadow", "moreau-jean"));
  const System lossy = problems::disc_box(20, 1).system.with("restitution", 0.5);
  const auto advice = advise(lossy, problems::disc_box(20, 1).initial);
  EXPECT_EQ(advice[0].stepper, "moreau-jean");
  EXPECT_EQ(advice[1].stepper, "rattle");
}

TEST(Advice, names_the_option_for_slow_impacts_where_they_can_come) {
  const Problem falls = problems::star(), flies = problems::normal_impact();
  const Advice pressed = advise(falls.system, falls.initial).front();
  EXPECT_EQ(pressed.options.slow_impact, SlowImpact::restitution);
  EXPECT_EQ(pressed.flags, "--slow-impact restitution");
  EXPECT_FALSE(advise(flies.system, flies.initial).front().options.slow_impact);
}

TEST(Advice, places_impacts_that_keep_a_shadow_energy_by_the_number_of_bodies) {
  const auto shadow = [](const Problem& problem) {
    for (const Advice& a : advise(problem.system, problem.initial))
      if (a.stepper == "shadow") return a.flags.empty() ? std::string("grid") : a.flags;
    return std::string("none");
  };
  EXPECT_EQ(shadow(problems::disc_chaotic()), "--placement located");
  EXPECT_EQ(shadow(problems::two_discs()), "grid");
  EXPECT_EQ(shadow(problems::bowl()), "none") << "no impacts";
  EXPECT_EQ(shadow(problems::particle_1d()), "--placement located");
  EXPECT_EQ(shadow(problems::cradle(3, 1)), "grid");
}

TEST(Advice, tells_what_can_take_a_problem_from_what_fits) {
  for (const ProblemEntry& entry : all_problems()) {
    const Problem problem = entry.make();
    const auto fits = advise(problem.system, problem.initial);
    for (const Advice& no : unfit(problem.system, problem.initial)) {
      EXPECT_EQ(find_stepper(no.stepper).why_not(problem.system), "") << entry.name;
      EXPECT_TRUE(std::none_of(fits.begin(), fits.end(), [&](const Advice& yes) {
        return yes.stepper == no.stepper;
      })) << entry.name;
    }
  }
  const Problem ball = problems::particle_1d();
  EXPECT_EQ(unfit(ball.system, ball.initial).front().stepper, "discrete-smooth");
}

class FirstAdvice : public testing::TestWithParam<ProblemEntry> {};

TEST_P(FirstAdvice, reaches_300_steps) {
  const Problem problem = GetParam().make();
  const Advice first = advise(problem.system, problem.initial).front();
  StepperOptions options = first.options;
  const StepperEntry& entry = find_stepper(first.stepper);
  options.discretization = entry.suited(problem.discretization).discretization;
  options.backend = newton();
  const Trajectory run = simulate(*entry.make(problem.system, options), problem.initial,
                                  {.h = problem.h, .steps = 300, .every = 0});
  EXPECT_TRUE(run.ok()) << run.message();
}

INSTANTIATE_TEST_SUITE_P(EveryProblem, FirstAdvice, testing::ValuesIn(all_problems()),
                         [](const auto& tested) { return support::test_name(tested.param.name); });

TEST(Advice, names_only_methods_that_can_take_the_problem) {
  for (const ProblemEntry& entry : all_problems()) {
    const Problem problem = entry.make();
    const auto advice = advise(problem.system, problem.initial);
    EXPECT_FALSE(advice.empty()) << entry.name;
    for (const Advice& a : advice)
      EXPECT_EQ(find_stepper(a.stepper).why_not(problem.system), "") << entry.name;
  }
}

/// What a pushed system with restitution e is advised.
std::vector<std::string> advised_for_a_push(double e) {
  const System pushed = support::driven_ball(e);
  std::vector<std::string> names;
  for (const Advice& a : advise(pushed, {.q = Vector{{0.0, 1.0}}, .p = Vector::Zero(2)}))
    names.push_back(a.stepper);
  return names;
}

TEST(Advice, for_forces_and_losses_begins_with_the_method_that_locates_impacts) {
  using testing::ElementsAre;
  EXPECT_THAT(advised_for_a_push(1.0), ElementsAre("forced-collision", "gvi", "moreau-jean"));
  EXPECT_THAT(advised_for_a_push(0.5),
              ElementsAre("forced-collision", "gvi", "rattle", "moreau-jean"));
}

TEST(Advice, for_many_bodies_with_forces_begins_with_the_method_of_fixed_steps) {
  const Problem gas = find_problem("disc-gas").make({{"n", 10}});
  const System pushed = support::driven(gas.system.specification());
  const std::vector<Advice> list = advise(pushed, gas.initial);
  ASSERT_GE(list.size(), 2u);
  EXPECT_EQ(list[0].stepper, "gvi");
  EXPECT_EQ(list[1].stepper, "forced-collision");
}

TEST(Advice, is_empty_where_no_method_fits) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  SystemSpecification knife{.name = "pushed knife",
                            .q = q,
                            .v = v,
                            .M = Expr::eye(2),
                            .V = q(1),
                            .omega = {{"knife", v(0) - q(1) * v(1)}},
                            .forces = {{"wind", -v}}};
  const State start{.q = Vector::Zero(2), .p = Vector::Zero(2)};
  EXPECT_EQ(advise(System(knife), start).front().stepper, "nonholonomic-collision");
  knife.g = {{"floor", q(1), {.restitution = 0.5}}};
  EXPECT_EQ(advise(System(knife), start).front().stepper, "forced-collision");
  knife.g = {{"floor", q(1), {.restitution = 0.5, .friction = 0.3}}};  // and no tangents
  EXPECT_TRUE(advise(System(knife), start).empty());
}

}  // namespace
}  // namespace ricochet
