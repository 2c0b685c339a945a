#include "compare/comparison.hpp"

#include "bench/attempt.hpp"
#include "compare/refined_run.hpp"
#include "program/options/setup.hpp"
#include "program/options/start.hpp"
#include "ricochet/problem/facts.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/run/stopwatch.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr const char* default_backend = "automatic";
// How orders are observed.
constexpr long order_steps = 100;           // of size h
constexpr int order_levels = 4;             // h, h/2, h/4, h/8
constexpr size_t fewest_rows = 6;           // of size h: fewer show no order
constexpr double most_disagreement = 0.25;  // between the orders of two refinements
constexpr double least_order = 0.5;         // of each of them: below, nothing converges
constexpr double least_difference = 1e-11;  // of the system's length: smaller ones are round-off

/// Mean of the two orders that three successive distances give. NaN if the two disagree, if one is
/// too small to be an order, or if the smallest distance is round-off.
double order_over(const std::vector<Refined>& levels, size_t rows, double round_off) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  if (rows < fewest_rows) return nan;
  const double coarse = distance(levels[0], levels[1], rows);
  const double fine = distance(levels[1], levels[2], rows);
  const double finest = distance(levels[2], levels[3], rows);
  const double first = std::log2(coarse / fine), second = std::log2(fine / finest);
  const bool agree =
      std::abs(first - second) < most_disagreement && std::min(first, second) > least_order;
  return finest > round_off && agree ? 0.5 * (first + second) : nan;
}

void observe_order(const Options& o, const Built& built, Contender& contender) {
  const long steps = std::min(order_steps, contender.run->steps_wanted);
  std::vector<Refined> levels;
  size_t smooth = static_cast<size_t>(steps) + 1;
  for (int level = 0; level < order_levels; ++level) {
    const Options finer = refined_options(o, contender.run->h, steps, level);
    const RunPlan plan = make_run_plan(finer, built);
    levels.push_back(refinement_of(plan, level).make());
    if (levels.back().positions.empty()) return;
    smooth = std::min(smooth, levels.back().smooth);
  }
  const size_t all = levels.front().positions.size();
  const double round_off = least_difference * contender.run->problem.system.length();
  contender.order = order_over(levels, smooth, round_off);
  if (smooth < all) contender.order_through_impacts = order_over(levels, all, round_off);
}

/// What a method claims for motion that starts like this one; 0: nothing.
int claimed_order(const StepperInfo& info, const Facts& facts) {
  if (facts.sliding > 0) return info.contact_order;
  return facts.equalities > 0 ? info.bilateral_order : info.order;
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
  made.claimed =
      claimed_order(plan.stepper->info(), facts_of(plan.problem.system, plan.from.step.state));
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
