#include "compare/refined_run.hpp"

#include "program/record/problem_run.hpp"

namespace ricochet::cli {

Options refined_options(Options o, double h, long steps, int level) {
  const long parts = 1L << level;
  o.h = h / static_cast<double>(parts);
  o.time.reset();
  o.steps = steps * parts;
  return o;
}

Refinement refinement_of(const RunPlan& plan, int level,
                         const std::function<bool()>& stop_requested) {
  RunRecipe recipe = recipe_of(plan);
  recipe.stop_requested = stop_requested;
  return {*plan.stepper, plan.from.step, recipe, level};
}

}  // namespace ricochet::cli
