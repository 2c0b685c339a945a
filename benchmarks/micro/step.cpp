#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"

#include <benchmark/benchmark.h>

namespace {

using namespace ricochet;

/// Cost of one step of a problem's own stepper with one backend, certificate included. The run is
/// restarted when it reaches its duration, so that every measurement sees the same steps.
void step(benchmark::State& state, const std::string& problem_name,
          const std::string& backend_name) {
  const Problem problem = find_problem(problem_name).make();
  const auto stepper = make_stepper(
      problem.stepper, problem.system,
      {.discretization = problem.discretization, .backend = make_backend(backend_name)});
  Step now{.state = problem.initial}, next;
  long made = 0;
  double iterations = 0.0, by_ipopt = 0.0;
  for (auto _ : state) {
    stepper->advance(now, problem.h, next);
    if (!next.report.ok()) return state.SkipWithError(explain(next.report.status).c_str());
    const SolverStatistics& done = next.report.statistics;
    iterations += static_cast<double>(done.ipopt_iterations + done.newton_iterations);
    by_ipopt += static_cast<double>(done.ipopt_iterations);
    std::swap(now, next);
    if (++made % problem.steps() == 0) now = Step{.state = problem.initial};
  }
  state.counters["iterations/step"] = {iterations, benchmark::Counter::kAvgIterations};
  state.counters["ipopt/step"] = {by_ipopt, benchmark::Counter::kAvgIterations};
}

const int registered = [] {
  for (const std::string& problem : problem_names())
    for (const BackendEntry& backend : all_backends())
      benchmark::RegisterBenchmark(("step/" + problem + "/" + backend.name).c_str(), step, problem,
                                   backend.name);
  return 0;
}();

}  // namespace
