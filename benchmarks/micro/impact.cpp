#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"

#include <benchmark/benchmark.h>

#include <vector>

namespace {

using namespace ricochet;

constexpr size_t most_starts = 100;
constexpr long longest_search = 20000;  // steps

/// Starts of steps of a problem's run that have `impacts` impacts.
std::vector<Step> starts(const Problem& problem, Stepper& stepper, size_t impacts) {
  std::vector<Step> found;
  Step now{.state = problem.initial}, next;
  for (long i = 0; i < longest_search && found.size() < most_starts; ++i) {
    stepper.advance(now, problem.h, next);
    if (!next.report.ok()) break;
    if (next.impacts.size() == impacts) found.push_back({.state = now.state});
    std::swap(now, next);
  }
  return found;
}

/// Cost of steps with so many impacts, certificate included; the steps are those of the run.
void cost(benchmark::State& state, const std::string& problem_name, const std::string& backend_name,
          size_t impacts) {
  const Problem problem = find_problem(problem_name).make();
  const auto make = [&](const std::string& backend) {
    return make_stepper(
        problem.stepper, problem.system,
        {.discretization = problem.discretization, .backend = make_backend(backend)});
  };
  const std::vector<Step> from = starts(problem, *make("newton"), impacts);
  if (from.empty()) return state.SkipWithError("the run has no such step");
  const auto stepper = make(backend_name);
  Step next;
  size_t made = 0;
  for (auto _ : state) {
    stepper->advance(from[made++ % from.size()], problem.h, next);
    if (!next.report.ok()) return state.SkipWithError(explain(next.report.status).c_str());
  }
  state.counters["starts"] = static_cast<double>(from.size());
}

const int registered = [] {
  for (const std::string& problem : problem_names()) {
    if (!find_problem(problem).make().stepper.ends_with("collision")) continue;
    for (const char* backend : {"newton", "ipopt"})
      for (const size_t impacts : {size_t{0}, size_t{1}})
        benchmark::RegisterBenchmark(
            ("collision/" + problem + "/" + backend + (impacts == 0 ? "/free" : "/impact")).c_str(),
            cost, problem, backend, impacts);
  }
  return 0;
}();

}  // namespace
