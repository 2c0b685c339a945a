#include "ricochet/simulate.hpp"

#include "ricochet/text/text.hpp"

#include <cmath>
#include <stdexcept>
#include <string>
#include <utility>

namespace ricochet {
namespace {

void check_options(const SimulateOptions& o) {
  if (!(std::isfinite(o.h) && o.h > 0.0))
    throw std::invalid_argument("simulate: the step size .h must be positive and finite, not " +
                                brief(o.h));
  if (o.steps < 0)
    throw std::invalid_argument("simulate: .steps must be >= 0, not " + std::to_string(o.steps));
  if (o.certify_every < 0)
    throw std::invalid_argument("simulate: .certify_every must be >= 0, not " +
                                std::to_string(o.certify_every));
  if (o.every < 0)
    throw std::invalid_argument("simulate: .every must be >= 0, not " + std::to_string(o.every));
}

/// The message for a start that violates constraints: the rows, and what the user can do.
void refuse_violations(const System& s, const State& start, double h) {
  const std::vector<std::string> rows = violations(s, start, h);
  if (rows.empty()) return;
  throw std::invalid_argument("System '" + s.name() + "': the start violates " +
                              join_first(rows, 2, "; ") +
                              ". Start from project(system, state), or take it by "
                              ".violated_start = true");
}

}  // namespace

namespace {

/// Switches the certifier of a stepper off and on, and leaves it as it was.
class Certifying {
 public:
  Certifying(Stepper& stepper, long every)
      : stepper_(stepper), on_(stepper.certifies_steps()), every_(every) {}
  Certifying(const Certifying&) = delete;
  Certifying& operator=(const Certifying&) = delete;
  ~Certifying() { stepper_.certify_steps(on_); }

  /// Before the k-th step, k from 1.
  void step(long k) { stepper_.certify_steps(on_ && every_ > 0 && k % every_ == 0); }

 private:
  Stepper& stepper_;
  bool on_;
  long every_;
};

}  // namespace

Trajectory simulate(Stepper& stepper, const Step& start, const SimulateOptions& options) {
  check_options(options);
  check_start(stepper.system(), start.state);
  Trajectory run{.h = options.h, .system = stepper.system().name(), .stepper = stepper.info().name};
  run.steps.push_back(start);
  run.end.status = StepStatus::converged;

  Certifying certifying(stepper, options.certify_every);
  Step one = start, other;
  Step *now = &one, *next = &other;  // moving a Step costs as much as a small step
  bool recorded = true;
  while (run.made < options.steps) {
    if (options.stop_requested && options.stop_requested()) {
      run.end = {.status = StepStatus::interrupted};
      break;
    }
    certifying.step(run.made + 1);
    stepper.advance(*now, options.h, *next);
    if (!next->report.ok()) {
      run.end = next->report;
      break;
    }
    std::swap(now, next);
    ++run.made;
    run.certified += now->report.certified ? 1 : 0;
    double& begins_with = run.steps.front().discrete_energy;
    if (run.made == 1 && std::isnan(begins_with)) begins_with = now->discrete_energy;
    recorded = options.every > 0 && run.made % options.every == 0;
    if (recorded) run.steps.push_back(*now);
    if (options.on_step) options.on_step(*now);
  }
  if (!recorded) run.steps.push_back(*now);
  return run;
}

Trajectory simulate(Stepper& stepper, const State& start, const SimulateOptions& options) {
  check_options(options);
  check_start(stepper.system(), start);
  check_finite_start(stepper.system(), start);
  if (!options.violated_start) refuse_violations(stepper.system(), start, options.h);
  return simulate(stepper, Step{.state = start}, options);
}

}  // namespace ricochet
