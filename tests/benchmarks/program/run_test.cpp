#include "ricochet/io/read_states.hpp"
#include "ricochet/problems.hpp"
#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace ricochet {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

nlohmann::json json_of(const std::string& path) { return nlohmann::json::parse(content_of(path)); }

long lines(const std::string& text) { return std::count(text.begin(), text.end(), '\n'); }

TEST(Run, reports_the_shadow_energy_of_a_method_that_conserves_one) {
  const ScratchFolder folder;
  const auto report = [&](std::vector<std::string> words) {
    words.insert(words.begin(), {"run", "disc-chaotic", "--backend", "newton"});
    words.insert(words.end(), {"--report", folder.path("r.json")});
    EXPECT_EQ(ricochet_program(words).code, 0);
    return json_of(folder.path("r.json"));
  };
  const auto shadow = report({"--stepper", "shadow", "--steps", "2000"}).at("shadow");
  std::vector<std::string> names;
  for (const auto& [name, value] : shadow.items()) names.push_back(name);
  EXPECT_THAT(names,
              testing::UnorderedElementsAre("order", "virtual_steps", "initial", "error_max",
                                            "events", "without_root", "located", "landed",
                                            "debt_max", "jump_rms", "order_ratio", "too_large_h"));
  EXPECT_EQ(shadow.at("order"), 6);
  EXPECT_GT(shadow.at("events"), 50);
  EXPECT_LT(shadow.at("error_max"), 1e-5);
  EXPECT_EQ(shadow.at("too_large_h"), false);
  const auto coarse =
      report({"--stepper", "shadow", "--virtual", "3", "--h", "0.3", "--steps", "500"});
  EXPECT_EQ(coarse.at("shadow").at("virtual_steps"), 3);
  EXPECT_EQ(coarse.at("shadow").at("too_large_h"), true);
  EXPECT_FALSE(report({"--stepper", "gvi", "--steps", "10"}).contains("shadow"));
}

TEST(Run, goes_with_the_problems_own_method_without_options) {
  const ScratchFolder folder;
  const Outcome outcome = ricochet_program({"run", "bowl", "--report", folder.path("r.json")});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "");
  EXPECT_THAT(outcome.out, HasSubstr("500 of 500 steps of h = 0.02 s"));
  const auto report = json_of(folder.path("r.json"));
  EXPECT_EQ(report.at("status"), "converged");
  EXPECT_EQ(report.at("steps"), 500);
  const auto& used = report.at("options");
  EXPECT_EQ(used.at("problem"), "bowl");
  EXPECT_EQ(used.at("stepper"), "discrete-smooth");
  EXPECT_EQ(used.at("lagrangian"), "midpoint");
  EXPECT_EQ(used.at("backend"), "ipopt");
  EXPECT_EQ(used.at("h"), 0.02);
  EXPECT_EQ(used.at("steps"), 500);
  EXPECT_EQ(used.at("q0"), (std::vector<double>{1.0, 0.5}));
  EXPECT_EQ(report.at("parameters").at("gravity"), 9.8);
  EXPECT_GT(report.at("solver").at("ipopt_solves"), 0);
  EXPECT_LT(report.at("certificate_max"), 1e-11);
}

TEST(Run, writes_a_trajectory_that_begins_with_the_start) {
  const ScratchFolder folder;
  const std::string out = folder.path("run.csv");
  EXPECT_EQ(ricochet_program({"run", "bowl", "--steps", "3", "--out", out}).code, 0);
  EXPECT_THAT(content_of(out), StartsWith("t,q0,q1,p0,p1\n0,1,0.5,1,1\n"));
  const std::vector<State> states = read_states(out, 2);
  ASSERT_EQ(states.size(), 4U);
  EXPECT_NEAR(states[3].t, 0.06, 1e-15);
}

TEST(Run, writes_every_kth_step_and_the_last) {
  const ScratchFolder folder;
  const std::string out = folder.path("run.csv");
  EXPECT_EQ(ricochet_program({"run", "bowl", "--steps", "7", "--every", "3", "--out", out}).code,
            0);
  const std::vector<State> states = read_states(out, 2);
  ASSERT_EQ(states.size(), 4U);  // 0, 3, 6, 7
  EXPECT_NEAR(states[3].t, 0.14, 1e-15);
  EXPECT_EQ(ricochet_program({"run", "bowl", "--steps", "7", "--every", "0", "--out", out}).code,
            0);
  EXPECT_EQ(read_states(out, 2).size(), 2U);
}

