#include "ricochet/problems.hpp"

#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/finite_differences.hpp"
#include "support/matchers.hpp"
#include "support/ranges.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <map>
#include <set>

namespace ricochet {
namespace {

using support::expect_message;
using support::near;
using support::same_bits;

class EveryProblem : public testing::TestWithParam<ProblemEntry> {
 protected:
  Problem problem_ = GetParam().make();
};

TEST_P(EveryProblem, is_complete) {
  EXPECT_EQ(problem_.system.name(), GetParam().name);
  EXPECT_EQ(find_problem(GetParam().name).name, GetParam().name);
  EXPECT_GT(problem_.h, 0.0);
  EXPECT_GE(problem_.steps(), 1);
  EXPECT_FALSE(problem_.source.empty());
  EXPECT_FALSE(problem_.summary.empty());
  for (const PlanarBody& body : problem_.bodies)
    for (const Index i : {body.x, body.y, body.theta}) EXPECT_LT(i, problem_.system.n());
}

TEST_P(EveryProblem, starts_where_its_constraints_hold) {
  const auto rows = violations(problem_.system, problem_.initial);
  EXPECT_TRUE(rows.empty()) << rows.front();
}

TEST_P(EveryProblem, knows_a_stepper_that_takes_its_first_steps) {
  const auto stepper =
      make_stepper(problem_.stepper, problem_.system, {.discretization = problem_.discretization});
  const Trajectory run = simulate(*stepper, problem_.initial, {.h = problem_.h, .steps = 3});
  EXPECT_TRUE(run.ok()) << run.message();
}

TEST_P(EveryProblem, has_derivatives_that_agree_with_differences) {
  const System& s = problem_.system;
  const Expr q = Expr::sym("q", s.n()), v = Expr::sym("v", s.n()), theta = s.parameter_symbols();
  const Expr L = s.L(q, v);
  Kernel value("L", {vertcat(q, v), theta}, {L});
  Kernel slope("dL", {vertcat(q, v), theta}, {gradient(L, vertcat(q, v))});
  for (unsigned seed = 0; seed < 5; ++seed) {
    Vector at(2 * s.n());
    at << problem_.initial.q + support::random_vector(s.n(), seed, 0.1 * s.length()),
        support::random_vector(s.n(), seed + 100);
    const auto f = [&](const Vector& x) {
      Vector out(1);
      value({x, s.parameter_values()}, {out});
      return out;
    };
    Vector gradient_at(2 * s.n());
    slope({at, s.parameter_values()}, {gradient_at});
    EXPECT_TRUE(near(gradient_at.transpose(), support::central_differences(f, at), 1e-6));
  }
}

TEST_P(EveryProblem, is_built_anew_and_equal_every_time) {
  const Problem again = GetParam().make();
  EXPECT_TRUE(same_bits(again.initial.q, problem_.initial.q));
  EXPECT_TRUE(same_bits(again.initial.p, problem_.initial.p));
  EXPECT_TRUE(same_bits(again.system.parameter_values(), problem_.system.parameter_values()));
}

TEST_P(EveryProblem, has_one_law_for_all_contacts_elastic_unless_the_problem_is_rough) {
  const System& s = problem_.system;
  if (s.specification().g.empty()) return;
  const std::set<std::string> rough = {"box-toss", "dominoes", "fallen-chain", "falling-rod"};
  EXPECT_EQ(s.parameter("friction") > 0.0, rough.count(s.name()) == 1);
  const std::set<std::string> driven = {"hopper", "impact-oscillator", "shaking-table"};
  EXPECT_EQ(s.parameter("restitution") < 1.0,
            rough.count(s.name()) == 1 || driven.count(s.name()) == 1);
  const Vector own{{s.parameter("restitution"), s.parameter("friction")}};
  const System lossy = s.with("restitution", 0.25).with("friction", 0.5);
  for (Index i = 0; i < s.contact_values().cols(); ++i) {
    EXPECT_TRUE(same_bits(s.contact_values().col(i), own));
    EXPECT_TRUE(same_bits(lossy.contact_values().col(i), Vector{{0.25, 0.5}}));
  }
}

/// What every problem asks of a parameter of this name.
const std::map<std::string, std::string>& ranges_by_name() {
  static const std::map<std::string, std::string> ranges = {
      {"mass", "> 0"},
      {"radius", "> 0"},
      {"bound", "> 0"},
      {"sigma", "> 0"},
      {"a", "> 0"},
      {"b", "> 0"},
      {"height", "> 0"},
      {"width", "> 0"},
      {"side", "> 0"},
      {"distance", ">= 0"},
      {"room", ">= 0"},
      {"cylinder", "> 0"},
      {"stiffness", ">= 0"},
      {"strength", ">= 0"},
      {"hardening", ">= 0"},
      {"epsilon", ">= 0"},
      {"planet", ">= 0"},
      {"friction", ">= 0"},
      {"restitution", "in [0, 1]"},
      {"length", "> 0"},  // of a rod or a body; that of a spring at rest may be 0
      {"nose", "> 0"},
      {"blade", "> 0"},
      {"inertia", "> 0"},
      {"thrust", "a finite number"},
      {"force", ">= 0"},
      {"torque", "a finite number"},
      {"drag", ">= 0"},
      {"frequency", "> 0"},
      {"gamma", ">= 0"},
      {"gravity", "a finite number"},
      {"angle", "a finite number"},
      {"slope", "a finite number"},
      {"speed", "a finite number"}};
  return ranges;
}

TEST_P(EveryProblem, gives_each_parameter_its_range) {
  const SystemSpecification& s = problem_.system.specification();
  const bool has_spring = std::any_of(s.parameters.begin(), s.parameters.end(),
                                      [](const Parameter& p) { return p.name == "stiffness"; });
  for (const Parameter& p : s.parameters) {
    const std::string expected =
        p.name == "length" && has_spring ? ">= 0" : ranges_by_name().at(p.name);
    EXPECT_EQ(p.range.text(), expected) << p.name;
  }
}

/// What a parameter of this name is measured in, wherever it is; a length where nothing is said.
TEST_P(EveryProblem, gives_each_parameter_its_unit) {
  const std::map<std::string, std::string> units = {
      {"mass", "kg"},        {"gravity", "m/s^2"},   {"speed", "m/s"},
      {"angle", "rad"},      {"slope", "rad"},       {"stiffness", "N/m"},
      {"strength", "J m^2"}, {"hardening", "J/m^4"}, {"epsilon", "J"},
      {"inertia", "kg m^2"}, {"thrust", "N"},        {"torque", "N m"},
      {"drag", "kg/s"},      {"frequency", "Hz"},    {"force", "N"},
      {"restitution", ""},  // pure numbers
      {"friction", ""},      {"gamma", ""}};
  for (const Parameter& p : problem_.system.specification().parameters)
    EXPECT_EQ(p.unit, units.count(p.name) == 1 ? units.at(p.name) : "m") << p.name;
  for (const BoundaryValue& b : problem_.boundary_values)
    for (const Parameter& target : b.targets) {
      const bool place = target.name == "x_end" || target.name == "y_end";
      EXPECT_EQ(target.unit, place ? "m" : "rad") << target.name;
    }
}

TEST_P(EveryProblem, refuses_parameters_out_of_their_range_by_name) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Parameter& p : problem_.system.specification().parameters) {
    const std::string what =
        "System '" + GetParam().name + "': parameter '" + p.name + "' must be ";
    const auto [outside, inside] = support::neighbours(p.range);
    for (const double x : outside)
      expect_message([&] { (void)problem_.system.with(p.name, x); },
                     {what + p.range.text() + ", not "});
    for (const double x : {nan, Range::unbounded, -Range::unbounded})
      expect_message([&] { (void)problem_.system.with(p.name, x); },
                     {what + "a finite number, not "});
    for (const double x : inside) EXPECT_EQ(problem_.system.with(p.name, x).parameter(p.name), x);
    EXPECT_EQ(problem_.system.with(p.name, p.value).parameter(p.name), p.value);
  }
}

