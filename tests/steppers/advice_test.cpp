#include "ricochet/advice.hpp"

#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"

#include <gtest/gtest.h>

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
}

TEST(Advice, names_only_methods_that_can_take_the_problem) {
  for (const ProblemEntry& entry : all_problems()) {
    const Problem problem = entry.make();
    const auto advice = advise(problem.system, problem.initial);
    EXPECT_FALSE(advice.empty()) << entry.name;
    for (const Advice& a : advice)
      EXPECT_EQ(find_stepper(a.stepper).why_not(problem.system), "") << entry.name;
  }
}

TEST(Advice, is_empty_where_no_method_fits) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  const System pushed({.name = "pushed knife",
                       .q = q,
                       .v = v,
                       .M = Expr::eye(2),
                       .V = q(1),
                       .omega = {{"knife", v(0) - q(1) * v(1)}},
                       .forces = {{"wind", -v}}});
  const bool taken = !find_stepper("nonholonomic-collision").why_not(pushed).empty();
  EXPECT_EQ(advise(pushed, {.q = Vector::Zero(2), .p = Vector::Zero(2)}).empty(), taken);
}

}  // namespace
}  // namespace ricochet