TEST(Run, writes_impacts_and_contact_sets_by_step) {
  const ScratchFolder folder;
  EXPECT_EQ(ricochet_program({"run", "cradle", "--steps", "60", "--backend", "automatic",
                              "--events", folder.path("e.csv"), "--contacts", folder.path("c.csv")})
                .code,
            0);
  const std::string events = content_of(folder.path("e.csv")),
                    contacts = content_of(folder.path("c.csv"));
  EXPECT_THAT(events,
              StartsWith("step,time,alpha,constraints,impulse,energy_before,energy_after\n51,"));
  EXPECT_THAT(events, HasSubstr(",balls_0-1 balls_1-2 balls_2-3 balls_3-4,"));
  EXPECT_THAT(contacts, StartsWith("step,t,predicted,smooth,held,weak,certificate\n0,0,0 2 3,"));
  EXPECT_EQ(lines(contacts), 61);
}

TEST(Run, measures_extremes_over_every_step) {
  const ScratchFolder folder;
  const auto report = [&](const std::string& every) {
    EXPECT_EQ(ricochet_program({"run", "spring-sphere", "--steps", "40", "--every", every,
                                "--report", folder.path("r.json")})
                  .code,
              0);
    return json_of(folder.path("r.json"));
  };
  const auto all = report("1"), few = report("20");
  EXPECT_EQ(all.at("energy"), few.at("energy"));
  EXPECT_EQ(all.at("momentum"), few.at("momentum"));
  EXPECT_EQ(all.at("gap_min"), few.at("gap_min"));
  EXPECT_LT(all.at("momentum").at("angular momentum").at("max_error"), 1e-12);
}

TEST(Run, keeps_what_was_computed_when_a_step_fails) {
  const ScratchFolder folder;
  const Outcome outcome =
      ricochet_program({"run", "particle-1d", "--stepper", "discrete-smooth", "--out",
                        folder.path("run.csv"), "--report", folder.path("r.json"), "--contacts",
                        folder.path("c.csv"), "--checkpoint", folder.path("c.json")});
  EXPECT_EQ(outcome.code, 3);
  const auto report = json_of(folder.path("r.json"));
  const long made = report.at("steps");
  EXPECT_GT(made, 0);
  EXPECT_EQ(report.at("status"), "not_smooth");
  EXPECT_THAT(outcome.err, HasSubstr(report.at("message")));
  EXPECT_THAT(outcome.err, HasSubstr("step " + std::to_string(made + 1) + " from t = "));
  EXPECT_THAT(outcome.err, HasSubstr("'floor'"));
  EXPECT_THAT(outcome.err, HasSubstr("Use a method with impacts"));
  EXPECT_EQ(read_states(folder.path("run.csv"), 1).size(), static_cast<size_t>(made + 1));
  EXPECT_EQ(lines(content_of(folder.path("c.csv"))), made + 1);
  EXPECT_GT(content_of(folder.path("c.json")).size(), 0U);
}

TEST(Run, is_quiet_when_asked) {
  const Outcome outcome = ricochet_program({"run", "bowl", "--steps", "2", "--quiet"});
  EXPECT_EQ(outcome.code, 0);
  EXPECT_THAT(outcome.out + outcome.err, IsEmpty());
}

TEST(Run, says_when_the_time_asked_for_is_no_whole_number_of_steps) {
  const std::vector<std::string> run = {"run", "bowl", "--h", "0.01", "--time"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), run.begin(), run.end());
    const Outcome outcome = ricochet_program(more);
    EXPECT_EQ(outcome.code, 0);
    return outcome.err;
  };
  EXPECT_EQ(with({"0.015"}),
            "ricochet: warning: --time 0.015 s is no whole number of steps of h = 0.01 s: the run "
            "takes 0.02 s\n");
  EXPECT_EQ(with({"0.015", "--quiet"}), "");
  EXPECT_EQ(with({"0.07"}), "") << "7 steps but for round-off";
}

}  // namespace
}  // namespace ricochet
