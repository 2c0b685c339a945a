#include "cli/measurement.hpp"

#include "cli/step_clock.hpp"
#include "cli/summary.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"

#include <algorithm>
#include <stdexcept>

namespace ricochet::cli {
namespace {

void run(Stepper& stepper, const Problem& problem, Picture* picture,
         const std::function<bool()>& stop_requested, Measurement& row) {
  Monitor monitor(problem.system);
  const Step start{.state = problem.initial};
  monitor.start(start);
  if (picture) picture->add(start.state, 0.0);
  StepClock clock;
  const auto on_step = [&](const Step& made) {
    clock.stop();
    monitor.observe(made);
    const RunSummary& s = monitor.summary();
    if (picture) picture->add(made.state, s.energy_final - s.energy_initial);
    clock.start();
  };
  clock.start();
  const Trajectory made = simulate(stepper, start,
                                   {.h = problem.h,
                                    .steps = row.steps_wanted,
                                    .every = 0,
                                    .on_step = on_step,
                                    .stop_requested = stop_requested});
  row.status = to_string(made.end.status);
  if (!made.ok()) row.message = made.message();
  row.summary = monitor.summary();
  row.seconds_mean = clock.mean();
  row.seconds_median = clock.median();
}

}  // namespace

double Measurement::ipopt_iterations() const {
  return per_step(summary, summary.solver.ipopt_iterations);
}

double Measurement::newton_iterations() const {
  return per_step(summary, summary.solver.newton_iterations);
}

double Measurement::energy_band() const { return summary.energy_max - summary.energy_min; }

Measurement measure(const std::string& name, const Problem& problem, const std::string& backend,
                    long steps, Picture* picture, const std::function<bool()>& stop_requested) {
  const System& s = problem.system;
  Measurement row{.problem = name,
                  .stepper = problem.stepper,
                  .backend = backend,
                  .n = s.n(),
                  .m = s.m(),
                  .k = s.k(),
                  .steps_wanted = std::min(steps, problem.steps())};
  try {
    const StepperEntry& entry = find_stepper(problem.stepper);
    StepperOptions options = entry.suited(problem.discretization);
    options.backend = make_backend(backend);
    const auto stepper = entry.make(s, options);
    run(*stepper, problem, picture, stop_requested, row);
  } catch (const std::invalid_argument& refusal) {
    row.status = "refused";
    row.message = refusal.what();
  }
  return row;
}

}  // namespace ricochet::cli
