#include "micro/nlpsol_step.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"

#include <benchmark/benchmark.h>

/// The yardstick NlpsolStep. Compare with step/<problem>/ipopt-first, the first step of the run by
/// our own backend: it solves the same two programs, projects the momentum and certifies.

namespace {

using namespace ricochet;

void step_through_nlpsol(benchmark::State& state, const std::string& name) {
  const Problem problem = find_problem(name).make();
  const NlpsolStep step(problem);
  for (auto _ : state) {
    const auto x = step.solve();
    benchmark::DoNotOptimize(x.data());
  }
}

void first_step(benchmark::State& state, const std::string& name) {
  const Problem problem = find_problem(name).make();
  const auto stepper =
      make_stepper(problem.stepper, problem.system,
                   {.discretization = problem.discretization, .backend = make_backend("ipopt")});
  const Step start{.state = problem.initial};
  Step next;
  for (auto _ : state) {
    stepper->advance(start, problem.h, next);
    if (!next.report.ok()) return state.SkipWithError(explain(next.report.status).c_str());
  }
}

const int registered = [] {
  for (const ProblemEntry& entry : all_problems()) {
    const std::string own = entry.make().stepper, name = "step/" + entry.name + "/";
    if (own != "discrete-smooth" && own != "gvi") continue;
    benchmark::RegisterBenchmark((name + "nlpsol").c_str(), step_through_nlpsol, entry.name);
    benchmark::RegisterBenchmark((name + "ipopt-first").c_str(), first_step, entry.name);
  }
  return 0;
}();

}  // namespace
