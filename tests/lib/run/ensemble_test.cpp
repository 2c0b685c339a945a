#include "ricochet/run/ensemble.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/run/recorded_run.hpp"
#include "ricochet/symbols/symbolics.hpp"
#include "support/matchers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <stdexcept>
#include <thread>

namespace ricochet {
namespace {

using testing::HasSubstr;

/// Balls dropped from several heights under several gravities.
class Ensemble : public testing::Test {
 protected:
  static std::unique_ptr<Stepper> stepper_for(const Problem& problem, const char* method) {
    return make_stepper(method, problem.system, {.backend = newton()});
  }

  [[nodiscard]] EnsembleMember member(size_t i) const {
    EnsembleMember made{.start = pogo_.initial, .values = {1.0 + static_cast<double>(i)}};
    made.start.q *= 1.0 + 0.1 * static_cast<double>(i % 3);
    return made;
  }

  [[nodiscard]] EnsembleRecipe recipe(size_t members) const {
    return {.h = pogo_.h,
            .steps = 200,
            .parameters = {"gravity"},
            .members = members,
            .member = [this](size_t i) { return member(i); }};
  }

  const Problem pogo_ = find_problem("pogo").make();
  const std::unique_ptr<Stepper> stepper_ = stepper_for(pogo_, "gvi");
};

void expect_same(const MemberRun& a, const MemberRun& b) {
  EXPECT_EQ(a.member, b.member);
  EXPECT_EQ(a.of.values, b.of.values);
  EXPECT_EQ(a.end.status, b.end.status);
  EXPECT_EQ(a.last.state.t, b.last.state.t);
  EXPECT_EQ(a.last.state.q, b.last.state.q);
  EXPECT_EQ(a.last.state.p, b.last.state.p);
  EXPECT_EQ(a.summary.energy_max, b.summary.energy_max);
  EXPECT_EQ(a.summary.energy_slope(), b.summary.energy_slope());
  EXPECT_EQ(a.summary.gap_min, b.summary.gap_min);
  EXPECT_EQ(a.summary.certificate_max, b.summary.certificate_max);
}

TEST_F(Ensemble, has_the_bits_of_single_runs) {
  const std::vector<MemberRun> runs = run_ensemble(*stepper_, recipe(6));
  ASSERT_EQ(runs.size(), 6U);
  for (size_t i = 0; i < runs.size(); ++i) {
    const System system = pogo_.system.with("gravity", member(i).values[0]);
    const auto alone = make_stepper("gvi", system, {.backend = newton()});
    const RecordedRun run = record(*alone, member(i).start, {.h = pogo_.h, .steps = 200});
    ASSERT_TRUE(run.ok()) << run.message;
    EXPECT_EQ(runs[i].member, i);
    EXPECT_TRUE(runs[i].ok()) << runs[i].message;
    EXPECT_EQ(runs[i].last.state.q, run.last.state.q);
    EXPECT_EQ(runs[i].last.state.p, run.last.state.p);
    EXPECT_EQ(runs[i].summary.steps, 200);
    EXPECT_EQ(runs[i].summary.certified, 200);
    EXPECT_EQ(runs[i].summary.energy_initial, run.summary.energy_initial);
    EXPECT_EQ(runs[i].summary.energy_slope(), run.summary.energy_slope());
    EXPECT_EQ(runs[i].summary.gap_min, run.summary.gap_min);
    EXPECT_EQ(runs[i].summary.momentum_max_error, run.summary.momentum_max_error);
    EXPECT_TRUE(i == 0 || runs[i].last.state.q != runs[i - 1].last.state.q) << "control";
  }
}

TEST_F(Ensemble, has_the_same_bits_for_any_number_of_threads) {
  EnsembleRecipe of = recipe(20);
  of.threads = 1;
  const std::vector<MemberRun> by_one = run_ensemble(*stepper_, of);
  for (const size_t threads : {2, 5, 40}) {
    of.threads = threads;
    const std::vector<MemberRun> by_many = run_ensemble(*stepper_, of);
    ASSERT_EQ(by_many.size(), by_one.size());
    for (size_t i = 0; i < by_one.size(); ++i) expect_same(by_many[i], by_one[i]);
  }
}

TEST_F(Ensemble, does_not_depend_on_what_ran_before_in_a_thread) {
  EnsembleRecipe of = recipe(4);
  of.threads = 1;
  const std::vector<MemberRun> forwards = run_ensemble(*stepper_, of);
  of.member = [this](size_t i) { return member(3 - i); };
  std::vector<MemberRun> backwards = run_ensemble(*stepper_, of);
  for (size_t i = 0; i < 4; ++i) {
    backwards[3 - i].member = i;
    expect_same(backwards[3 - i], forwards[i]);
  }
}

/// Every member is admissible, but not with half of the values of another one.
TEST_F(Ensemble, changes_all_parameters_of_a_member_at_once) {
  const Expr q = Expr::sym("q", 2), a = Expr::sym("a"), b = Expr::sym("b");
  const System pair({.name = "pair",
                     .q = q,
                     .parameters = {{"a", a, 1.0}, {"b", b, 0.0}},
                     .M = vertcat(horzcat(1.0, b), horzcat(b, a)),
                     .V = 0.5 * dot(q, q)});
  const auto stepper = make_stepper("gvi", pair, {.backend = newton()});
  const EnsembleRecipe of{.h = 0.1,
                          .steps = 5,
                          .parameters = {"a", "b"},
                          .members = 12,
                          .member =
                              [](size_t i) {
                                const double b = i % 3 == 2 ? 9.0 : 2.0 * double(i % 2);
                                return EnsembleMember{
                                    .start = {.q = Vector{{1.0, 0.0}}, .p = Vector::Zero(2)},
                                    .values = {1.0 + 4.0 * double(i % 2), b}};
                              },
                          .threads = 1};
  for (const MemberRun& run : run_ensemble(*stepper, of))
    EXPECT_EQ(run.ok(), run.member % 3 != 2) << run.member << ": " << run.message;
}

TEST_F(Ensemble, measures_the_work_of_every_member) {
  const Problem table = find_problem("shaking-table").make();
  const auto stepper = stepper_for(table, table.stepper.c_str());
  const auto shaken = [&](double gravity) { return table.system.with("gravity", gravity); };
  const EnsembleRecipe of{
      .h = table.h, .steps = 300, .parameters = {"gravity"}, .members = 3, .member = [&](size_t i) {
        const double gravity = 8.0 + static_cast<double>(i);
        return EnsembleMember{.start = table.start_for(shaken(gravity)), .values = {gravity}};
      }};
  for (const MemberRun& run : run_ensemble(*stepper, of)) {
    const System system = shaken(run.of.values[0]);
    const auto alone = make_stepper(table.stepper, system, {.backend = newton()});
    const RecordedRun one = record(*alone, run.of.start, {.h = table.h, .steps = 300});
    ASSERT_TRUE(run.ok() && one.ok()) << run.message << one.message;
    EXPECT_NE(run.summary.work, 0.0);
    EXPECT_EQ(run.summary.work, one.summary.work);
    EXPECT_EQ(run.summary.balance_max, one.summary.balance_max);
    EXPECT_EQ(run.last.state.q, one.last.state.q);
  }
}

TEST_F(Ensemble, leaves_the_stepper_as_it_is) {
  (void)run_ensemble(*stepper_, recipe(3));
  EXPECT_EQ(stepper_->system().parameter("gravity"), pogo_.system.parameter("gravity"));
}

TEST_F(Ensemble, keeps_ends_only_unless_more_is_asked_for) {
  EnsembleRecipe of = recipe(2);
  for (const MemberRun& run : run_ensemble(*stepper_, of)) {
    EXPECT_EQ(run.samples.size(), 2U);
    EXPECT_TRUE(run.impact_steps.empty());
  }
  of.samples = {.every = 50, .impacts = true};
  const auto located = stepper_for(pogo_, "collision");
  for (const MemberRun& run : run_ensemble(*located, of)) {
    ASSERT_TRUE(run.ok()) << run.message;
    EXPECT_EQ(run.samples.size(), 5U);
    long impacts = 0;
    for (const ImpactStep& step : run.impact_steps)
      impacts += static_cast<long>(step.impacts.size());
    EXPECT_EQ(impacts, run.summary.impacts);
    EXPECT_GT(impacts, 0);
  }
}

TEST_F(Ensemble, names_the_status_of_members_that_fail) {
  EnsembleRecipe of = recipe(4);
  of.parameters = {"mass"};
  of.member = [this](size_t i) {
    EnsembleMember made{.start = pogo_.initial, .values = {i == 1 ? -1.0 : 1.0}};
    if (i == 2) made.start.q[1] = -5.0;  // below the floor
    return made;
  };
  for (const size_t threads : {1, 2}) {
    of.threads = threads;
    const std::vector<MemberRun> runs = run_ensemble(*stepper_, of);
    ASSERT_EQ(runs.size(), 4U);
    EXPECT_TRUE(runs[0].ok());
    EXPECT_EQ(runs[1].end.status, StepStatus::invalid_input);
    EXPECT_THAT(runs[1].message, HasSubstr("mass"));
    EXPECT_EQ(runs[2].end.status, StepStatus::invalid_input);
    EXPECT_THAT(runs[2].message, HasSubstr("the start violates"));
    EXPECT_EQ(runs[2].summary.steps, 0);
    EXPECT_TRUE(runs[3].ok()) << "it follows members that failed: " << runs[3].message;
    EXPECT_EQ(runs[3].last.state.q, runs[0].last.state.q);
  }
  const auto smooth = stepper_for(pogo_, "discrete-smooth");
  of = recipe(1);
  of.steps = 2000;
  const MemberRun run = run_ensemble(*smooth, of).front();
  EXPECT_EQ(run.end.status, StepStatus::not_smooth) << run.message;
  EXPECT_GT(run.summary.steps, 0) << "what was computed is kept";
  EXPECT_GT(run.last.state.t, 0.0);
}

TEST_F(Ensemble, keeps_what_is_done_when_it_is_stopped) {
  for (const size_t threads : {1, 2}) {
    EnsembleRecipe of = recipe(50);
    of.threads = threads;
    std::atomic<bool> stop = false;
    of.stop_requested = [&stop] { return stop.load(); };
    std::vector<MemberRun> runs;
    run_ensemble(*stepper_, of, [&](MemberRun&& run) {
      runs.push_back(std::move(run));
      if (runs.size() == 7) stop = true;
    });
    ASSERT_GE(runs.size(), 7U);
    EXPECT_LT(runs.size(), 50U);
    for (size_t i = 0; i < runs.size(); ++i) {
      EXPECT_EQ(runs[i].member, i);
      EXPECT_TRUE(i >= 7 || runs[i].ok());
      EXPECT_TRUE(runs[i].ok() || runs[i].end.status == StepStatus::interrupted);
    }
  }
}

TEST_F(Ensemble, reports_its_progress) {
  EnsembleRecipe of = recipe(9);
  std::vector<long> made;
  of.progress_interval = 0.0;
  of.on_progress = [&made](const Progress& p) {
    EXPECT_EQ(p.total, 9);
    made.push_back(p.made);
  };
  (void)run_ensemble(*stepper_, of);
  EXPECT_THAT(made, testing::ElementsAre(1, 2, 3, 4, 5, 6, 7, 8, 9));
}

/// Another thread holds the lock from the first member on until all are done.
TEST_F(Ensemble, needs_no_lock_of_symbols_for_its_members) {
  EnsembleRecipe of = recipe(8);
  std::mutex mutex;
  std::condition_variable changed;
  bool begun = false, held = false, over = false;
  std::jthread other([&] {
    std::unique_lock guard(mutex);
    changed.wait(guard, [&] { return begun; });
    const SymbolicsLock lock = lock_symbolics();
    held = true;
    changed.notify_all();
    changed.wait_for(guard, std::chrono::seconds(60), [&] { return over; });
    EXPECT_TRUE(over) << "members wait for the lock";
  });
  of.member = [&](size_t i) {
    std::unique_lock guard(mutex);
    begun = true;
    changed.notify_all();
    changed.wait(guard, [&] { return held; });
    return member(i);
  };
  size_t done = 0;
  run_ensemble(*stepper_, of, [&](MemberRun&& run) {
    EXPECT_TRUE(run.ok()) << run.message;
    if (++done < 8) return;
    const std::lock_guard guard(mutex);
    over = true;
    changed.notify_all();
  });
  EXPECT_EQ(done, 8U);
}

TEST_F(Ensemble, refuses_wrong_recipes) {
  const auto expect_refused = [this](const std::function<void(EnsembleRecipe&)>& spoil,
                                     const std::vector<std::string>& parts) {
    EnsembleRecipe of = recipe(2);
    spoil(of);
    support::expect_message([&] { (void)run_ensemble(*stepper_, of); }, parts);
  };
  expect_refused([](auto& of) { of.h = 0.0; }, {".h", "positive"});
  expect_refused([](auto& of) { of.steps = -1; }, {".steps", "-1"});
  expect_refused([](auto& of) { of.samples.every = -3; }, {".samples.every", "-3"});
  expect_refused([](auto& of) { of.certify_every = -1; }, {".certify_every", "-1"});
  expect_refused([](auto& of) { of.member = {}; }, {"no .member is given"});
  expect_refused([](auto& of) { of.parameters = {"gravty"}; }, {"'gravty'", "gravity"});
  expect_refused([](auto& of) { of.parameters = {"gravity", "gravity"}; }, {"'gravity'", "twice"});
  EnsembleRecipe of = recipe(2);
  of.parameters = {"gravity", "mass"};
  EXPECT_THAT(run_ensemble(*stepper_, of)[1].message, HasSubstr("1 values for 2 parameters"));
  EXPECT_TRUE(run_ensemble(*stepper_, recipe(0)).empty());
}

}  // namespace
}  // namespace ricochet
