#include "bench/run.hpp"

#include "bench/attempt.hpp"
#include "program/progress_line.hpp"
#include "ricochet/run/pool.hpp"
#include "ricochet/run/stopwatch.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr const char* own_method = "own";

/// The cases of every suite, and all of them, each once, in order of first appearance, with the
/// largest limits of its suites.
struct Cases {
  std::vector<std::vector<BenchCase>> of_suite = {};
  std::vector<BenchCase> all = {};
  std::vector<BenchLimits> limits = {};
};

BenchLimits larger(const BenchLimits& a, const BenchLimits& b) {
  BenchLimits both{.steps = std::nullopt, .seconds = std::max(a.seconds, b.seconds)};
  if (a.steps && b.steps) both.steps = std::max(*a.steps, *b.steps);
  return both;
}

Cases cases_of(const std::vector<Suite>& suites, const std::vector<ProblemEntry>& problems) {
  Cases cases;
  for (const Suite& suite : suites) {
    cases.of_suite.push_back(cases_of(suite, problems));
    for (const BenchCase& one : cases.of_suite.back()) {
      const auto known = std::find(cases.all.begin(), cases.all.end(), one);
      if (known == cases.all.end()) {
        cases.all.push_back(one);
        cases.limits.push_back(suite.limits);
      } else {
        BenchLimits& limits = cases.limits[static_cast<size_t>(known - cases.all.begin())];
        limits = larger(limits, suite.limits);
      }
    }
  }
  return cases;
}

const ProblemEntry& entry_of(const BenchCase& one, const std::vector<ProblemEntry>& problems) {
  return *std::find_if(problems.begin(), problems.end(),
                       [&](const ProblemEntry& entry) { return entry.name == one.problem; });
}

/// The methods asked for, on a problem: names in place of "own".
std::vector<std::string> methods_on(const BenchCase& one, const BenchRequest& request,
                                    const std::vector<ProblemEntry>& problems) {
  std::vector<std::string> methods = request.methods;
  for (std::string& method : methods)
    if (method == own_method) method = entry_of(one, problems).make().stepper;
  return without_repeats(methods);
}

std::vector<Trial> trials_of(const BenchRequest& request, const Cases& cases,
                             const std::vector<ProblemEntry>& problems) {
  std::vector<Trial> trials;
  for (size_t i = 0; i < cases.all.size(); ++i)
    for (const std::string& method : methods_on(cases.all[i], request, problems))
      for (const std::string& backend : request.backends)
        trials.push_back({.problem = cases.all[i],
                          .method = method,
                          .backend = backend,
                          .limits = cases.limits[i]});
  return trials;
}

bool same_kind(const Trial& a, const Trial& b) {
  return a.problem.problem == b.problem.problem && a.method == b.method && a.backend == b.backend;
}

/// Trials that differ in the number of bodies only, from few to many: the work of one thread, which
/// gives up where one of them is cut.
using Ladder = std::vector<size_t>;

std::vector<Ladder> ladders_of(const std::vector<Trial>& trials) {
  std::vector<Ladder> ladders;
  for (size_t i = 0; i < trials.size(); ++i) {
    const auto kin = std::find_if(ladders.begin(), ladders.end(), [&](const Ladder& ladder) {
      return trials[i].problem.size > 0 && same_kind(trials[ladder.front()], trials[i]);
    });
    if (kin == ladders.end())
      ladders.push_back({i});
    else
      kin->push_back(i);
  }
  for (Ladder& ladder : ladders)
    std::stable_sort(ladder.begin(), ladder.end(), [&](size_t a, size_t b) {
      return trials[a].problem.size < trials[b].problem.size;
    });
  return ladders;
}

using Results = std::vector<std::optional<Measurement>>;

void climb(const Ladder& ladder, const std::vector<Trial>& trials,
           const std::function<bool()>& stop_requested, Results& results) {
  const Measurement* smaller = nullptr;
  for (const size_t i : ladder) {
    if (smaller) results[i] = untried(trials[i], *smaller);
    if (results[i]) continue;
    Measurement row = measure(trials[i], stop_requested);
    if (stop_requested()) return;  // it may have ended in the middle
    results[i] = std::move(row);
    smaller = &*results[i];
  }
}

