#include "program/options/setup.hpp"

#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <utility>

namespace ricochet {
namespace {

using support::content_of;
using support::message_of;
using support::ricochet_program;
using support::ScratchFolder;
using testing::HasSubstr;

nlohmann::json json_of(const std::string& path) { return nlohmann::json::parse(content_of(path)); }

TEST(Run, changes_structure_before_parameters) {
  const ScratchFolder folder;
  EXPECT_EQ(ricochet_program({"run", "cradle", "--set", "n=3", "--set", "pulled=1", "--set",
                              "mass=2", "--steps", "1", "--report", folder.path("r.json")})
                .code,
            0);
  const auto report = json_of(folder.path("r.json"));
  EXPECT_EQ(report.at("structure"), (nlohmann::json{{"n", 3}, {"pulled", 1}}));
  EXPECT_EQ(report.at("parameters").at("mass"), 2.0);
  EXPECT_EQ(report.at("options").at("q0").size(), 6U);
}

cli::Options of(const std::string& problem,
                const std::vector<std::pair<std::string, double>>& set = {}) {
  cli::Options o;
  o.operand = problem;
  o.set = set;
  return o;
}

TEST(Setup, has_all_values_in_force) {
  const cli::Setup setup =
      cli::make_setup(of("cradle", {{"n", 2.0}, {"mass", 3.0}, {"mass", 4.0}}));
  EXPECT_EQ(setup.problem.system.n(), 4);
  EXPECT_EQ(setup.problem.system.parameter("mass"), 4.0) << "the last value of a name counts";
  EXPECT_EQ(*find(setup.settings.structure, "n"), SettingValue(2L));
  EXPECT_EQ(*find(setup.settings.parameters, "mass"), SettingValue(4.0));
  EXPECT_NE(find(setup.settings.parameters, "gravity"), nullptr) << "not only what was set";
}

TEST(Setup, moves_start_and_walls_with_the_parameters) {
  const Problem own = cli::make_setup(of("bowl")).problem;
  EXPECT_EQ(own.initial.p, Vector({{1.0, 1.0}}));
  const cli::Setup two = cli::make_setup(of("shooting-disc", {{"radius", 0.25}}));
  EXPECT_EQ(two.problem.walls.front().offset, 0.0);
}

TEST(Setup, refuses_what_the_problem_lacks) {
  const auto complaint = [](const cli::Options& o) {
    return message_of([&] { (void)cli::make_setup(o); });
  };
  EXPECT_THAT(complaint({}), HasSubstr("no problem is named"));
  EXPECT_THAT(complaint(of("cradle", {{"n", 2.5}})),
              HasSubstr("--set n: expected a whole number from 1 to 2000, not 2.5"));
  EXPECT_THAT(complaint(of("cradle", {{"mas", 2.0}})), HasSubstr("(did you mean 'mass'?)"));
  EXPECT_THAT(complaint(of("cradle", {{"mass", -1.0}})), HasSubstr("must be > 0, not -1"));
}

TEST(Setup, completes_the_method_and_says_which_options_it_lacks) {
  cli::Options o = of("bowl");
  o.stepper = "gvi";
  cli::Setup setup = cli::make_setup(o);
  EXPECT_EQ(cli::make_stepper(o, setup, "newton")->info().name, "gvi");
  EXPECT_EQ(*find(setup.settings.options, "backend"), SettingValue("newton"));
  EXPECT_EQ(*find(setup.settings.options, "lagrangian"),
            SettingValue(setup.problem.discretization.name()));
  EXPECT_EQ(*find(setup.settings.options, "strict"), SettingValue()) << "the stepper's default";
  put(o.method, "law", "elastic");
  EXPECT_THAT(
      message_of([&] { (void)cli::make_stepper(o, setup, "newton"); }),
      HasSubstr("--law: stepper 'gvi' has no such option; these have it: forced-collision"));
}

TEST(Setup, takes_steps_that_the_numbers_can_resolve) {
  cli::Options o = of("bowl");
  cli::Setup setup = cli::make_setup(o);
  EXPECT_EQ(cli::step_size(o, setup), setup.problem.h);
  for (const double wrong : {0.0, 1e-13, 1e7, std::nan("")}) {
    o.h = wrong;
    EXPECT_THAT(message_of([&] { (void)cli::step_size(o, setup); }),
                HasSubstr("the step size h must be in [1e-12, 1e+06] s"));
  }
}

}  // namespace
}  // namespace ricochet
