#include "ricochet/run/ensemble.hpp"

#include "ricochet/run/pool.hpp"
#include "ricochet/run/resumption.hpp"
#include "ricochet/run/sampler.hpp"
#include "ricochet/run/stopwatch.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/symbols/symbolics.hpp"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <thread>
#include <utility>

namespace ricochet {
namespace {

constexpr size_t ahead = 64;  // members begun, or waiting to be taken, for every thread

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("EnsembleRecipe: " + what);
}

void check(const System& system, const EnsembleRecipe& recipe) {
  check_numbers("EnsembleRecipe", recipe.h, recipe.steps, recipe.certify_every, recipe.samples);
  if (recipe.members > 0 && !recipe.member)
    refuse("no .member is given; it returns the start and the parameter values of member 0, 1, ..");
  std::vector<std::string> names = recipe.parameters;
  for (const std::string& name : names) (void)system.parameter(name);  // throws, with what there is
  std::sort(names.begin(), names.end());
  if (const auto twice = std::adjacent_find(names.begin(), names.end()); twice != names.end())
    refuse("the parameter '" + *twice + "' is named twice in .parameters");
}

/// What a thread needs.
struct Worker {
  std::unique_ptr<Stepper> stepper;
  Monitor monitor;
};

/// One for each thread; made and destroyed under the lock of symbols.
class Workers {
 public:
  Workers(const Stepper& stepper, size_t count) {
    const SymbolicsLock lock = lock_symbolics();
    const Monitor monitor(stepper.system());
    for (size_t i = 0; i < count; ++i) all_.push_back({stepper.clone(), monitor});
  }
  Workers(const Workers&) = delete;
  Workers& operator=(const Workers&) = delete;
  ~Workers() {
    const SymbolicsLock lock = lock_symbolics();
    all_.clear();
  }
  Worker& operator[](size_t i) { return all_[i]; }

 private:
  std::vector<Worker> all_;
};

/// The steps of a member whose values the stepper has.
void make_steps(Worker& worker, const EnsembleRecipe& recipe, MemberRun& run) {
  Stepper& stepper = *worker.stepper;
  Monitor& monitor = worker.monitor;
  const Step start{.state = run.of.start};
  const double h = run.of.h.value_or(recipe.h);
  const long steps = run.of.steps.value_or(recipe.steps);
  check_numbers("EnsembleMember", h, steps, recipe.certify_every, recipe.samples);
  check_start(stepper.system(), start.state);
  Sampler sampler(recipe.samples, steps);
  monitor.restart(stepper.system());
  monitor.start(start);
  sampler.start(start, monitor);
  const auto observe = [&](const Step& step) {
    monitor.observe(step);
    sampler.take(step, monitor);
  };
  const Trajectory made = simulate(stepper, start.state,
                                   {.h = h,
                                    .steps = steps,
                                    .every = 0,
                                    .certify_every = recipe.certify_every,
                                    .violated_start = recipe.violated_start,
                                    .on_step = observe,
                                    .stop_requested = recipe.stop_requested});
  sampler.finish(made.last(), monitor);
  static_cast<RunSamples&>(run) = sampler.hand_over();
  run.summary = monitor.summary();
  run.last = made.last();
  run.end = made.end;
  run.message = made.message();
}

MemberRun run_member(Worker& worker, const EnsembleRecipe& recipe, size_t member) {
  MemberRun run;
  run.member = member;
  run.of = recipe.member(member);
  run.last.state = run.of.start;
  const Stopwatch watch;
  try {
    worker.stepper->set(recipe.parameters, run.of.values);
    make_steps(worker, recipe, run);
  } catch (const std::invalid_argument& refused) {
    run.message = refused.what();
    run.end = {.status = StepStatus::invalid_input, .message = run.message};
  }
  run.seconds = watch.seconds();
  return run;
}

size_t threads_of(const EnsembleRecipe& recipe) {
  const size_t cores = std::max(std::thread::hardware_concurrency(), 1U);
  return std::clamp<size_t>(recipe.members, 1, recipe.threads > 0 ? recipe.threads : cores);
}

}  // namespace

void run_ensemble(const Stepper& stepper, const EnsembleRecipe& recipe,
                  const std::function<void(MemberRun&&)>& take) {
  check(stepper.system(), recipe);
  const size_t threads = threads_of(recipe);
  Workers workers(stepper, threads);
  std::vector<MemberRun> slots(ahead * threads);
  ProgressMeter meter(0, static_cast<long>(recipe.members), recipe.progress_interval);
  run_in_order({.jobs = threads,
                .count = recipe.members,
                .ahead = slots.size(),
                .work =
                    [&](size_t worker, size_t member) {
                      MemberRun& run = slots[member % slots.size()];
                      run = run_member(workers[worker], recipe, member);
                      if (recipe.on_end) recipe.on_end(run);
                    },
                .take =
                    [&](size_t member) {
                      take(std::move(slots[member % slots.size()]));
                      if (recipe.on_progress && (meter.due() || member + 1 == recipe.members))
                        recipe.on_progress(meter.at(static_cast<long>(member) + 1));
                    },
                .stop_requested = recipe.stop_requested});
}

std::vector<MemberRun> run_ensemble(const Stepper& stepper, const EnsembleRecipe& recipe) {
  std::vector<MemberRun> runs;
  runs.reserve(recipe.members);
  run_ensemble(stepper, recipe, [&runs](MemberRun&& run) { runs.push_back(std::move(run)); });
  return runs;
}

}  // namespace ricochet
