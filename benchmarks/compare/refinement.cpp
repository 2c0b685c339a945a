#include "compare/refinement.hpp"

#include "program/record/problem_run.hpp"

#include <utility>

namespace ricochet::cli {

bool ContactWatch::acts_in(const Step& step) const {
  if (!step.impacts.empty()) return true;
  const Vector gaps = system_.at(step.state.t).g(step.state.q);
  const Vector& lambda = step.force.lambda;
  for (Index i = 0; i < gaps.size(); ++i)
    if (open_[i] && (gaps[i] <= system_.tolerances().gap || (i < lambda.size() && lambda[i] > 0)))
      return true;
  return false;
}

Options refined_options(Options o, double h, long steps, int level) {
  const long parts = 1L << level;
  o.h = h / static_cast<double>(parts);
  o.time.reset();
  o.steps = steps * parts;
  return o;
}

Refinement::Refinement(RunPlan plan, int level, const std::function<bool()>& stop_requested)
    : plan_(std::move(plan)),
      watch_(plan_.problem.system, plan_.from.step.state),
      parts_(1L << level),
      smooth_steps_(plan_.steps),
      recording_(*plan_.stepper, plan_.from.step, recipe(stop_requested)) {}

/// A sample at every multiple of h.
RunRecipe Refinement::recipe(const std::function<bool()>& stop_requested) {
  RunRecipe recipe = recipe_of(plan_);
  recipe.samples = {.every = parts_, .most = plan_.steps / parts_ + 1};
  recipe.stop_requested = stop_requested;
  recipe.on_step = [this](const Step& step) {
    if (smooth_steps_ == plan_.steps && watch_.acts_in(step)) smooth_steps_ = steps_;
    ++steps_;
  };
  return recipe;
}

Refined Refinement::make() {
  recording_.make();
  const RecordedRun run = recording_.finish();
  Refined result{.smooth = 1 + static_cast<size_t>(smooth_steps_ / parts_),
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

}  // namespace ricochet::cli
