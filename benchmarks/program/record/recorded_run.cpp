#include "program/record/recorded_run.hpp"

#include "program/options/parse.hpp"
#include "program/progress_line.hpp"
#include "ricochet/measures.hpp"
#include "ricochet/run/step_clock.hpp"
#include "ricochet/simulate.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <utility>
#include <variant>

namespace ricochet::cli {
namespace {

RunPlan plan_of(const std::string& words, const std::string& backend) {
  std::vector<std::string> arguments{"run"};
  std::istringstream stream(words);
  for (std::string word; stream >> word;) arguments.push_back(word);
  return make_run_plan(resolve(parse(arguments)), backend);
}

/// The words, completed by what was decided elsewhere, so that the run can be made again.
std::string command_of(const std::string& words, const RunPlan& plan) {
  const SettingValue* backend = find(plan.from.settings.options, "backend");
  const bool added =
      backend && std::holds_alternative<std::string>(*backend) && !plan.options.word("backend");
  return fmt::format("ricochet run {}{}{}", words, added ? " --backend " : "",
                     added ? std::get<std::string>(*backend) : "");
}

/// Watches a run: measures every step, keeps some.
class Sampler {
 public:
  Sampler(const RunPlan& plan, const RunRequest& request)
      : measures_(plan.problem.system),
        monitor_(plan.problem.system),
        stride_(std::max<long>(1, (plan.steps + request.most_samples - 1) / request.most_samples)),
        keeps_impacts_(request.impacts) {
    monitor_.start(plan.from.step);
    gaps_least_ = gaps_most_ = measures_.gaps(plan.from.step.state);
    energy_ = measures_.energy(plan.from.step);
    keep(plan.from.step, energy_);
  }

  void take(const Step& step) {
    monitor_.observe(step);
    take_gaps(step);
    const double E = measures_.energy(step);
    if (keeps_impacts_ && !step.impacts.empty())
      impact_steps_.push_back({energy_, E, step.impacts});
    energy_ = E;
    least_ = std::min(least_, E);
    most_ = std::max(most_, E);
    if (monitor_.summary().steps % stride_ == 0) keep(step, E);
  }

  void finish(const Step& last) {
    if (samples_.back().state.t < last.state.t) keep(last, measures_.energy(last));
  }

  [[nodiscard]] const RunSummary& summary() const { return monitor_.summary(); }

  /// Hands over what was recorded.
  void into(RecordedRun& run) {
    run.samples = std::move(samples_);
    run.impact_steps = std::move(impact_steps_);
    run.summary = monitor_.summary();
    run.gaps_least = gaps_least_;
    run.gaps_most = gaps_most_;
  }

 private:
  void take_gaps(const Step& step) {
    const Vector& gaps = measures_.gaps(step.state);
    gaps_least_ = gaps_least_.cwiseMin(gaps);
    gaps_most_ = gaps_most_.cwiseMax(gaps);
  }

  void keep(const Step& step, double E) {
    samples_.push_back({.state = step.state,
                        .energy = E,
                        .energy_least = std::min(least_, E),
                        .energy_most = std::max(most_, E),
                        .momenta = measures_.momenta(step.state),
                        .gaps = measures_.gaps(step.state)});
    least_ = std::numeric_limits<double>::infinity();
    most_ = -least_;
  }

  Measures measures_;
  Monitor monitor_;
  long stride_;
  bool keeps_impacts_;
  double energy_ = 0.0;  // of the step before [J]
  double least_ = std::numeric_limits<double>::infinity();
  double most_ = -std::numeric_limits<double>::infinity();
  Vector gaps_least_, gaps_most_;
  std::vector<Sample> samples_;
  std::vector<ImpactStep> impact_steps_;
};

}  // namespace

RecordedRun record(const RunRequest& request, const std::string& backend, Console& console,
                   bool quiet, const std::function<bool()>& stop_requested) {
  RunPlan plan = plan_of(request.words, backend);
  const std::string command = command_of(request.words, plan);
  RecordedRun run = record(std::move(plan), request, console, quiet, stop_requested);
  run.command = command;
  return run;
}

struct Recording::Parts {
  Parts(RunPlan given, const RunRequest& asked)
      : plan(std::move(given)), request(asked), sampler(plan, request) {}

