#include "limit/runs.hpp"

#include "limit/step_times.hpp"
#include "support/matchers.hpp"
#include "support/sanitizer.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace ricochet::limit {
namespace {

TEST(Runs, begin_anew_where_they_end) {
  for (const Subject& subject : all_subjects()) {
    const auto run = library_run(subject);
    EXPECT_GT(run.setup, 0.0);
    EXPECT_NO_THROW(run.make(2 * run.steps + 3)) << subject.problem;
  }
  for (const Program& program : all_programs()) {
    const auto run = hand_run(program);
    EXPECT_NO_THROW(run.make(2 * run.steps + 3)) << program.problem << ' ' << program.level;
  }
}

TEST(Runs, without_the_certifier_make_steps_too) {
  for (const Subject& subject : all_subjects())
    EXPECT_NO_THROW(library_run(subject, false).make(20)) << subject.problem;
}

TEST(Runs, say_which_program_left_something_out) {
  const auto run = hand_run({"pogo", "broken", 2, [](double*, double*, long) { return false; }});
  try {
    run.make(1);
    ADD_FAILURE() << "it went on";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "pogo, broken: something happens that the program leaves out");
  }
}

TEST(Runs, are_found_by_problem_and_program) {
  EXPECT_EQ(find_run("pogo", "gvi", true).steps, 1000);
  EXPECT_EQ(find_run("cradle", "range space", true).program, "range space");
  support::expect_message([] { (void)find_run("pogo", "range space", true); },
                          {"'range space'", "'pogo'"});
}

TEST(Runs, of_nlpsol_solve_the_first_step) {
  if (support::address_sanitizer) GTEST_SKIP() << "it forbids the plug-in of nlpsol";
  EXPECT_NO_THROW(nlpsol_run("spring-sphere").make(1));
}

TEST(StepTimes, are_those_of_one_step) {
  const auto work = [](long steps) {
    volatile double sum = 0.0;
    for (long i = 0; i < 1000 * steps; ++i) sum = sum + 1.0;
  };
  const auto tenfold = [work](long steps) { work(10 * steps); };
  const auto times = time_steps(
      {{.problem = "a", .steps = 10, .make = work}, {.problem = "b", .steps = 10, .make = tenfold}},
      {.rounds = 5, .seconds = 0.005});
  ASSERT_EQ(times.size(), 2U);
  EXPECT_GT(times[0].nanoseconds, 0.0);
  EXPECT_GT(times[1].nanoseconds, 2.0 * times[0].nanoseconds)
      << "ten, less the noise of the machine";
}

}  // namespace
}  // namespace ricochet::limit
