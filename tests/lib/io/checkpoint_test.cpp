#include "ricochet/io/checkpoint.hpp"

#include "ricochet/io/report.hpp"
#include "support/checkpoints.hpp"
#include "support/matchers.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <limits>

namespace ricochet {
namespace {

using support::awkward;
using support::content_of;
using support::message_of;
using support::ScratchFolder;

using testing::HasSubstr;

constexpr double infinite = std::numeric_limits<double>::infinity();

void expect_same_bits(const Vector& a, const Vector& b) {
  ASSERT_EQ(a.size(), b.size());
  for (Index i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i], b[i]);
    EXPECT_EQ(std::signbit(a[i]), std::signbit(b[i]));
  }
}

TEST(Checkpoint, restores_a_step_bit_for_bit) {
  const ScratchFolder folder;
  const Step made = awkward().step;
  save(awkward(), folder.path("c.json"));
  const Step back = load_checkpoint(folder.path("c.json")).step;

  EXPECT_EQ(back.state.t, made.state.t);
  expect_same_bits(back.state.q, made.state.q);
  expect_same_bits(back.state.p, made.state.p);
  expect_same_bits(back.force.lambda, made.force.lambda);
  expect_same_bits(back.force.nu, made.force.nu);
  expect_same_bits(back.force.mu, made.force.mu);
  expect_same_bits(back.force.xi, made.force.xi);
  expect_same_bits(back.force.kappa, made.force.kappa);
  expect_same_bits(back.force.rho, made.force.rho);
  EXPECT_EQ(back.contacts.predicted, made.contacts.predicted);
  EXPECT_EQ(back.contacts.smooth, made.contacts.smooth);
  EXPECT_EQ(back.contacts.held, made.contacts.held);
  EXPECT_EQ(back.contacts.weak, made.contacts.weak);
  EXPECT_TRUE(std::isnan(back.discrete_energy));
  EXPECT_EQ(back.report.status, made.report.status);
  EXPECT_EQ(back.report.message, made.report.message);
  EXPECT_EQ(back.report.certificate.dynamics, made.report.certificate.dynamics);
  EXPECT_TRUE(std::isnan(back.report.certificate.branch));
  EXPECT_EQ(back.report.statistics.ipopt_solves, 1);
  EXPECT_EQ(back.report.statistics.enumerations, 7);
}

TEST(Checkpoint, restores_impacts_and_reflections) {
  const ScratchFolder folder;
  const Step made = awkward().step;
  save(awkward(), folder.path("c.json"));
  const Step back = load_checkpoint(folder.path("c.json")).step;
  ASSERT_EQ(back.impacts.size(), 1U);
  EXPECT_EQ(back.impacts[0].t, 0.5);
  EXPECT_EQ(back.impacts[0].alpha, 0.25);
  EXPECT_EQ(back.impacts[0].q, made.impacts[0].q);
  EXPECT_EQ(back.impacts[0].p_minus, made.impacts[0].p_minus);
  EXPECT_EQ(back.impacts[0].p_plus, made.impacts[0].p_plus);
  EXPECT_EQ(back.impacts[0].constraints, made.impacts[0].constraints);
  EXPECT_EQ(back.impacts[0].impulse, made.impacts[0].impulse);
  expect_same_bits(back.impacts[0].friction, made.impacts[0].friction);
  EXPECT_EQ(back.impacts[0].energy_minus, 8.0);
  EXPECT_EQ(back.impacts[0].energy_plus, 9.0);
  ASSERT_EQ(back.reflections.size(), 1U);
  EXPECT_EQ(back.reflections[0].set, made.reflections[0].set);
  EXPECT_EQ(back.reflections[0].passive, made.reflections[0].passive);
  EXPECT_EQ(back.reflections[0].impulse, made.reflections[0].impulse);
}

TEST(Checkpoint, restores_limited_restitutions) {
  const ScratchFolder folder;
  Checkpoint made = awkward();
  save(made, folder.path("none.json"));
  EXPECT_TRUE(load_checkpoint(folder.path("none.json")).step.limited.empty());
  made.step.limited = {{.contact = 1, .share = 0.1 + 0.2}, {.contact = 3, .share = 0.0}};
  save(made, folder.path("c.json"));
  const auto back = load_checkpoint(folder.path("c.json")).step.limited;
  ASSERT_EQ(back.size(), 2U);
  EXPECT_EQ(back[0].contact, 1);
  EXPECT_EQ(back[0].share, 0.1 + 0.2);
  EXPECT_EQ(back[1].contact, 3);
  EXPECT_EQ(back[1].share, 0.0);
}

