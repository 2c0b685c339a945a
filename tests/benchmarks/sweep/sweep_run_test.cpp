#include "sweep/sweep_run.hpp"

#include "ricochet/problems.hpp"
#include "ricochet/text/text.hpp"
#include "support/program.hpp"
#include "support/sweeps.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <functional>
#include <sstream>

namespace ricochet::cli {
namespace {

using support::column_of;
using support::ricochet_program;
using support::ScratchFolder;
using support::without_seconds;
using testing::Each;
using testing::ElementsAre;

class Sweep : public testing::Test {
 protected:
  SweepOutcome make(const std::string& problem, const std::vector<std::string>& grid,
                    const std::function<void(Options&)>& change = {}) {
    Options o;
    o.operands = {problem};
    o.grid = grid;
    o.steps = 40;
    o.out = out_;
    if (change) change(o);
    Console console(said_, said_);
    return make_sweep(make_sweep_plan(o), console, stop_);
  }

  const ScratchFolder folder_;
  const std::string out_ = folder_.path("s.csv");
  std::ostringstream said_;
  std::function<bool()> stop_ = [] { return false; };
};

/// The end of `ricochet run`, as its trajectory has it.
std::string end_of_run(const ScratchFolder& folder, std::vector<std::string> words) {
  const std::string out = folder.path("run.csv");
  words.insert(words.begin(), "run");
  words.insert(words.end(), {"--every", "0", "--out", out, "--quiet"});
  EXPECT_EQ(ricochet_program(words).code, 0);
  return support::lines_of_file(out).back();
}

TEST_F(Sweep, has_the_bits_of_single_runs) {
  const SweepOutcome outcome = make("pogo", {"gravity=1,5", "h=0.1,0.05", "start.q1=0.5,1"});
  EXPECT_EQ(outcome.made, 8U);
  EXPECT_EQ(outcome.failed, 0U);
  const auto end = [&](size_t row) {
    std::string text;
    for (const char* name : {"t", "q0", "q1", "p0", "p1"})
      text += column_of(out_, name).at(row) + ",";
    text.pop_back();
    return text;
  };
  const std::string x = exact(find_problem("pogo").make().initial.q[0]);
  EXPECT_EQ(end(0), end_of_run(folder_, {"pogo", "--set", "gravity=1", "--h", "0.1", "--q0",
                                         x + ",0.5", "--steps", "40", "--backend", "automatic"}));
  EXPECT_EQ(end(7), end_of_run(folder_, {"pogo", "--set", "gravity=5", "--h", "0.05", "--q0",
                                         x + ",1", "--steps", "40", "--backend", "automatic"}));
  EXPECT_NE(end(0), end(1)) << "control";
}

TEST_F(Sweep, keeps_the_duration_over_step_sizes) {
  (void)make("pogo", {"h=0.1,0.05,0.02"}, [](Options& o) {
    o.steps.reset();
    o.time = 2.0;
  });
  EXPECT_THAT(column_of(out_, "steps"), ElementsAre("20", "40", "100"));
}

TEST_F(Sweep, rebuilds_what_sizes_and_numbers_of_the_method_need) {
  const SweepOutcome sizes = make("cradle", {"radius=0.5,0.6", "n=3,1,2"});
  EXPECT_EQ(sizes.made, 6U);
  EXPECT_THAT(column_of(out_, "member"), ElementsAre("0", "1", "2", "3", "4", "5"));
  EXPECT_THAT(column_of(out_, "status"), Each("converged"));
  const std::vector<std::string> q5 = column_of(out_, "q5"), q1 = column_of(out_, "q1");
  for (size_t i = 0; i < 6; ++i) {
    EXPECT_EQ(q5[i].empty(), i % 3 != 0) << "three balls have six coordinates";
    EXPECT_FALSE(q1[i].empty());
  }
  const SweepOutcome rests = make("shaking-table", {"rest-energy=1e-6,1e-3", "gamma=1.2,1.3"});
  EXPECT_EQ(rests.made, 4U);
  EXPECT_THAT(column_of(out_, "status"), Each("converged"));
}

TEST_F(Sweep, does_not_depend_on_the_number_of_threads) {
  const auto random = [](long jobs) {
    return [jobs](Options& o) {
      o.random = {"mass=loguniform(0.5,2)"};
      o.samples = 5;
      o.jobs = jobs;
    };
  };
  (void)make("pogo", {"gravity=1:9:5"}, random(1));
  const std::string one = without_seconds(out_);
  (void)make("pogo", {"gravity=1:9:5"}, random(4));
  EXPECT_TRUE(without_seconds(out_) == one);
}

TEST_F(Sweep, writes_members_that_fail_as_rows) {
  const SweepOutcome outcome = make("pogo", {"start.q1=-1,1"});
  EXPECT_EQ(outcome.made, 2U);
  EXPECT_EQ(outcome.failed, 1U);
  EXPECT_EQ(outcome.first_failed, 0U);
  EXPECT_THAT(outcome.failure, testing::HasSubstr("the start violates"));
  EXPECT_EQ(support::lines_of_file(out_).size(), 3U);
  const SweepOutcome negative = make("pogo", {}, [](Options& o) {
    o.random = {"mass=normal(0,1)"};
    o.samples = 8;
  });
  EXPECT_GT(negative.failed, 0U);
  EXPECT_LT(negative.failed, 8U);
  EXPECT_THAT(negative.failure, testing::HasSubstr("mass"));
}

TEST_F(Sweep, takes_a_method_that_fits_its_values_only) {
  const SweepOutcome outcome = make("impact-oscillator", {"restitution=1", "frequency=0.6,0.9"},
                                    [](Options& o) { o.stepper = "forced-collision"; });
  EXPECT_EQ(outcome.failed, 0U) << outcome.failure;
  const SweepOutcome other = make("falling-rod", {"restitution=1,0.5", "friction=0"},
                                  [](Options& o) { o.stepper = "gvi"; });
  EXPECT_EQ(other.made, 2U);
}

TEST_F(Sweep, keeps_what_is_done_when_it_is_stopped_and_goes_on) {
  (void)make("pogo", {"gravity=1:9:20"});
  const std::string whole = without_seconds(out_);
  std::atomic<int> asked = 0;
  stop_ = [&asked] { return ++asked > 300; };
  const SweepOutcome stopped = make("pogo", {"gravity=1:9:20"});
  EXPECT_FALSE(stopped.complete());
  EXPECT_GT(stopped.made, 0U);
  EXPECT_LT(stopped.made, 20U);
  EXPECT_EQ(support::lines_of_file(out_).size(), 1 + stopped.made);
  EXPECT_EQ(whole.rfind(without_seconds(out_), 0), 0U) << "the rows are those of the first ones";
  stop_ = [] { return false; };
  const SweepOutcome rest = make("pogo", {"gravity=1:9:20"}, [](Options& o) { o.go_on = true; });
  EXPECT_EQ(rest.before, stopped.made);
  EXPECT_EQ(rest.made, 20 - stopped.made);
  EXPECT_TRUE(rest.complete());
  EXPECT_TRUE(without_seconds(out_) == whole);
}

}  // namespace
}  // namespace ricochet::cli
