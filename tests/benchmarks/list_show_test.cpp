#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace ricochet {
namespace {

using support::Outcome;
using support::ricochet_program;
using testing::HasSubstr;

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
  for (const std::string& name : problem.system.parameter_names())
    EXPECT_THAT(outcome.out, HasSubstr("  " + name + " = "));
  for (const StructuralParameter& p : entry.structure)
    EXPECT_THAT(outcome.out,
                HasSubstr("  " + p.name + " = " + std::to_string(p.value) + "  (from "));
  for (const MomentumMap& map : problem.system.specification().momenta)
    EXPECT_THAT(outcome.out, HasSubstr("momentum map: " + map.name));
  EXPECT_THAT(outcome.out, HasSubstr("--stepper " + problem.stepper + " --lagrangian " +
                                     problem.discretization.name() + " --h "));
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
  EXPECT_THAT(outcome.out, HasSubstr("gravity = 1\n"));
  EXPECT_THAT(outcome.out, HasSubstr("radius = 0.25  (> 0)\n"));
  EXPECT_THAT(outcome.out, HasSubstr("restitution = 1  (in [0, 1])\n"));
  EXPECT_THAT(outcome.out, HasSubstr("coordinates: 4"));
}

}  // namespace
}  // namespace ricochet
