#include "ricochet/run/recorded_run.hpp"

#include "ricochet/run/recorder.hpp"
#include "ricochet/run/resumption.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/text/text.hpp"

#include <utility>

namespace ricochet {
namespace {

std::string count_of(const RunSummary& made, const RunRecipe& recipe) {
  return std::to_string(made.steps) + " of " + std::to_string(recipe.steps) + " steps";
}

/// How a run ended, in one paragraph.
std::string message_of(const Stepper& stepper, const RunRecipe& recipe, const RunSummary& made,
                       const Trajectory& run) {
  const std::string who = stepper.info().name + " on '" + stepper.system().name() + "'";
  const double t = run.last().state.t;
  if (run.ok())
    return who + ": " + count_of(made, recipe) + " of h = " + brief(recipe.h) +
           " s made and certified";
  if (run.end.status == StepStatus::interrupted)
    return "stopped on request after " + count_of(made, recipe) + ", at t = " + brief(t) + " s";
  return who + ", " + describe_failure(run.end, made.steps + 1, t);
}

RunRecipe checked(const Stepper& stepper, RunRecipe recipe, const Checkpoint& from, bool resumed) {
  complete_settings(stepper, recipe);
  check_recipe(recipe);
  if (resumed) refuse_changes(from, stepper.system(), recipe);
  return recipe;
}

}  // namespace

struct Recording::Parts {
  Parts(Stepper& with, const Checkpoint& begin, bool resumed, const RunRecipe& given)
      : stepper(with),
        recipe(checked(with, given, begin, resumed)),
        start(begin.step),
        steps(recipe.steps - (resumed ? begin.summary.steps : 0)),
        recorder(with.system(), begin, resumed, recipe) {}

  Stepper& stepper;
  RunRecipe recipe;
  Step start;
  long steps;  // still to be made
  Recorder recorder;
  Trajectory made = {};
};

Recording::Recording(Stepper& stepper, const Step& start, const RunRecipe& recipe)
    : parts_(std::make_unique<Parts>(stepper, Checkpoint{.step = start}, false, recipe)) {}

Recording::Recording(Stepper& stepper, const Checkpoint& from, const RunRecipe& recipe)
    : parts_(std::make_unique<Parts>(stepper, from, true, recipe)) {}

Recording::~Recording() = default;

void Recording::make() {
  Recorder& recorder = parts_->recorder;
  recorder.begin();
  parts_->made = simulate(parts_->stepper, parts_->start,
                          {.h = parts_->recipe.h,
                           .steps = parts_->steps,
                           .every = 0,
                           .certify_every = parts_->recipe.certify_every,
                           .on_step = [&recorder](const Step& step) { recorder.take(step); },
                           .stop_requested = parts_->recipe.stop_requested});
}

RecordedRun Recording::finish() {
  auto& [stepper, recipe, start, steps, recorder, made] = *parts_;
  return recorder.finish(made.last(), made.end,
                         message_of(stepper, recipe, recorder.summary(), made));
}

RecordedRun record(Stepper& stepper, const Step& start, const RunRecipe& recipe) {
  Recording recording(stepper, start, recipe);
  recording.make();
  return recording.finish();
}

RecordedRun record(Stepper& stepper, const State& start, const RunRecipe& recipe) {
  check_recipe(recipe);
  // No step is made here: simulate judges the start, as it does for every run that begins anew.
  (void)simulate(stepper, start, {.h = recipe.h, .violated_start = recipe.violated_start});
  return record(stepper, Step{.state = start}, recipe);
}

RecordedRun resume(Stepper& stepper, const std::string& file, const RunRecipe& recipe) {
  Recording recording(stepper, load_checkpoint(file, stepper.system()), recipe);
  recording.make();
  return recording.finish();
}

}  // namespace ricochet
