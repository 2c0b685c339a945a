#include "program/record/recorder.hpp"

#include "ricochet/io/checkpoint.hpp"
#include "ricochet/io/files.hpp"
#include "ricochet/measures.hpp"
#include "ricochet/text.hpp"

#include <filesystem>

namespace ricochet::cli {
namespace {

/// Tables are flushed and checkpoints saved this often.
constexpr std::chrono::seconds save_interval{1};

Monitor make_monitor(const RunPlan& plan) {
  if (plan.resumed) return {plan.problem.system, plan.from.summary};
  Monitor monitor(plan.problem.system);
  monitor.start(plan.from.step);
  return monitor;
}

/// What an earlier run left must not stand beside the tables of one that may not reach its end. A
/// run that is resumed goes on in its report; one that is repeated from it still needs it.
void remove_earlier_results(const RunPlan& plan) {
  if (plan.resumed) return;
  for (const std::string& path : {plan.options.report, plan.options.plot}) {
    std::error_code ignored;
    const bool ours = std::filesystem::symlink_status(path, ignored).type() ==
                      std::filesystem::file_type::regular;
    const bool needed = !plan.options.from.empty() && same_file(path, plan.options.from);
    if (ours && !needed) std::filesystem::remove(path, ignored);
  }
}

/// A picture that already shows what an earlier run left in the trajectory.
std::optional<Picture> make_picture(const RunPlan& plan, const std::vector<State>& earlier,
                                    double energy_initial) {
  if (plan.options.plot.empty()) return {};
  Picture picture(plan.problem, plan.stepper->info().name + ", h = " + brief(plan.h) + " s");
  Measures measures(plan.problem.system);
  for (const State& state : earlier)
    picture.add(state, measures.energy({.state = state}) - energy_initial);
  if (earlier.empty())
    picture.add(plan.from.step.state, measures.energy(plan.from.step) - energy_initial);
  return picture;
}

}  // namespace

Recorder::Recorder(const RunPlan& plan, Console& console)
    : plan_(plan),
      settings_(plan.from.settings),
      files_(plan),
      monitor_(make_monitor(plan)),
      picture_(make_picture(plan, files_.earlier(), monitor_.summary().energy_initial)),
      progress_(console, plan.from.summary.steps, plan.steps, plan.options.quiet),
      last_(plan.from.step),
      begin_(Clock::now()),
      saved_(begin_) {
  remove_earlier_results(plan);
  for (auto& [name, value] : settings_.options)
    if (name == "out_begins") value = files_.out_begins();
  save_point();
}

void Recorder::take(const Step& made) {
  const long step = summary().steps;
  files_.take(step, last_.state.t, made);
  monitor_.observe(made);
  const long every = plan_.options.every;
  if (picture_ && every > 0 && summary().steps % every == 0)
    picture_->add(made.state, energy_error());
  last_ = made;
  progress_.update(summary().steps, energy_error());
  if (Clock::now() - saved_ >= save_interval) save_point();
}

void Recorder::save_point() {
  files_.flush();  // before the checkpoint, which promises these rows
  if (!plan_.options.checkpoint.empty())
    save(Checkpoint{.step = last_,
                    .summary = summary(),
                    .wall_seconds = wall_seconds(),
                    .settings = settings_},
         plan_.options.checkpoint);
  saved_ = Clock::now();
}

void Recorder::finish(const StepReport& end, const std::string& message) {
  end_ = Clock::now();
  progress_.clear();
  files_.finish(last_);
  save_point();
  files_.close();
  const Options& o = plan_.options;
  if (!o.report.empty())
    save(Report{.status = to_string(end.status),
                .message = message,
                .summary = summary(),
                .wall_seconds = wall_seconds(),
                .settings = settings_,
                .more = {{"version", std::string(RICOCHET_VERSION)}},
                .last = last_},
         o.report);
  if (picture_) {
    picture_->add(last_.state, energy_error());
    picture_->draw(o.plot);
  }
}

double Recorder::wall_seconds() const {
  const auto end = end_.value_or(Clock::now());
  return plan_.from.wall_seconds + std::chrono::duration<double>(end - begin_).count();
}

double Recorder::energy_error() const { return summary().energy_final - summary().energy_initial; }

}  // namespace ricochet::cli