TEST(Checkpoint, restores_summary_and_settings) {
  const ScratchFolder folder;
  const Checkpoint made = awkward();
  save(made, folder.path("c.json"));
  const Checkpoint back = load_checkpoint(folder.path("c.json"));
  EXPECT_EQ(back.summary.steps, 12);
  EXPECT_EQ(back.summary.energy_initial, 0.1);
  EXPECT_TRUE(std::isnan(back.summary.energy_final));
  EXPECT_EQ(back.summary.energy_min, infinite);
  EXPECT_EQ(back.summary.energy_max, -infinite);
  EXPECT_EQ(back.summary.momentum_names, made.summary.momentum_names);
  EXPECT_EQ(back.summary.momentum_max_error, made.summary.momentum_max_error);
  EXPECT_EQ(back.summary.solver.newton_iterations, 5);
  EXPECT_EQ(back.summary.impacts, 3);
  EXPECT_EQ(back.summary.moments.count, 13.0);
  EXPECT_EQ(back.summary.moments.sum_tE, -1e-12);
  EXPECT_EQ(back.wall_seconds, 1.25);
  EXPECT_EQ(back.settings.options, made.settings.options);
  EXPECT_EQ(back.settings.structure, made.settings.structure);
  EXPECT_EQ(back.settings.parameters, made.settings.parameters);
  EXPECT_EQ(find(back.settings.options, "none"), nullptr);
}

TEST(Checkpoint, is_part_of_a_report) {
  const ScratchFolder folder;
  const Checkpoint made = awkward();
  save(Report{.status = "converged",
              .summary = made.summary,
              .wall_seconds = 1.25,
              .settings = made.settings,
              .last = made.step},
       folder.path("r.json"));
  const Checkpoint back = load_checkpoint(folder.path("r.json"));
  expect_same_bits(back.step.state.q, made.step.state.q);
  EXPECT_EQ(back.summary.energy_max, -infinite);
  EXPECT_EQ(load_settings(folder.path("r.json")).parameters, made.settings.parameters);
}

TEST(Checkpoint, restores_flights_and_the_predicted_position) {
  const ScratchFolder folder;
  Checkpoint c = awkward();
  c.step.predicted = Vector{{0.1, 0.2}};
  c.step.flights = {{.begin = 0.1,
                     .tau = 0.3,
                     .impact = 0,
                     .q = Vector{{1.0, 2.0}},
                     .p = Vector{{3.0, 4.0}},
                     .w = Vector{{5.0, 6.0}},
                     .p_end = Vector{{7.0, 1.0 / 3.0}},
                     .force = {.lambda = Vector{{8.0}}, .pi = Vector{{9.0}}},
                     .held = {0},
                     .pinned = {1},
                     .pinned_end = {0, 1},
                     .cut = true,
                     .finishing = true}};
  save(c, folder.path("c.json"));
  const Step back = load_checkpoint(folder.path("c.json")).step;
  EXPECT_EQ(back.predicted, c.step.predicted);
  ASSERT_EQ(back.flights.size(), 1U);
  const FlightRecord &made = c.step.flights[0], &read = back.flights[0];
  EXPECT_EQ(read.begin, made.begin);
  EXPECT_EQ(read.tau, made.tau);
  EXPECT_EQ(read.impact, made.impact);
  EXPECT_EQ(read.q, made.q);
  EXPECT_EQ(read.p, made.p);
  EXPECT_EQ(read.w, made.w);
  EXPECT_EQ(read.p_end, made.p_end);
  EXPECT_EQ(read.force.lambda, made.force.lambda);
  EXPECT_EQ(read.force.pi, made.force.pi);
  EXPECT_EQ(read.held, made.held);
  EXPECT_EQ(read.pinned, made.pinned);
  EXPECT_EQ(read.pinned_end, made.pinned_end);
  EXPECT_TRUE(read.cut);
  EXPECT_TRUE(read.finishing);
}

TEST(Checkpoint, of_another_version_is_refused) {
  const ScratchFolder folder;
  save(awkward(), folder.path("c.json"));
  auto json = nlohmann::ordered_json::parse(content_of(folder.path("c.json")));
  for (const char* changed : {"older", "without"}) {
    if (std::string(changed) == "older")
      json["resume"]["version"] = 1;
    else
      json["resume"].erase("version");
    const std::string path = folder.write("old.json", json.dump());
    support::expect_message([&] { (void)load_checkpoint(path); },
                            {"expected version 3 of a stored step", "begin the run again"});
  }
}

TEST(Checkpoint, refuses_what_is_no_checkpoint) {
  const ScratchFolder folder;
  const std::string torn = folder.write("torn.json", "{\"resume\": {\n\"step\":");
  EXPECT_THAT(message_of([&] { (void)load_checkpoint(torn); }),
              HasSubstr("torn.json:2: is not JSON, or was cut off"));
  const std::string other = folder.write("other.json", "[1]");
  EXPECT_THAT(message_of([&] { (void)load_checkpoint(other); }), HasSubstr("the entry 'resume'"));
  EXPECT_THAT(message_of([&] { (void)load_checkpoint(folder.path("none")); }),
              HasSubstr("cannot be read"));
}

}  // namespace
}  // namespace ricochet
