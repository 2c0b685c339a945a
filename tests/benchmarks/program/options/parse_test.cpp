#include "program/options/parse.hpp"

#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <iomanip>
#include <set>
#include <sstream>

namespace ricochet::cli {
namespace {

using support::Outcome;
using support::ricochet_program;
using testing::HasSubstr;

using Words = std::vector<std::string>;

Options options(const Words& words) { return resolve(parse(words)); }

TEST(Parse, takes_values_that_begin_with_a_dash) {
  const Options o = options({"run", "bowl", "--p0", "-2,-1.5", "--q0", "-.5,+1"});
  EXPECT_EQ(o.p0, (std::vector<double>{-2.0, -1.5}));
  EXPECT_EQ(o.q0, (std::vector<double>{-0.5, 1.0}));
  EXPECT_EQ(options({"run", "bowl", "--v0=-1,2"}).v0, (std::vector<double>{-1.0, 2.0}));
}

TEST(Parse, takes_options_before_and_behind_the_problem) {
  const Options o = options({"run", "--set", "mass=2", "bowl", "--set=gravity=-1e-3", "--quiet"});
  EXPECT_EQ(o.operand, "bowl");
  ASSERT_EQ(o.set.size(), 2U);
  EXPECT_EQ(o.set[1].first, "gravity");
  EXPECT_EQ(o.set[1].second, -1e-3);
  EXPECT_TRUE(o.quiet);
}

TEST(Parse, knows_every_option_of_a_run) {
  const Options o = options({"run",
                             "bowl",
                             "--stepper",
                             "gvi",
                             "--lagrangian",
                             "gamma:0.25",
                             "--backend",
                             "audit",
                             "--reflection",
                             "moreau",
                             "--energy",
                             "numerical",
                             "--predictor",
                             "bilateral",
                             "--gradients",
                             "start",
                             "--strict",
                             "--no-projection",
                             "--newmark",
                             "0.25,0.5",
                             "--max-events",
                             "3",
                             "--slow-impact",
                             "contact",
                             "--law",
                             "beta",
                             "--rest-energy",
                             "1e-4",
                             "--form",
                             "minus",
                             "--placement",
                             "located",
                             "--energy-order",
                             "6",
                             "--virtual",
                             "2",
                             "--anchor",
                             "0.05",
                             "--no-certify",
                             "--h",
                             "0.5",
                             "--steps",
                             "7",
                             "--every",
                             "3",
                             "--certify-every",
                             "5",
                             "--out",
                             "a",
                             "--events",
                             "b",
                             "--contacts",
                             "c",
                             "--report",
                             "d",
                             "--plot",
                             "e.svg",
                             "--checkpoint",
                             "f",
                             "--violated-start",
                             "--project-start"});
  EXPECT_EQ(o.stepper, "gvi");
  EXPECT_EQ(o.method, (SettingList{{"lagrangian", "gamma:0.25"},
                                   {"backend", "audit"},
                                   {"reflection", "moreau"},
                                   {"energy", "numerical"},
                                   {"predictor", "bilateral"},
                                   {"strict", true},
                                   {"gradients", "start"},
                                   {"projection", false},
                                   {"newmark", std::vector<double>{0.25, 0.5}},
                                   {"max_events", 3L},
                                   {"slow_impact", "contact"},
                                   {"law", "beta"},
                                   {"rest_energy", 1e-4},
                                   {"form", "minus"},
                                   {"placement", "located"},
                                   {"energy_order", 6L},
                                   {"virtual", 2L},
                                   {"anchor", 0.05},
                                   {"certify", false}}));
  EXPECT_EQ(o.method.size(), all_stepper_options().size());
  EXPECT_EQ(o.h, 0.5);
  EXPECT_EQ(o.steps, 7);
  EXPECT_EQ(o.every, 3);
  EXPECT_EQ(o.certify_every, 5);
  EXPECT_TRUE(o.violated_start);
  EXPECT_TRUE(o.project_start);
  EXPECT_EQ(files_to_write(o),
            (std::vector<std::pair<std::string, std::string>>{{"--out", "a"},
                                                              {"--events", "b"},
                                                              {"--contacts", "c"},
                                                              {"--report", "d"},
                                                              {"--plot", "e.svg"},
                                                              {"--checkpoint", "f"}}));
}

TEST(Parse, describes_every_command_and_option) {
  const Outcome all = ricochet_program({"--help"});
  EXPECT_EQ(all.code, 0);
  std::set<std::string> names;
  for (const Command& command : all_commands()) {
    EXPECT_TRUE(names.insert(command.name).second) << command.name << " is listed twice";
    EXPECT_THAT(all.out, HasSubstr(command.name));
    const Outcome one = ricochet_program({command.name, "--help"});
    EXPECT_EQ(one.code, 0);
    for (const OptionEntry& option : command.options)
      EXPECT_THAT(one.out, HasSubstr(option.name)) << command.name;
  }
  EXPECT_FALSE(names.empty());
  EXPECT_THAT(ricochet_program({"--version"}).out, HasSubstr("ricochet "));
}

/// An example as a shell splits it into words.
Words split(const std::string& example) {
  std::istringstream stream(example);
  Words words;
  for (std::string word; stream >> std::quoted(word);) words.push_back(word);
  return words;
}

TEST(Parse, understands_every_example_of_the_help) {
  for (const Command& command : all_commands()) {
    EXPECT_FALSE(command.examples.empty()) << command.name;
    const std::string help = ricochet_program({command.name, "--help"}).out;
    for (const std::string& example : command.examples) {
      EXPECT_THAT(help, HasSubstr("\n  ricochet " + example + "\n"));
      const Parsed parsed = parse(split(example));
      ASSERT_TRUE(parsed.command) << example;
      EXPECT_EQ(parsed.command->name, command.name) << example;
      Options taken;
      for (const Given& given : parsed.given) given.option->take(taken, given.value);
    }
  }
}

struct Refusal {
  Words words;
  std::string complaint;
};

class Usage : public testing::TestWithParam<Refusal> {};

TEST_P(Usage, is_refused_with_exit_code_2_and_the_cause) {
  const Outcome outcome = ricochet_program(GetParam().words);
  EXPECT_EQ(outcome.code, 2);
  EXPECT_EQ(outcome.out, "");
  EXPECT_THAT(outcome.err, HasSubstr(GetParam().complaint));
}

INSTANTIATE_TEST_SUITE_P(
    Wrong, Usage,
    testing::Values(Refusal{{"rum"}, "there is no command 'rum' (did you mean 'run'?)"},
                    Refusal{{""}, "there is no command ''"},
                    Refusal{{"run"}, "no problem is named"},
                    Refusal{{"show"}, "PROBLEM is required"},
                    Refusal{{"run", "bowll"}, "Unknown problem 'bowll' (did you mean 'bowl'?)"},
                    Refusal{{"bench", ""}, "'bench': an empty word is given"},
                    Refusal{{"run", "bowl", "extra"}, "not expected: extra"},
                    Refusal{{"run", "bowl", "--stepprr", "gvi"},
                            "no option --stepprr (did you mean '--stepper'?)"},
                    Refusal{{"map", "bowl", "--steps", "3"},
                            "'map' has no option --steps; 'run' has it"},
                    Refusal{{"run", "bowl", "-x"}, "'run' has no option -x"},
                    Refusal{{"run", "bowl", "--h"}, "--h needs a value"},
                    Refusal{{"run", "bowl", "--h", "--quiet"}, "--h needs a value"},
                    Refusal{{"run", "bowl", "--out="}, "--out needs a value"},
                    Refusal{{"run", "bowl", "--quiet=1"}, "--quiet takes no value"},
                    Refusal{{"run", "bowl", "--h", "1", "--h", "2"}, "--h is given more than once"},
                    Refusal{{"run", "bowl", "--steps", "1", "--time", "1"}, "exclude each other"},
                    Refusal{{"run", "bowl", "--p0", "1,1", "--v0", "1,1"}, "exclude each other"},
                    Refusal{{"run", "bowl", "--start", "x", "--q0", "1,1"}, "exclude each other"},
                    Refusal{{"run", "--resume", "x", "--from", "y"}, "exclude each other"}));

INSTANTIATE_TEST_SUITE_P(
    BadNumber, Usage,
    testing::Values(
        Refusal{{"run", "bowl", "--h", "0"}, "--h: expected a finite number > 0, not '0'"},
        Refusal{{"run", "bowl", "--h", "-0.1"}, "> 0, not '-0.1'"},
        Refusal{{"run", "bowl", "--h", "nan"}, "> 0, not 'nan'"},
        Refusal{{"run", "bowl", "--h", "inf"}, "> 0, not 'inf'"},
        Refusal{{"run", "bowl", "--h", "1mm"}, "> 0, not '1mm'"},
        Refusal{{"run", "bowl", "--h", "1e-300", "--steps", "1"},
                "the step size h must be in [1e-12, 1e+06] s, not 1e-300"},
        Refusal{{"run", "bowl", "--h", "1e300", "--steps", "1"}, "not 1e+300"},
        Refusal{{"run", "bowl", "--steps", "-5"},
                "--steps: expected a whole number >= 0, not '-5'"},
        Refusal{{"run", "bowl", "--steps", "1.5"}, "whole number"},
        Refusal{{"run", "bowl", "--every", "-1"}, "--every: expected a whole number"},
        Refusal{{"run", "bowl", "--time", "inf"}, "--time: expected a finite number > 0"},
        Refusal{{"run", "bowl", "--time", "1e30"}, "would take 5e+31 steps"},
        Refusal{{"run", "bowl", "--time", "1e-4"}, "less than half a step of h = 0.02 s"},
        Refusal{{"run", "bowl", "--q0", "1,nan"}, "--q0: expected a finite number, not 'nan'"},
        Refusal{{"run", "bowl", "--p0", "inf,1"}, "--p0: expected a finite number, not 'inf'"},
        Refusal{{"run", "bowl", "--v0", "1,"}, "--v0: expected a finite number, not ''"},
        Refusal{{"run", "bowl", "--p0", "1e200,0"}, "the start of 'bowl': the energy is inf"},
        Refusal{{"run", "spring-sphere", "--q0", "0,0,3,-4"}, "V is inf"},
        Refusal{{"run", "lennard-jones", "--set", "sigma=1e60"}, "V is"},
        Refusal{{"run", "cradle", "--set", "radius=1e-20"}, "the gradient of 'balls 0-1' is"},
        Refusal{{"run", "bowl", "--stepper", "newmark", "--newmark", "1e-300,0.5"},
                "beta must be 0 or in [1e-06, 0.5]"},
        Refusal{{"run", "bowl", "--stepper", "newmark", "--newmark", "0.25,1.5"},
                "gamma in [0, 1], not 0.25 and 1.5"},
        Refusal{{"run", "bowl", "--stepper", "hybrid", "--max-events", "0"},
                "--max-events: expected at least 1, not 0"},
        Refusal{{"run", "wedge", "--rest-energy", "-1"},
                "--rest-energy: expected a number >= 0, not -1"},
        Refusal{{"run", "wedge", "--rest-energy", "nan"},
                "--rest-energy: expected a finite number"},
        Refusal{{"run", "bowl", "--q0", "1"}, "has 2 coordinates, but 1 numbers are given"}));

INSTANTIATE_TEST_SUITE_P(
    BadName, Usage,
    testing::Values(
        Refusal{{"run", "bowl", "--stepper", "discrete-smoth"}, "did you mean 'discrete-smooth'?"},
        Refusal{{"run", "bowl", "--backend", "newtn"}, "did you mean 'newton'?"},
        Refusal{{"run", "bowl", "--lagrangian", "midpont"}, "did you mean 'midpoint'?"},
        Refusal{{"run", "bowl", "--lagrangian", "gamma:2"}, "gamma must be in [0, 1], not 2"},
        Refusal{{"run", "bowl", "--gradients", "actve"},
                "--gradients: unknown choice 'actve' (did you mean 'active'?)"},
        Refusal{{"run", "bowl", "--reflection", "moreau"},
                "--reflection: stepper 'discrete-smooth' has no such option"},
        Refusal{{"run", "bowl", "--stepper", "hybrid", "--no-projection"},
                "--no-projection: stepper 'hybrid' has no such option"},
        Refusal{{"run", "bowl", "--slow-impact", "fail"},
                "--slow-impact: stepper 'discrete-smooth' has no such option"},
        Refusal{{"run", "bowl", "--rest-energy", "0"}, "these have it: forced-collision"},
        Refusal{{"run", "bowl", "--set", "mas=2"}, "has no parameter 'mas' (did you mean 'mass'?)"},
        Refusal{{"run", "bowl", "--set", "mass"}, "--set: expected name=value, not 'mass'"},
        Refusal{{"run", "bowl", "--set", "mass=nan"}, "--set mass: expected a finite number"},
        Refusal{{"run", "bowl", "--set", "mass=0"}, "parameter 'mass' must be > 0, not 0"},
        Refusal{{"run", "cradle", "--set", "n=2.5"},
                "--set n: expected a whole number from 1 to 200"},
        Refusal{{"run", "cradle", "--set", "n=0"}, "from 1 to 2000, not 0"},
        Refusal{{"bench", "mul"}, "there is no suite 'mul' (did you mean 'multi'?)"},
        Refusal{{"bench", "--backend", "newtn"}, "did you mean 'newton'?"}));

}  // namespace
}  // namespace ricochet::cli
