#include "ricochet/run/recorder.hpp"

#include "ricochet/io/report.hpp"
#include "ricochet/status.hpp"

#include <utility>

namespace ricochet {
namespace {

RunTables make_tables(const System& system, const Checkpoint& from, bool resumed,
                      const RunRecipe& recipe) {
  if (resumed) return {system, recipe.files, recipe.every, from, recipe.h};
  RunTables tables(system, recipe.files, recipe.every);
  tables.start(from.step.state);
  return tables;
}

Monitor make_monitor(const System& system, const Checkpoint& from, bool resumed) {
  if (!resumed) {
    Monitor monitor(system);
    monitor.start(from.step);
    return monitor;
  }
  Monitor monitor(system, from.summary);
  monitor.measure(from.step);
  return monitor;
}

}  // namespace

Recorder::Recorder(const System& system, const Checkpoint& from, bool resumed,
                   const RunRecipe& recipe)
    : recipe_(recipe),
      tables_(make_tables(system, from, resumed, recipe)),
      monitor_(make_monitor(system, from, resumed)),
      sampler_(recipe.samples, recipe.steps),
      meter_(summary().steps, recipe.steps, recipe.progress_interval),
      wall_before_(resumed ? from.wall_seconds : 0.0),
      t_(from.step.state.t) {
  if (!recipe_.files.trajectory.empty()) set_table_begins(recipe_.settings, tables_.begins());
  sampler_.start(from.step, monitor_);
  save_point(from.step);
}

void Recorder::take(const Step& made) {
  const auto now = clock_.stop();
  tables_.take(summary().steps, t_, made);
  monitor_.observe(made);
  sampler_.take(made, monitor_);
  t_ = made.state.t;
  if (recipe_.on_step) recipe_.on_step(made);
  if (recipe_.on_progress && meter_.due(now)) tell(now);
  if (std::chrono::duration<double>(now - saved_).count() >= recipe_.save_interval)
    save_point(made);
  clock_.start();
}

void Recorder::tell(Clock::time_point now) {
  Progress progress = meter_.at(summary().steps, now);
  progress.energy_error = summary().energy_final - summary().energy_initial;
  if (const ShadowSummary& shadow = summary().shadow; shadow.any()) {
    progress.shadow_error = shadow.relative_error();
    progress.shadow_fallbacks = shadow.located + shadow.landed;
  }
  recipe_.on_progress(progress);
}

void Recorder::save_point(const Step& now) {
  tables_.flush();  // before the checkpoint, which promises these rows
  if (!recipe_.files.checkpoint.empty())
    save(Checkpoint{.step = now,
                    .summary = summary(),
                    .wall_seconds = wall_seconds(),
                    .settings = recipe_.settings},
         recipe_.files.checkpoint);
  saved_ = Clock::now();
}

RecordedRun Recorder::finish(const Step& last, const StepReport& end, const std::string& message) {
  RecordedRun run;
  run.wall_seconds = wall_seconds();
  tables_.finish(last);
  save_point(last);
  tables_.close();
  sampler_.finish(last, monitor_);
  static_cast<RunSamples&>(run) = sampler_.hand_over();
  run.h = recipe_.h;
  run.steps_wanted = recipe_.steps;
  run.summary = summary();
  run.settings = recipe_.settings;
  run.seconds_per_step = clock_.median();
  run.seconds_mean = clock_.mean();
  run.last = last;
  run.end = end;
  run.message = message;
  write_report(run);
  return run;
}

void Recorder::write_report(const RecordedRun& run) const {
  if (recipe_.files.report.empty()) return;
  save(Report{.status = to_string(run.end.status),
              .message = run.message,
              .summary = run.summary,
              .wall_seconds = run.wall_seconds,
              .settings = run.settings,
              .more = recipe_.more,
              .last = run.last},
       recipe_.files.report);
}

}  // namespace ricochet
