#include "compare/comparison.hpp"

#include "bench/attempt.hpp"
#include "compare/refined_run.hpp"
#include "program/options/setup.hpp"
#include "program/options/start.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/run/observed_orders.hpp"
#include "ricochet/run/stopwatch.hpp"

#include <utility>

namespace ricochet::cli {
namespace {

constexpr const char* default_backend = "automatic";

void observe_order(const Options& o, const Built& built, Contender& contender) {
  const auto refine = [&](long steps, int level) {
    const RunPlan plan = make_run_plan(refined_options(o, contender.run->h, steps, level), built);
    return refinement_of(plan, level).make();
  };
  const ObservedOrders seen =
      observe_orders(contender.run->steps_wanted, contender.run->problem.system.length(), refine);
  contender.order = seen.smooth;
  contender.order_through_impacts = seen.through_impacts;
}

Contender contend(const std::string& method, const Options& o, Console& console,
                  const std::function<bool()>& stop_requested) {
  Contender made{.words = method};
  const Attempt building = attempt_to_build(o, default_backend);
  made.refusal = building.refusal;
  if (!building.built) return made;
  Attempt attempt = attempt_to_plan(o, *building.built);
  made.refusal = attempt.refusal;
  if (!attempt.plan) return made;
  RunPlan& plan = *attempt.plan;
  made.claimed = claimed_order(plan.stepper->info(), plan.problem.system, plan.from.step.state);
  made.logs_impacts = plan.stepper->info().logs_impacts;
  const Stopwatch clock;
  made.run = record(std::move(plan), {.label = method}, console, o.quiet, stop_requested);
  made.wall_seconds = clock.seconds();
  if (made.run->ok()) observe_order(o, *building.built, made);
  return made;
}

}  // namespace

void refuse_comparison(const Options& o, const std::vector<std::string>& methods) {
  Setup setup = make_setup(o);
  const double h = step_size(o, setup);
  const State start = make_start(o, setup.problem, discretization(o, setup.problem), h);
  if (!o.violated_start) refuse_violations(setup.problem.system, start, h);
  if (const auto backend = o.word("backend")) (void)make_backend(*backend);
  for (const std::string& method : methods) refuse_method(method);
}

Comparison compare_methods(const Options& o, const std::vector<std::string>& methods,
                           Console& console, const std::function<bool()>& stop_requested) {
  Comparison comparison;
  for (const std::string& method : methods) {
    if (stop_requested()) break;
    comparison.push_back(contend(method, with_method(o, method), console, stop_requested));
  }
  return comparison;
}

}  // namespace ricochet::cli
