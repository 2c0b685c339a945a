#include "bench/measurement.hpp"

#include "bench/attempt.hpp"
#include "bench/attempt_report.hpp"
#include "program/record/problem_run.hpp"
#include "program/record/summary.hpp"
#include "ricochet/run/stopwatch.hpp"
#include "ricochet/status.hpp"
#include "ricochet/symbols/symbolics.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr const char* refused_status = "refused";
constexpr const char* cut_status = "cut";
constexpr const char* not_tried_status = "not_tried";

Options options_of(const Trial& trial) {
  Options o;
  o.operand = trial.problem.problem;
  o.set = trial.problem.set;
  put(o.method, "backend", trial.backend);
  o = with_method(o, trial.method);
  o.steps = trial.limits.steps;
  return o;
}

/// A problem that is shorter than the limit ends at its own end.
void shorten(RunPlan& plan) {
  plan.steps = std::min(plan.steps, plan.problem.steps());
  for (auto& [name, value] : plan.from.settings.options)
    if (name == "steps") value = plan.steps;
}

void take_sizes(const System& s, Measurement& row) {
  row.n = s.n();
  row.m = s.m();
  row.k = s.k();
}

std::string cut_message(const Measurement& row) {
  return fmt::format(
      "cut after {} of {} steps by the limit of {} s of wall time, {:.2g} s of them to build it",
      row.summary.steps, row.steps_wanted, brief(row.trial.limits.seconds), row.seconds_setup);
}

void take_run(RecordedRun&& run, bool cut, Measurement& row) {
  row.h = run.h;
  row.steps_wanted = run.steps_wanted;
  row.seconds_median = run.seconds_per_step;
  row.seconds_mean = run.seconds_mean;
  row.summary = run.summary;
  row.settings = std::move(run.settings);
  row.end = run.last.state;
  row.status = cut ? cut_status : to_string(run.end.status);
  if (!run.ok()) row.message = cut ? cut_message(row) : run.message;
}

}  // namespace

std::string Trial::name() const {
  return fmt::format("{} with {}, {}", problem.name(), method, backend);
}

bool Measurement::ok() const { return status == to_string(StepStatus::converged); }
bool Measurement::refused() const { return status == refused_status; }
bool Measurement::cut() const { return status == cut_status; }
bool Measurement::tried() const { return status != not_tried_status; }

double Measurement::ipopt_iterations() const {
  return per_step(summary, summary.solver.ipopt_iterations);
}

double Measurement::newton_iterations() const {
  return per_step(summary, summary.solver.newton_iterations);
}

double Measurement::energy_band() const {
  const double band = summary.energy_max - summary.energy_min;
  return band >= 0.0 ? band : std::numeric_limits<double>::quiet_NaN();
}

double Measurement::violation() const {
  return std::max({0.0, -summary.gap_min, summary.equality_max});
}

double Measurement::momentum_error() const { return largest_momentum_error(summary); }

Measurement measure(const Trial& trial, const std::function<bool()>& stop_requested) {
  Measurement row{.trial = trial};
  auto symbolics = lock_symbolics();
  const Stopwatch setup;
  Attempt attempt = attempt_to_plan(options_of(trial), trial.backend);
  if (!attempt.plan) {
    row.status = refused_status;
    row.message = attempt.refusal;
    return row;
  }
  RunPlan& plan = *attempt.plan;
  shorten(plan);
  row.logs_impacts = plan.stepper->info().logs_impacts;
  take_sizes(plan.problem.system, row);
  bool cut = false;
  Stopwatch steps;
  RunRecipe recipe = recipe_of(plan);
  recipe.samples = {.every = 0};  // states are not looked at
  recipe.stop_requested = [&] {
    if (stop_requested()) return true;
    cut = row.seconds_setup + steps.seconds() > trial.limits.seconds;
    return cut;
  };
  std::optional<Recording> recording;
  recording.emplace(*plan.stepper, plan.from.step, recipe);
  row.seconds_setup = setup.seconds();
  {
    const Unlocked numbers_only(symbolics);
    steps = Stopwatch();
    recording->make();
    row.wall_seconds = steps.seconds();
  }
  take_run(recording->finish(), cut, row);
  recording.reset();
  return row;
}

std::optional<Measurement> untried(const Trial& trial, const Measurement& smaller) {
  const double bodies = trial.problem.size, before = smaller.trial.problem.size;
  if (bodies <= before || smaller.refused()) return {};
  Measurement row{.trial = trial, .status = not_tried_status};
  const std::string name = smaller.trial.problem.name();
  const double limit = trial.limits.seconds;
  if (smaller.cut() && limit <= smaller.trial.limits.seconds)
    row.message = name + " was cut already";
  else if (smaller.seconds_setup * std::pow(bodies / before, 2) > limit)
    row.message =
        fmt::format("as {} shows, building it would take longer than {} s", name, brief(limit));
  else
    return {};
  return row;
}

Report report_of(const Measurement& row) {
  return {.status = row.status,
          .message = row.message,
          .summary = row.summary,
          .wall_seconds = row.wall_seconds,
          .settings = row.settings,
          .more = end_of(row.end)};
}

}  // namespace ricochet::cli