void make_trials(const BenchRequest& request, const std::vector<Trial>& trials, Console& console,
                 const std::function<bool()>& stop_requested, Measurements& rows) {
  const std::vector<Ladder> ladders = ladders_of(trials);
  Results results(trials.size());
  ProgressLine progress(console, 0, static_cast<long>(trials.size()), request.quiet, "cases");
  long done = 0;
  run_in_order(
      {.jobs = static_cast<size_t>(request.jobs),
       .count = ladders.size(),
       .work = [&](size_t, size_t item) { climb(ladders[item], trials, stop_requested, results); },
       .take =
           [&](size_t item) {
             done += static_cast<long>(ladders[item].size());
             progress.update(done, trials[ladders[item].back()].name());
           },
       .stop_requested = stop_requested});
  for (std::optional<Measurement>& result : results)
    if (result) rows.push_back(std::move(*result));
}

/// Problems of their own size, where runs are short enough to refine.
Cases studied(const Cases& cases) {
  Cases own;
  for (size_t i = 0; i < cases.all.size(); ++i) {
    const auto& set = cases.all[i].set;
    if (std::any_of(set.begin(), set.end(), [](const auto& given) { return given.first == "n"; }))
      continue;
    own.all.push_back(cases.all[i]);
    own.limits.push_back(cases.limits[i]);
  }
  return own;
}

void study(const BenchRequest& request, const Cases& cases,
           const std::vector<ProblemEntry>& problems, Console& console,
           const std::function<bool()>& stop_requested, std::vector<WorkPrecision>& studies) {
  const Cases chosen = studied(cases);
  const std::vector<BenchCase>& own = chosen.all;
  std::vector<std::vector<std::string>> methods;
  for (const BenchCase& one : own) methods.push_back(methods_on(one, request, problems));
  std::vector<std::optional<WorkPrecision>> results(own.size());
  ProgressLine progress(console, 0, static_cast<long>(own.size()), request.quiet,
                        "problems refined");
  run_in_order(
      {.jobs = static_cast<size_t>(request.jobs),
       .count = own.size(),
       .work =
           [&](size_t, size_t item) {
             WorkPrecision made = work_precision(own[item], methods[item], request.backends.front(),
                                                 chosen.limits[item], stop_requested);
             if (!stop_requested()) results[item] = std::move(made);
           },
       .take = [&](size_t item) { progress.update(static_cast<long>(item) + 1, own[item].name()); },
       .stop_requested = stop_requested});
  for (std::optional<WorkPrecision>& result : results)
    if (result) studies.push_back(std::move(*result));
}

/// What users of other engines reported about the cases of a suite.
std::vector<ReportedCase> reported_cases(const std::vector<BenchCase>& cases,
                                         const std::vector<ProblemEntry>& problems) {
  std::vector<ReportedCase> told;
  for (const BenchCase& one : cases) {
    const Problem problem = entry_of(one, problems).make();
    told.push_back({.problem = one, .reported = problem.reported, .method = problem.stepper});
  }
  return told;
}

/// The rows of every suite, in the order of its cases.
std::vector<SuiteResult> sorted_by_suite(const std::vector<Suite>& suites, const Cases& cases,
                                         const std::vector<ProblemEntry>& problems,
                                         const Measurements& rows) {
  std::vector<SuiteResult> results;
  for (size_t i = 0; i < suites.size(); ++i) {
    results.push_back({.suite = suites[i]});
    for (const BenchCase& one : cases.of_suite[i])
      for (const Measurement& row : rows)
        if (row.trial.problem == one) results.back().rows.push_back(&row);
    if (suites[i].tells) results.back().told = reported_cases(cases.of_suite[i], problems);
  }
  return results;
}

}  // namespace

BenchReport run_bench(const BenchRequest& request, const std::vector<ProblemEntry>& problems,
                      Console& console, const std::function<bool()>& stop_requested) {
  const Stopwatch clock;
  const Cases cases = cases_of(request.suites, problems);
  BenchReport report{.jobs = request.jobs};
  make_trials(request, trials_of(request, cases, problems), console, stop_requested, report.rows);
  study(request, cases, problems, console, stop_requested, report.precision);
  report.suites = sorted_by_suite(request.suites, cases, problems, report.rows);
  report.stopped = stop_requested();
  report.wall_seconds = clock.seconds();
  return report;
}

}  // namespace ricochet::cli
