#include "micro/nlpsol_step.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"

#include <benchmark/benchmark.h>

#include <algorithm>

/// The yardstick NlpsolStep. Compare step/<problem>/nlpsol with step/<problem>/ipopt-first, the
/// first step of the run by our own backend, and nlpsol-run with ipopt-run, the mean over the first
/// steps: our backend also projects the momentum and certifies.

namespace {

using namespace ricochet;

constexpr long most_steps = 100;  // of a run, from which a mean is taken

/// Where the first `count` steps of the run begin.
std::vector<State> starts_of_steps(const Problem& problem, long count) {
  const auto stepper =
      make_stepper(problem.stepper, problem.system,
                   {.discretization = problem.discretization, .backend = make_backend("newton")});
  std::vector<State> starts{problem.initial};
  Step now{.state = problem.initial}, next;
  while (static_cast<long>(starts.size()) < std::min(count, problem.steps())) {
    stepper->advance(now, problem.h, next);
    if (!next.report.ok()) break;
    starts.push_back(next.state);
    std::swap(now, next);
  }
  return starts;
}

void step_through_nlpsol(benchmark::State& state, const std::string& name, long count) {
  const Problem problem = find_problem(name).make();
  const NlpsolStep step(problem);
  const std::vector<State> starts = starts_of_steps(problem, count);
  double iterations = 0.0;
  size_t made = 0;
  for (auto _ : state) {
    const NlpsolStep::Answer answer = step.solve(starts[made++ % starts.size()]);
    iterations += answer.iterations;
    benchmark::DoNotOptimize(answer.z.data());
  }
  state.counters["ipopt/step"] = {iterations, benchmark::Counter::kAvgIterations};
}

void step_by_ipopt(benchmark::State& state, const std::string& name, long count) {
  const Problem problem = find_problem(name).make();
  const auto stepper =
      make_stepper(problem.stepper, problem.system,
                   {.discretization = problem.discretization, .backend = make_backend("ipopt")});
  std::vector<Step> starts;
  for (const State& start : starts_of_steps(problem, count)) starts.push_back({.state = start});
  Step next;
  double iterations = 0.0, programs = 0.0;
  size_t made = 0;
  for (auto _ : state) {
    stepper->advance(starts[made++ % starts.size()], problem.h, next);
    if (!next.report.ok()) return state.SkipWithError(explain(next.report.status).c_str());
    iterations += static_cast<double>(next.report.statistics.ipopt_iterations);
    programs += static_cast<double>(next.report.statistics.ipopt_solves);
  }
  state.counters["ipopt/step"] = {iterations, benchmark::Counter::kAvgIterations};
  state.counters["programs/step"] = {programs, benchmark::Counter::kAvgIterations};
}

const int registered = [] {
  for (const ProblemEntry& entry : all_problems()) {
    const std::string own = entry.make().stepper, name = "step/" + entry.name + "/";
    if (own != "discrete-smooth" && own != "gvi") continue;
    const auto add = [&](const char* what, auto measure, long count) {
      benchmark::RegisterBenchmark((name + what).c_str(), measure, entry.name, count);
    };
    add("nlpsol", step_through_nlpsol, 1);
    add("ipopt-first", step_by_ipopt, 1);
    add("nlpsol-run", step_through_nlpsol, most_steps);
    add("ipopt-run", step_by_ipopt, most_steps);
  }
  return 0;
}();

}  // namespace
