#include "ricochet/run/refinement.hpp"

namespace ricochet {

bool ContactWatch::acts_in(const Step& step) const {
  if (!step.impacts.empty()) return true;
  const Vector gaps = system_.at(step.state.t).g(step.state.q);
  const Vector& lambda = step.force.lambda;
  for (Index i = 0; i < gaps.size(); ++i)
    if (open_[i] && (gaps[i] <= system_.tolerances().gap || (i < lambda.size() && lambda[i] > 0)))
      return true;
  return false;
}

void ContactWatch::take(const Step& step) {
  acted_ = acted_ || acts_in(step);
  if (!acted_) ++smooth_steps_;
}

Refinement::Refinement(Stepper& stepper, const Step& start, const RunRecipe& recipe, int level)
    : watch_(stepper.system(), start.state),
      parts_(1L << level),
      recording_(stepper, start, at_multiples(recipe)) {}

RunRecipe Refinement::at_multiples(RunRecipe recipe) {
  recipe.files = {};
  recipe.samples = {.every = parts_, .most = recipe.steps / parts_ + 1};
  recipe.on_step = [this](const Step& step) { watch_.take(step); };
  return recipe;
}

Refined Refinement::make() {
  recording_.make();
  const RecordedRun run = recording_.finish();
  Refined result{.smooth = 1 + static_cast<size_t>(watch_.smooth_steps() / parts_),
                 .seconds = run.seconds_mean * static_cast<double>(run.summary.steps)};
  if (run.ok())
    for (const Sample& sample : run.samples) result.positions.push_back(sample.state.q);
  return result;
}

double distance(const Refined& a, const Refined& b, size_t rows) {
  double sum = 0.0;
  for (size_t i = 0; i < rows; ++i) sum += (a.positions[i] - b.positions[i]).norm();
  return sum / static_cast<double>(rows);
}

}  // namespace ricochet
