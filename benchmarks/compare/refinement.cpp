#include "compare/refinement.hpp"

#include "ricochet/run/step_clock.hpp"
#include "ricochet/simulate.hpp"

namespace ricochet::cli {
namespace {

/// Whether a contact that was open at the start acts in a step, or is closed after it.
class ContactWatch {
 public:
  ContactWatch(const System& system, const State& start)
      : system_(system), open_(system.g(start.q).array() > system.tolerances().gap) {}

  [[nodiscard]] bool acts_in(const Step& step) const {
    if (!step.impacts.empty()) return true;
    const Vector gaps = system_.g(step.state.q);
    const Vector& lambda = step.force.lambda;
    for (Index i = 0; i < gaps.size(); ++i)
      if (open_[i] && (gaps[i] <= system_.tolerances().gap || (i < lambda.size() && lambda[i] > 0)))
        return true;
    return false;
  }

 private:
  const System& system_;
  Eigen::Array<bool, Eigen::Dynamic, 1> open_;
};

}  // namespace

Options refined_options(Options o, double h, long steps, int level) {
  const long parts = 1L << level;
  o.h = h / static_cast<double>(parts);
  o.time.reset();
  o.steps = steps * parts;
  return o;
}

Refined refined(RunPlan& plan, int level, const std::function<bool()>& stop_requested) {
  const long parts = 1L << level;
  const ContactWatch watch(plan.problem.system, plan.from.step.state);
  long made = 0, smooth = plan.steps;
  StepClock clock;
  const auto on_step = [&](const Step& step) {
    clock.stop();
    if (smooth == plan.steps && watch.acts_in(step)) smooth = made;
    ++made;
    clock.start();
  };
  clock.start();
  const Trajectory run = simulate(*plan.stepper, plan.from.step,
                                  {.h = plan.h,
                                   .steps = plan.steps,
                                   .every = parts,
                                   .on_step = on_step,
                                   .stop_requested = stop_requested});
  Refined result{.smooth = 1 + static_cast<size_t>(smooth / parts),
                 .seconds = clock.mean() * static_cast<double>(made)};
  if (run.ok())
    for (const Step& step : run.steps) result.positions.push_back(step.state.q);
  return result;
}

double distance(const Refined& a, const Refined& b, size_t rows) {
  double sum = 0.0;
  for (size_t i = 0; i < rows; ++i) sum += (a.positions[i] - b.positions[i]).norm();
  return sum / static_cast<double>(rows);
}

}  // namespace ricochet::cli
