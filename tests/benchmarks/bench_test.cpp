#include "cli/bench_charts.hpp"
#include "cli/bench_run.hpp"
#include "ricochet/problems.hpp"
#include "support/program.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include <atomic>
#include <iostream>

namespace ricochet::cli {
namespace {

using support::content_of;
using support::Outcome;
using support::ricochet_program;
using support::ScratchFolder;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

bool never() { return false; }

Measurement measured(const Trial& trial, const BenchLimits& limits) {
  Console console(std::cout, std::cerr);
  return measure(trial, limits, console, never);
}

BenchReport benchmark(const BenchRequest& request, const std::vector<std::string>& problems,
                      const std::function<bool()>& stop_requested = never) {
  std::vector<ProblemEntry> entries;
  for (const std::string& name : problems) entries.push_back(find_problem(name));
  Console console(std::cout, std::cerr);
  return run_bench(request, entries, console, stop_requested);
}

/// A suite of everything, in a few sizes.
Suite everything_in(const std::vector<int>& sizes) {
  return {"sizes", "", [](const Candidate&) { return true; }, sizes};
}

/// Everything in a row but its times.
std::string without_times(Measurement row) {
  row.seconds_mean = row.seconds_median = row.seconds_setup = 0.0;
  BenchReport report;
  report.rows = {row};
  return bench_csv(report) + row.message;
}

TEST(Bench, writes_page_tables_and_pictures_and_says_where) {
  const ScratchFolder folder;
  const std::string out = folder.path("results");
  const Outcome outcome =
      ricochet_program({"bench", "nonholonomic,bilateral", "--steps", "3", "--limit", "1000",
                        "--steppers", "own,rattle", "--out", out});
  EXPECT_EQ(outcome.code, 0) << outcome.err;
  EXPECT_THAT(outcome.out, HasSubstr(out + "/bench.md"));
  const std::string csv = content_of(out + "/bench.csv"), page = content_of(out + "/bench.md");
  EXPECT_THAT(csv, HasSubstr("\ncradle,10,4,5,\"gvi\",automatic,bilateral,converged,"));
  EXPECT_THAT(csv, Not(HasSubstr("\nbowl,")));
  EXPECT_THAT(page, HasSubstr("## nonholonomic: "));
  EXPECT_THAT(page, HasSubstr("CasADi 3"));
  EXPECT_THAT(page, HasSubstr("--steppers \"own,rattle\" --steps 3 --limit 1000 --jobs 1"));
  EXPECT_THAT(page, HasSubstr("cannot take it: pendulum-cylinder with rattle"));
  EXPECT_THAT(page, HasSubstr("](nonholonomic_precision.svg)"));
  EXPECT_THAT(page, Not(HasSubstr("scaling.svg")));  // these suites have no sizes
  EXPECT_THAT(content_of(out + "/bilateral_profile.svg"), HasSubstr("</svg>"));
  EXPECT_THAT(content_of(out + "/nonholonomic_precision.svg"), HasSubstr("</svg>"));
  EXPECT_THAT(content_of(out + "/precision.csv"), HasSubstr("\ncradle,gvi with h / 64,"));
  const auto json = nlohmann::json::parse(content_of(out + "/bench.json"));
  EXPECT_EQ(json.at("limits").at("steps"), 3);
  EXPECT_EQ(json.at("cases").at(0).at("options").at("stepper"), "nonholonomic-collision");
}

TEST(Bench, draws_time_over_bodies_and_profiles) {
  const BenchReport report = benchmark({.suites = {everything_in({3, 5})},
                                        .methods = {"gvi", "rattle"},
                                        .backends = {"newton"},
                                        .limits = {.steps = 5, .seconds = 1000.0}},
                                       {"cradle", "bowl"});
  const BenchCharts charts(report);
  const Chart scaling = charts.scaling(report.suites.front());
  ASSERT_EQ(scaling.diagrams.size(), 2U);  // the bowl has one size; the second one is the legend
  EXPECT_EQ(scaling.diagrams[0].title, "cradle");
  ASSERT_EQ(scaling.diagrams[0].curves.size(), 2U);
  EXPECT_THAT(scaling.diagrams[0].curves[0].x, ElementsAre(3.0, 5.0));
  EXPECT_EQ(scaling.diagrams[1].curves[1].title, "rattle");
  const Chart profiles = charts.profiles(report.suites.front());
  ASSERT_EQ(profiles.diagrams.size(), 1U);
  for (const Curve& curve : profiles.diagrams[0].curves) {
    EXPECT_EQ(curve.y.back(), 1.0) << curve.title;  // all cases are solved
    EXPECT_EQ(curve.x.front(), 1.0);
  }
}

TEST(Bench, measures_steps_of_a_problem) {
  const Measurement row =
      measured({{.problem = "bowl"}, "discrete-smooth", "ipopt"}, {.steps = 10});
  EXPECT_TRUE(row.ok()) << row.message;
  EXPECT_EQ(row.summary.steps, 10);
  EXPECT_GT(row.seconds_median, 0.0);
  EXPECT_GT(row.seconds_mean, 0.0);
  EXPECT_GT(row.seconds_setup, 0.0);
  EXPECT_GT(row.ipopt_iterations(), 0.0);
  EXPECT_GT(row.energy_band(), 0.0);
}

TEST(Bench, ends_where_the_problem_ends) {
  const Problem problem = problems::corner_tip();
  const Measurement row =
      measured({{.problem = "corner-tip"}, "collision", "newton"}, {.steps = 1000});
  EXPECT_EQ(row.summary.steps, problem.steps());
  EXPECT_TRUE(row.ok()) << row.message;
}

TEST(Bench, keeps_failures_and_refusals_as_rows) {
  const Measurement failed =
      measured({{.problem = "particle-1d"}, "discrete-smooth", "newton"}, {.steps = 1000});
  EXPECT_EQ(failed.status, "not_smooth");
  EXPECT_THAT(failed.message, HasSubstr("'floor'"));
  const Measurement refused =
      measured({{.problem = "pendulum-cylinder"}, "gvi", "newton"}, {.steps = 10});
  EXPECT_TRUE(refused.refused());
  EXPECT_FALSE(refused.message.empty());
  const std::string notes = bench_notes({failed, refused});
  EXPECT_THAT(notes, HasSubstr("- particle-1d with discrete-smooth, newton: "));
  EXPECT_THAT(notes, HasSubstr("cannot take it: pendulum-cylinder with gvi: "));
  EXPECT_THAT(bench_table({failed, refused}), Not(HasSubstr("pendulum")));
}

TEST(Bench, cuts_at_the_limit_and_does_not_try_larger_cases) {
  const BenchReport report = benchmark({.suites = {everything_in({3, 4, 5})},
                                        .methods = {"gvi"},
                                        .backends = {"newton"},
                                        .limits = {.steps = 10, .seconds = 1e-9}},
                                       {"cradle"});
  ASSERT_EQ(report.rows.size(), 3U);
  for (const Measurement& row : report.rows) EXPECT_TRUE(row.cut()) << row.trial.name();
  EXPECT_THAT(report.rows[0].message,
              StartsWith("cut after 0 of 10 steps by the limit of 1e-09 s"));
  EXPECT_EQ(report.rows[1].message, "not tried: cradle n=3 was cut already");
  EXPECT_EQ(report.rows[2].message, "not tried: cradle n=3 was cut already");
}

TEST(Bench, does_not_try_what_would_take_too_long_to_build) {
  const auto trial = [](int bodies) {
    return Trial{.problem = {.problem = "cradle", .size = bodies}, .method = "gvi"};
  };
  Measurement smaller{.trial = trial(10), .status = "converged", .seconds_setup = 0.3};
  EXPECT_FALSE(untried(trial(20), smaller, {.seconds = 2.0}));  // 1.2 s at quadratic growth
  const auto larger = untried(trial(50), smaller, {.seconds = 2.0});
  ASSERT_TRUE(larger);
  EXPECT_TRUE(larger->cut());
  EXPECT_THAT(larger->message, HasSubstr("took 0.3 s to build already"));
  EXPECT_FALSE(untried(trial(5), smaller, {.seconds = 0.1})) << "fewer bodies";
  smaller.status = "refused";
  EXPECT_FALSE(untried(trial(50), smaller, {.seconds = 2.0}));
}

TEST(Bench, finds_the_same_with_one_thread_and_with_two) {
  BenchRequest request{.suites = {everything_in({3, 5})},
                       .methods = {"gvi", "collision", "discrete-smooth", "rattle"},
                       .backends = {"automatic", "ipopt"},
                       .limits = {.steps = 12, .seconds = 1000.0}};
  const std::vector<std::string> problems = {"cradle", "bowl", "particle-1d", "pendulum-cylinder"};
  const BenchReport one = benchmark(request, problems);
  request.jobs = 2;
  const BenchReport two = benchmark(request, problems);
  ASSERT_EQ(one.rows.size(), 40U);
  ASSERT_EQ(two.rows.size(), one.rows.size());
  for (size_t i = 0; i < one.rows.size(); ++i)
    EXPECT_EQ(without_times(one.rows[i]), without_times(two.rows[i]));
  ASSERT_EQ(one.precision.size(), two.precision.size());
  size_t points = 0;
  for (size_t i = 0; i < one.precision.size(); ++i) {
    ASSERT_EQ(one.precision[i].curves.size(), two.precision[i].curves.size());
    for (size_t j = 0; j < one.precision[i].curves.size(); ++j) {
      const auto &a = one.precision[i].curves[j].points, &b = two.precision[i].curves[j].points;
      ASSERT_EQ(a.size(), b.size());
      points += a.size();
      for (size_t l = 0; l < a.size(); ++l) EXPECT_EQ(a[l].error, b[l].error);
    }
  }
  EXPECT_GT(points, 20U);
  EXPECT_THAT(bench_page(two), HasSubstr("2 cases at a time, which disturb each other's times"));
  EXPECT_THAT(bench_page(one), Not(HasSubstr("disturb")));
}

TEST(Bench, keeps_the_cases_done_when_it_is_stopped) {
  for (const long jobs : {1, 2}) {
    std::atomic<int> asked = 0;
    const BenchReport report =
        benchmark({.suites = {find_suite("all")},
                   .methods = {"gvi", "moreau-jean"},
                   .backends = {"newton"},
                   .limits = {.steps = 10, .seconds = 1000.0},
                   .jobs = jobs},
                  {"bowl", "crest", "oscillator", "particle-1d"}, [&] { return ++asked > 40; });
    EXPECT_TRUE(report.stopped);
    EXPECT_GT(report.rows.size(), 0U);
    EXPECT_LT(report.rows.size(), 8U);
    for (const Measurement& row : report.rows) EXPECT_EQ(row.summary.steps, 10) << row.status;
    if (jobs == 1) {
      EXPECT_EQ(report.rows.front().trial.name(), "bowl with gvi, newton");
    }
    EXPECT_THAT(bench_page(report), HasSubstr("stopped on request"));
  }
}

TEST(Bench, errors_fall_with_the_step) {
  const WorkPrecision study =
      work_precision({.problem = "bowl"}, {"discrete-smooth", "moreau-jean"}, "newton",
                     {.steps = 50, .seconds = 1000.0}, never);
  EXPECT_EQ(study.reference, "discrete-smooth with h / 64");
  ASSERT_EQ(study.curves.size(), 2U);
  for (const PrecisionCurve& curve : study.curves) {
    ASSERT_EQ(curve.points.size(), 4U) << curve.method;
    EXPECT_LT(curve.points.back().error, 0.5 * curve.points.front().error) << curve.method;
    EXPECT_DOUBLE_EQ(curve.points.front().h, 8.0 * curve.points.back().h);
    EXPECT_GT(curve.points.front().seconds, 0.0);
  }
  // Second order: 64 times smaller for h / 8, and far above what the reference is worth.
  const auto& second = study.curves.front().points;
  EXPECT_NEAR(std::log2(second.front().error / second.back().error) / 3.0, 2.0, 0.2);
  EXPECT_LT(study.uncertainty, 0.1 * second.back().error);
}

TEST(Bench, has_a_problem_in_every_suite) {
  for (const Suite& suite : all_suites())
    EXPECT_FALSE(cases_of(suite, all_problems()).empty()) << suite.name;
}

TEST(Bench, makes_a_method_that_is_named_twice_once) {
  const BenchReport report = benchmark({.suites = {find_suite("all")},
                                        .methods = {"own", "gvi", "gvi"},
                                        .backends = {"newton"},
                                        .limits = {.steps = 2, .seconds = 1000.0}},
                                       {"cradle"});
  ASSERT_EQ(report.rows.size(), 1U);
  EXPECT_EQ(report.rows.front().trial.method, "gvi");
}

TEST(Bench, refuses_what_it_cannot_do_before_it_begins) {
  const ScratchFolder folder;
  const auto complaint = [&](std::vector<std::string> words) {
    words.insert(words.begin(), "bench");
    words.insert(words.end(), {"--out", folder.path("out")});
    const Outcome outcome = ricochet_program(words);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(folder.files(), 0U) << "nothing may be written";
    return outcome.err;
  };
  EXPECT_THAT(complaint({"slidng"}), HasSubstr("did you mean 'sliding'?"));
  EXPECT_THAT(complaint({"--steppers", "gvi,ratle"}), HasSubstr("did you mean 'rattle'?"));
  EXPECT_THAT(complaint({"--steppers", "gvi --set radius=6"}), HasSubstr("of its method only"));
  EXPECT_THAT(complaint({"--backend", "newton,ipop"}), HasSubstr("did you mean 'ipopt'?"));
  EXPECT_THAT(complaint({"--backend", ","}), HasSubstr("Unknown backend ''"));
  EXPECT_THAT(complaint({"--jobs", "0"}), HasSubstr("--jobs: expected a whole number from 1"));
  EXPECT_THAT(complaint({"--jobs", "two"}), HasSubstr("--jobs: expected a whole number"));
  EXPECT_THAT(complaint({"--limit", "0"}), HasSubstr("--limit: expected a finite number > 0"));
  EXPECT_THAT(complaint({"--steps", "0"}), HasSubstr("--steps: expected at least 1"));
  EXPECT_THAT(ricochet_program({"bench", "--out", "/dev/null/x"}).err,
              HasSubstr("cannot be created"));
}

}  // namespace
}  // namespace ricochet::cli
