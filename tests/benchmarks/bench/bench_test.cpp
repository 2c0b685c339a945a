#include "bench/charts.hpp"
#include "bench/run.hpp"
#include "ricochet/io/csv.hpp"
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
using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

bool never() { return false; }

BenchReport benchmark(const BenchRequest& request, const std::vector<std::string>& problems,
                      const std::function<bool()>& stop_requested = never) {
  std::vector<ProblemEntry> entries;
  for (const std::string& name : problems) entries.push_back(find_problem(name));
  Console console(std::cout, std::cerr);
  return run_bench(request, entries, console, stop_requested);
}

/// A suite of everything, in a few sizes.
Suite everything_in(const std::vector<int>& sizes, const BenchLimits& limits) {
  return {.name = "sizes",
          .has = [](const Candidate&) { return true; },
          .sizes = sizes,
          .limits = limits};
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
  EXPECT_THAT(page, HasSubstr("Methods that cannot take a case:\n\n- rattle: pendulum-cylinder"));
  EXPECT_THAT(page, HasSubstr("At most 3 steps, cut after 1000 s."));
  EXPECT_THAT(page, HasSubstr(" 100 % of "));
  EXPECT_THAT(page, HasSubstr("](nonholonomic_precision.svg)"));
  EXPECT_THAT(page, Not(HasSubstr("scaling.svg")));  // these suites have no sizes
  EXPECT_THAT(content_of(out + "/bilateral_profile.svg"), HasSubstr("</svg>"));
  EXPECT_THAT(content_of(out + "/nonholonomic_precision.svg"), HasSubstr("</svg>"));
  EXPECT_THAT(content_of(out + "/precision.csv"), HasSubstr("\ncradle,gvi with h / 64,"));
  const auto json = nlohmann::json::parse(content_of(out + "/bench.json"));
  EXPECT_EQ(json.at("suites").at(0).at("limits").at("steps"), 3);
  EXPECT_EQ(json.at("cases").at(0).at("options").at("stepper"), "nonholonomic-collision");
}

TEST(Bench, leaves_reports_from_which_a_case_is_repeated) {
  const ScratchFolder folder;
  const std::string out = folder.path("results"), again = folder.path("again.csv");
  ASSERT_EQ(ricochet_program({"bench", "nonholonomic", "--steps", "20", "--limit", "1000",
                              "--steppers", "own,rattle", "--out", out})
                .code,
            0);
  const std::string report = out + "/runs/pendulum-cylinder_nonholonomic-collision_automatic.json";
  EXPECT_FALSE(std::filesystem::exists(out + "/runs/pendulum-cylinder_rattle_automatic.json"));
  ASSERT_EQ(ricochet_program({"run", "--from", report, "--out", again, "--quiet"}).code, 0);
  const auto first = nlohmann::json::parse(content_of(report));
  EXPECT_EQ(first.at("status"), "converged");
  EXPECT_GT(first.at("wall_seconds"), 0.0);
  State end{.t = first.at("t_end")};
  for (const char* name : {"q_end", "p_end"}) {
    const std::vector<double> x = first.at(name);
    (name[0] == 'q' ? end.q : end.p) = Eigen::Map<const Vector>(x.data(), std::ssize(x));
  }
  EXPECT_THAT(content_of(again), EndsWith(trajectory_row(end)));  // the same bits
}

TEST(Bench, goes_to_the_end_of_the_problem_where_a_suite_says_so) {
  const Problem problem = problems::elastic_ball();
  const BenchReport report = benchmark({.suites = {find_suite("reported"), find_suite("all")},
                                        .methods = {"own", "discrete-smooth"},
                                        .backends = {"newton"}},
                                       {"elastic-ball", "bowl"});
  ASSERT_EQ(report.suites.size(), 2U);
  ASSERT_EQ(report.suites[0].rows.size(), 2U);
  EXPECT_EQ(report.suites[0].rows[0]->summary.steps, problem.steps());
  EXPECT_EQ(report.suites[1].rows.front()->summary.steps, problem.steps()) << "measured once";
  EXPECT_EQ(report.rows.size(), 3U);
  const std::string told = reported_lines(report.suites[0]);
  EXPECT_THAT(told, HasSubstr("- elastic-ball\n  - there: dimforge/rapier issue 97"));
  EXPECT_THAT(told,
              HasSubstr("  - here: collision, 1200 steps of 0.01667 s: the end at t = 20 s is "
                        "reached; energy error from -"));
  EXPECT_THAT(told, HasSubstr(" of the energy at the start, 16 impacts, no penetration\n"));
  EXPECT_THAT(bench_page(report), HasSubstr("The whole duration of each problem, cut after 60 s."));
  EXPECT_EQ(reported_lines(report.suites[1]), "");
}

TEST(Bench, draws_time_over_bodies_and_profiles) {
  const BenchReport report =
      benchmark({.suites = {everything_in({3, 5}, {.steps = 5, .seconds = 1000.0})},
                 .methods = {"gvi", "rattle"},
                 .backends = {"newton"}},
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

TEST(Bench, cuts_at_the_limit_and_does_not_try_larger_cases) {
  const BenchReport report =
      benchmark({.suites = {everything_in({3, 4, 5}, {.steps = 10, .seconds = 1e-9})},
                 .methods = {"gvi"},
                 .backends = {"newton"}},
                {"cradle"});
  ASSERT_EQ(report.rows.size(), 3U);
  EXPECT_TRUE(report.rows[0].cut());
  EXPECT_THAT(report.rows[0].message,
              StartsWith("cut after 0 of 10 steps by the limit of 1e-09 s"));
  for (const size_t larger : {1U, 2U}) {
    EXPECT_FALSE(report.rows[larger].tried());
    EXPECT_EQ(report.rows[larger].message, "cradle n=3 was cut already");
  }
  EXPECT_THAT(bench_notes(report.rows),
              HasSubstr("Not tried:\n\n- gvi: cradle n=4, cradle: cradle n=3 was cut already"));
}

TEST(Bench, finds_the_same_with_one_thread_and_with_two) {
  BenchRequest request{.suites = {everything_in({3, 5}, {.steps = 12, .seconds = 1000.0})},
                       .methods = {"gvi", "collision", "discrete-smooth", "rattle"},
                       .backends = {"automatic", "ipopt"}};
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
        benchmark({.suites = {everything_in({}, {.steps = 10, .seconds = 1000.0})},
                   .methods = {"gvi", "moreau-jean"},
                   .backends = {"newton"},
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

TEST(Bench, draws_no_time_over_bodies_of_a_single_size) {
  const BenchReport report =
      benchmark({.suites = {everything_in({3}, {.steps = 5, .seconds = 1000.0})},
                 .methods = {"gvi"},
                 .backends = {"newton"}},
                {"cradle"});
  EXPECT_TRUE(BenchCharts(report).scaling(report.suites.front()).diagrams.empty());
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
  const BenchReport report =
      benchmark({.suites = {everything_in({}, {.steps = 2, .seconds = 1000.0})},
                 .methods = {"own", "gvi", "gvi"},
                 .backends = {"newton"}},
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
  EXPECT_THAT(complaint({"--steppers", "gvi --set radius=6"}),
              HasSubstr("'gvi' has no option --set"));
  EXPECT_THAT(complaint({"--steppers", "gvi --backend newton"}), HasSubstr("belong to --backend"));
  EXPECT_THAT(complaint({"--steppers", "gvi,"}), HasSubstr("the name of a method is missing"));
  EXPECT_THAT(complaint({"--steppers", "gvi --law elastic"}), HasSubstr("has no option --law"));
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