  RunPlan plan;
  RunRequest request;
  Sampler sampler;
  StepClock clock = {};
  Trajectory made = {};
};

Recording::Recording(RunPlan plan, const RunRequest& request)
    : parts_(std::make_unique<Parts>(std::move(plan), request)) {}

Recording::~Recording() = default;

void Recording::make(Console& console, bool quiet, const std::function<bool()>& stop_requested) {
  auto& [plan, request, sampler, clock, made] = *parts_;
  ProgressLine progress(console, 0, plan.steps, quiet);
  const auto observe = [&, &request = request, &sampler = sampler, &clock = clock](const Step& s) {
    clock.stop();
    sampler.take(s);
    if (request.watch) request.watch(s);
    const RunSummary& so_far = sampler.summary();
    progress.update(so_far.steps, so_far.energy_final - so_far.energy_initial);
    clock.start();
  };
  clock.start();
  made = simulate(*plan.stepper, plan.from.step,
                  {.h = plan.h,
                   .steps = plan.steps,
                   .every = 0,
                   .on_step = observe,
                   .stop_requested = stop_requested});
  sampler.finish(made.last());
}

RecordedRun Recording::finish() {
  auto& [plan, request, sampler, clock, made] = *parts_;
  RecordedRun run{.label = request.label,
                  .problem = std::move(plan.problem),
                  .settings = std::move(plan.from.settings),
                  .h = plan.h,
                  .steps_wanted = plan.steps,
                  .seconds_per_step = clock.median(),
                  .seconds_mean = clock.mean(),
                  .end = made.end,
                  .message = made.message()};
  sampler.into(run);
  return run;
}

RecordedRun record(RunPlan plan, const RunRequest& request, Console& console, bool quiet,
                   const std::function<bool()>& stop_requested) {
  Recording recording(std::move(plan), request);
  recording.make(console, quiet, stop_requested);
  return recording.finish();
}

std::vector<double> series(const RecordedRun& run, const std::function<double(const Sample&)>& of) {
  std::vector<double> numbers(run.samples.size());
  std::transform(run.samples.begin(), run.samples.end(), numbers.begin(), of);
  return numbers;
}

std::vector<double> times(const RecordedRun& run) {
  return series(run, [](const Sample& s) { return s.state.t; });
}

std::vector<Impact> impacts(const RecordedRun& run) {
  std::vector<Impact> all;
  for (const ImpactStep& step : run.impact_steps)
    all.insert(all.end(), step.impacts.begin(), step.impacts.end());
  return all;
}

double relative_energy(const RecordedRun& run, double energy) {
  return energy / std::abs(run.summary.energy_initial);
}

double energy_band(const RecordedRun& run) {
  return relative_energy(run, run.summary.energy_max - run.summary.energy_min);
}

double largest_energy_error(const RecordedRun& run) {
  const RunSummary& s = run.summary;
  return relative_energy(
      run, std::max(s.energy_max - s.energy_initial, s.energy_initial - s.energy_min));
}

double energy_drift(const RecordedRun& run) {
  return relative_energy(run, run.summary.energy_slope() * run.end_time());
}

double energy_walk(const RecordedRun& run) {
  const size_t window = std::max<size_t>(1, run.samples.size() / 100);
  double first = 0.0, largest = 0.0;
  for (size_t begin = 0; begin + window <= run.samples.size(); begin += window) {
    double sum = 0.0;
    for (size_t i = begin; i < begin + window; ++i) sum += run.samples[i].energy;
    const double mean = sum / static_cast<double>(window);
    if (begin == 0) first = mean;
    largest = std::max(largest, std::abs(mean - first));
  }
  return largest;
}

double momentum_error(const RecordedRun& run, size_t map) {
  return run.summary.momentum_max_error.at(map) / std::abs(run.summary.momentum_initial.at(map));
}

}  // namespace ricochet::cli
