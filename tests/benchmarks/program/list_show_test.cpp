#include "program/show/show_expression.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text/text.hpp"
#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ricochet {
namespace {

using support::Outcome;
using support::ricochet_program;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

TEST(Program, shows_its_help_to_who_gives_no_word) {
  const Outcome bare = ricochet_program({});
  EXPECT_EQ(bare.code, 0);
  EXPECT_EQ(bare.err, "");
  EXPECT_EQ(bare.out, ricochet_program({"--help"}).out);
  EXPECT_THAT(bare.out, HasSubstr("compare"));
}

TEST(List, names_everything_for_people_and_for_scripts) {
  const Outcome text = ricochet_program({"list"}), json = ricochet_program({"list", "--json"});
  EXPECT_EQ(text.code, 0);
  EXPECT_EQ(json.code, 0);
  const auto lists = nlohmann::json::parse(json.out);
  EXPECT_EQ(lists.at("problems").size(), all_problems().size());
  EXPECT_EQ(lists.at("steppers").size(), all_steppers().size());
  EXPECT_EQ(lists.at("backends").size(), all_backends().size());
  EXPECT_TRUE(lists.at("figures").is_array());
  for (const char* list : {"problems", "steppers", "backends"})
    for (const auto& entry : lists.at(list)) {
      EXPECT_THAT(text.out, HasSubstr(entry.at("name")));
      EXPECT_NE(entry.at("summary"), "") << entry.at("name");
    }
}

class Show : public testing::TestWithParam<std::string> {};

TEST_P(Show, tells_constraints_parameters_start_and_source) {
  const Outcome outcome = ricochet_program({"show", GetParam()});
  ASSERT_EQ(outcome.code, 0) << outcome.err;
  const ProblemEntry& entry = find_problem(GetParam());
  const Problem problem = entry.make();
  EXPECT_THAT(outcome.out, HasSubstr(problem.source));
  EXPECT_THAT(outcome.out, HasSubstr(problem.reported));
  for (Index i = 0; i < problem.system.m(); ++i)
    EXPECT_THAT(outcome.out,
                HasSubstr("  " + std::to_string(i) + "  " + problem.system.gap_name(i) + ":"));
  for (const std::string& name : problem.system.specification().f.names())
    EXPECT_THAT(outcome.out, HasSubstr("  " + name + ":"));
  for (const Parameter& p : problem.system.specification().parameters)
    EXPECT_THAT(outcome.out, HasSubstr("  " + p.name + " = " + brief(p.value) +
                                       (p.unit.empty() ? "" : ' ' + p.unit)));
  for (const StructuralParameter& p : entry.structure)
    EXPECT_THAT(outcome.out,
                HasSubstr("  " + p.name + " = " + std::to_string(p.value) + "  (from "));
  for (const MomentumMap& map : problem.system.specification().momenta)
    EXPECT_THAT(outcome.out, HasSubstr("  " + map.name + ": "));
  EXPECT_THAT(outcome.out, HasSubstr("--stepper " + problem.stepper + " --lagrangian " +
                                     problem.discretization.name() + " --h "));
}

/// CasADi's names of shared parts, "@1", and of entries of columns, "q_0", say nothing to people.
TEST_P(Show, calls_coordinates_alike_everywhere) {
  const std::string text = ricochet_program({"show", GetParam()}).out;
  for (const char* name : {"@", "q_", "u_", "v_", "p_"})
    EXPECT_THAT(text, Not(ContainsRegex("[^a-z]" + std::string(name) + "[0-9]"))) << name;
  EXPECT_THAT(text, Not(HasSubstr("@")));
  EXPECT_THAT(text, HasSubstr("q0"));
}

INSTANTIATE_TEST_SUITE_P(EveryProblem, Show, testing::ValuesIn(problem_names()),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(ShowWith, takes_parameters) {
  const Outcome outcome =
      ricochet_program({"show", "cradle", "--set", "n=2", "--set", "gravity=1"});
  EXPECT_THAT(outcome.out, HasSubstr("n = 2  (from"));
  EXPECT_THAT(outcome.out, HasSubstr("gravity = 1 m/s^2\n"));
  EXPECT_THAT(outcome.out, HasSubstr("radius = 0.25 m  (> 0)\n"));
  EXPECT_THAT(outcome.out, HasSubstr("restitution = 1  (in [0, 1])\n"));
  EXPECT_THAT(outcome.out, HasSubstr("coordinates q: 4"));
}

TEST(ShowSystem, prints_energy_and_rows_as_people_write_them) {
  const std::string cradle = ricochet_program({"show", "cradle", "--set", "n=2"}).out;
  EXPECT_THAT(cradle, HasSubstr("mass matrix M = diag(mass, ..., mass)\n"));
  EXPECT_THAT(cradle, HasSubstr("potential V = mass*gravity*q1 + mass*gravity*q3\n"));
  EXPECT_THAT(cradle, HasSubstr("  0  rod 0: sqrt(q0^2 + q1^2) - length = 0\n"));
  EXPECT_THAT(cradle, HasSubstr("0  balls 0-1: sqrt((q2 - q0)^2 + (q3 - q1)^2) - 2*radius >= 0\n"));
  const std::string pendulum = ricochet_program({"show", "pendulum-cylinder"}).out;
  EXPECT_THAT(pendulum, HasSubstr("  L(q, v) = 0.5*mass*length^2*(v0^2 + (v1*sin(q0))^2) - "
                                  "mass*gravity*length*cos(q0)\n"));
  EXPECT_THAT(pendulum, HasSubstr("azimuth: (3.14159 + cos(q0)^2)*v0 - v1 = 0\n"));
  EXPECT_THAT(ricochet_program({"show", "billiard-table"}).out,
              HasSubstr("  5  block[1]: 0.5*side - q1 >= 0  (one of 2 suffices)\n"));
}

TEST(ShowBodies, have_all_their_coordinates_with_units) {
  EXPECT_THAT(ricochet_program({"show", "star"}).out,
              HasSubstr("star: q0 = x [m], q1 = y [m], q2 = theta [rad]\n"));
  EXPECT_THAT(ricochet_program({"show", "lennard-jones"}).out,
              HasSubstr("sphere 5: q15 = x [m], q16 = y [m], q17 = z [m]\n"));
  EXPECT_THAT(ricochet_program({"show", "pendulum-cylinder"}).out, HasSubstr("azimuth:     q1\n"));
  EXPECT_THAT(ricochet_program({"show", "bar-pair", "--set", "n=3"}).out,
              HasSubstr("others:             q1 to q2, q5 to q6\n"));
}

TEST(ShowTargets, have_units) {
  const std::string text = ricochet_program({"show", "shooting-ellipse"}).out;
  EXPECT_THAT(text,
              HasSubstr("    y_end = 1.3 m\n    theta_end = 4.6 rad\n    entry = -0.7 rad\n"));
}

TEST(ShowLongLists, leaves_out_the_middle_unless_asked_for_all) {
  const std::vector<std::string> words = {"show", "disc-box", "--set", "n=10"};
  const std::string part = ricochet_program(words).out;  // 45 pairs, 40 walls
  EXPECT_THAT(part, HasSubstr("\n  19  discs 2-5: "));
  EXPECT_THAT(part,
              HasSubstr("\n  ... 45 more, discs 2-6 to top 4; --all prints them\n  65  left 5: "));
  EXPECT_THAT(part, HasSubstr("\n  84  top 9: "));
  std::vector<std::string> with_all = words;
  with_all.emplace_back("--all");
  const std::string all = ricochet_program(with_all).out;
  EXPECT_THAT(all, Not(HasSubstr("more")));
  for (const char* row : {"\n   0  discs 0-1: ", "\n  20  discs 2-6: ", "\n  64  top 4: "})
    EXPECT_THAT(all, HasSubstr(row));
}

TEST(ShowLongLists, leaves_out_numbers_of_the_start) {
  const std::string part = ricochet_program({"show", "ball-chain", "--set", "n=50"}).out;
  EXPECT_THAT(part, HasSubstr("  q = 0, 1, 2, "));
  EXPECT_THAT(part, HasSubstr("18, 19, ..., 30, 31"));
}

TEST(ReadableExpressions, have_the_parentheses_they_need) {
  const Expr a = Expr::sym("a"), b = Expr::sym("b"), c = Expr::sym("c");
  const std::vector<std::pair<Expr, std::string>> expected = {
      {a - (b - c), "a - (b - c)"},
      {a - b - c, "a - b - c"},
      {a + (b - c), "a + b - c"},
      {a + (-b), "a - b"},
      {-(a + b), "-(a + b)"},
      {-(a * b), "-a*b"},
      {(a + b) * c, "(a + b)*c"},
      {a * a * b * b * b, "a^2*b^3"},
      {(a + b) * (a + b) * c, "(a + b)^2*c"},
      {a / (b * c), "a/(b*c)"},
      {a / (b / c), "a/(b/c)"},
      {a * b / c, "a*b/c"},
      {1.0 / (a + b), "1/(a + b)"},
      {-0.5 * a, "-0.5*a"},
      {b - (-0.5 * a), "b - (-0.5*a)"},
      {b - 0.5 * a * c, "b - 0.5*a*c"},
      {b + -0.5 * a * c, "b - 0.5*a*c"},
      {(b - a) * c, "(b - a)*c"},
      {(-b + a) * c, "(a - b)*c"},
      {a * (b - 3.0), "a*(b - 3)"},
      {a * a * a, "a^3"},
      {a * pow(b + c, 3), "a*(b + c)^3"},
      {pow(pow(a, 2), c), "(a^2)^c"},
      {-pow(a, 2), "-a^2"},
      {pow(-a, c), "(-a)^c"},
      {fmin(a - b, 0.0), "fmin(a - b,0)"},
      {Expr(0.0), "0"},
      {Expr(1, 1), "0"}};
  for (const auto& [e, text] : expected) EXPECT_EQ(cli::readable(e), text);
}

TEST(ReadableExpressions, say_when_they_are_too_long) {
  Expr e = Expr::sym("a");
  for (int i = 0; i < 200; ++i) e = sin(e) + e;  // shared: 2^200 letters
  EXPECT_EQ(cli::readable(e), "(too long to be read)");
}

}  // namespace
}  // namespace ricochet