TEST_P(EveryProblem, starts_its_own_system_as_it_says) {
  const State start = problem_.start(problem_.system);
  EXPECT_TRUE(same_bits(start.q, problem_.initial.q));
  EXPECT_TRUE(same_bits(start.p, problem_.initial.p));
}

INSTANTIATE_TEST_SUITE_P(OfTheLibrary, EveryProblem, testing::ValuesIn(all_problems()),
                         [](const auto& tested) { return support::test_name(tested.param.name); });

TEST(Problems, have_distinct_names) {
  const std::vector<std::string> names = problem_names();
  EXPECT_FALSE(names.empty());
  EXPECT_EQ(std::set<std::string>(names.begin(), names.end()).size(), names.size());
}

TEST(Problems, that_are_unknown_suggest_the_nearest) {
  expect_message([] { (void)find_problem("bowel"); },
                 {"Unknown problem 'bowel'", "did you mean 'bowl'?"});
  expect_message([] { (void)find_problem("spring-spere"); }, {"did you mean 'spring-sphere'?"});
}

/// A problem with a structural parameter: n free particles on a line.
ProblemEntry row_of_particles() {
  return {
      "row",
      [](const Structure& given) {
        const int n = given.at("n");
        return Problem{
            .system = System({.name = "row", .q = Expr::sym("q", n), .M = Expr::eye(n), .V = 0.0}),
            .initial = {.q = Vector::Zero(n), .p = Vector::Zero(n)}};
      },
      {{.name = "n", .value = 3, .least = 1, .most = 5, .meaning = "particles"}}};
}

