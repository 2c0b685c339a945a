#include "ricochet/problems.hpp"
#include "ricochet/text/text.hpp"
#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::Outcome;
using support::ricochet_program;
using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

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

TEST(ShowTargets, have_units) {
  const std::string text = ricochet_program({"show", "shooting-ellipse"}).out;
  EXPECT_THAT(text,
              HasSubstr("    y_end = 1.3 m\n    theta_end = 4.6 rad\n    entry = -0.7 rad\n"));
}

TEST(ShowBoundaryValues, tells_targets_conditions_and_guesses) {
  const Outcome outcome = ricochet_program({"show", "shooting-ellipse"});
  EXPECT_THAT(outcome.out, HasSubstr("boundary values (ricochet shoot, --target NAME)\n  entry: "));
  EXPECT_THAT(outcome.out, HasSubstr("    end: x_end, y_end, theta_end\n    start: vx near -2.7 vy "
                                     "near -3.5 omega near 4.5 T = 1.2\n"));
}

}  // namespace
}  // namespace ricochet