TEST(Structure, is_taken_over_the_defaults) {
  EXPECT_EQ(row_of_particles().make().system.n(), 3);
  EXPECT_EQ(row_of_particles().make({{"n", 5}}).system.n(), 5);
}

TEST(Structure, refuses_what_does_not_exist_or_is_out_of_range) {
  const ProblemEntry row = row_of_particles();
  expect_message(
      [&] {
        (void)row.make({{"N", 2}});
      },
      {"Problem 'row'", "no structural parameter 'N'", "did you mean 'n'?"});
  expect_message(
      [&] {
        (void)row.make({{"n", 6}});
      },
      {"Problem 'row'", "n must be in [1, 5]", "not 6"});
  expect_message([&] { (void)row.make({{"n", 0}}); }, {"n must be in [1, 5]", "not 0"});
  expect_message(
      [] {
        (void)find_problem("bowl").make({{"walls", 1}});
      },
      {"Problem 'bowl'", "no structural parameter 'walls'", "there are none"});
}

constexpr double round_off = 1e-14;

TEST(Bowl, has_its_data) {
  const Problem problem = problems::bowl();
  const System& s = problem.system;
  EXPECT_TRUE(same_bits(problem.initial.q, Vector{{1.0, 0.5}}));
  EXPECT_TRUE(same_bits(problem.initial.p, Vector{{1.0, 1.0}}));
  EXPECT_EQ(problem.h, 0.02);
  EXPECT_EQ(problem.discretization.name(), "midpoint");
  EXPECT_EQ(s.parameter("gravity"), 9.8);
  EXPECT_NEAR(s.H(problem.initial.q, problem.initial.p), 1.0 + 9.8 * 0.5, round_off);  // [J]
  EXPECT_TRUE(near(s.g(Vector{{2.0, 3.0}}), Vector{{1.0}}, round_off));                // y - x^2/2
}

TEST(SpringSphere, has_its_data) {
  const Problem problem = problems::spring_sphere();
  const System& s = problem.system;
  EXPECT_TRUE(same_bits(problem.initial.q, Vector{{4.0, -3.0, 3.0, -4.0}}));
  EXPECT_TRUE(same_bits(problem.initial.p, Vector{{0.6, 0.8, 0.8, 0.6}}));
  EXPECT_EQ(problem.h, 0.5);
  EXPECT_EQ(problem.discretization.name(), "midpoint");
  // kinetic 1, twice 50/25, spring 1/2 (sqrt 2 - 2 sqrt 2)^2 = 1
  EXPECT_NEAR(s.H(problem.initial.q, problem.initial.p), 1.0 + 4.0 + 1.0, round_off * 10.0);
  EXPECT_TRUE(near(s.g(problem.initial.q), Vector::Zero(2), round_off));  // both on the circle
  EXPECT_TRUE(near(s.g(Vector{{3.0, 0.0, 0.0, 1.0}}), Vector{{2.0, 4.0}}, round_off));
  EXPECT_NEAR(s.J(problem.initial.q, problem.initial.p)[0], 10.0, round_off * 10.0);
}

TEST(TangentialApproach, has_its_data) {
  const Problem problem = problems::tangential_approach();
  const System& s = problem.system;
  EXPECT_TRUE(same_bits(problem.initial.q, Vector{{-1.0, 0.0}}));
  EXPECT_TRUE(same_bits(problem.initial.p, Vector{{1.0, 0.0}}));
  EXPECT_EQ(problem.h, 1.0 / 32.0);
  EXPECT_EQ(problem.discretization.name(), "midpoint");
  EXPECT_EQ(s.H(problem.initial.q, problem.initial.p), 0.5);
  EXPECT_TRUE(near(s.g(Vector{{2.0, 9.0}}), Vector{{1.0}}, round_off));  // y - x^3
}

}  // namespace
}  // namespace ricochet
