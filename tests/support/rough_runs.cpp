#include "support/rough_runs.hpp"

#include "ricochet/diagnostics.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/text/text.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <ostream>
#include <random>

namespace ricochet::support {
namespace {

using Clock = std::chrono::steady_clock;

std::string numbers_of(const System& s) {
  return "restitution " + brief(s.parameter("restitution")) + ", friction " +
         brief(s.parameter("friction"));
}

}  // namespace

RoughRuns::RoughRuns(const RoughBodies& bodies, Stepper& stepper)
    : bodies_(bodies), stepper_(stepper), books_(bodies.system) {}

void RoughRuns::add(const State& start) {
  const System& s = stepper_.system();
  const Clock::time_point began = Clock::now();
  const Trajectory run = simulate(stepper_, start, {.h = bodies_.h, .steps = bodies_.steps});
  count_.seconds += std::chrono::duration<double>(Clock::now() - began).count();
  ++count_.runs;
  if (run.ok())
    ++count_.ended;
  else
    count_.lost.push_back("run " + std::to_string(count_.runs) + ", " + numbers_of(s) + ": " +
                          run.message());
  count_steps(run);
  const Vector energies = energy(s, run);
  const double scale = energies.cwiseAbs().maxCoeff();
  books_.set(s.parameter("restitution"), s.parameter("friction"));
  count_impacts(run, scale);
  count_landings(run);
  const bool elastic = s.parameter("restitution") == 1.0 && stepper_.info().name == "rattle";
  double& gained = elastic ? count_.most_gained_elastic : count_.most_gained;
  gained = std::max(gained, (energies.maxCoeff() - energies[0]) / scale);
  for (Index k = 1; k < energies.size(); ++k)
    count_.most_raised = std::max(count_.most_raised, (energies[k] - energies[k - 1]) / scale);
  count_.deepest = std::max(count_.deepest, -smallest_gap(s, run));
}

void RoughRuns::count_steps(const Trajectory& run) {
  for (size_t k = 1; k < run.steps.size(); ++k) {
    const Step& step = run.steps[k];
    ++count_.steps;
    count_.certified += step.report.certified ? 1 : 0;
    count_.rubbing += (step.force.rho.array() != 0.0).any() ? 1 : 0;
    count_.most_in_a_step = std::max(count_.most_in_a_step, step.impacts.size());
  }
}

void RoughRuns::count_impacts(const Trajectory& run, double scale) {
  const System& s = stepper_.system();
  const bool elastic = s.parameter("restitution") == 1.0 && s.parameter("friction") == 0.0;
  for (const Impact& impact : impacts(run)) {
    ++count_.impacts;
    count_.flagged += impact.flagged ? 1 : 0;
    if (elastic && !impact.flagged) {
      const double gained = std::abs(impact.energy_plus - impact.energy_minus) / scale;
      count_.most_from_elastic = std::max(count_.most_from_elastic, gained);
      continue;
    }
    count_.most_from_impacts =
        std::max(count_.most_from_impacts, books_.of_impact(impact).gained());
    const long forgotten = books_.without_friction(impact);
    count_.forgotten += forgotten;
    count_.smooth += forgotten == 0 && (impact.friction.array() == 0.0).all() ? 1 : 0;
  }
}

void RoughRuns::count_landings(const Trajectory& run) {
  for (const Step& step : run.steps)
    for (const FlightRecord& flight : step.flights) {
      if (flight.force.mu.size() == 0 || (flight.force.mu.array() == 0.0).all()) continue;
      ++count_.landings;
      count_.most_from_landings =
          std::max(count_.most_from_landings, books_.of_landing(flight).gained());
    }
}

RoughCount run_grid(const RoughBodies& bodies, const std::string& method, const Backend& backend,
                    const RoughGrid& grid) {
  StepperOptions options{.backend = backend};
  if (method == "forced-collision") options.slow_impact = SlowImpact::restitution;
  const auto stepper = make_stepper(method, bodies.system, options);
  std::mt19937_64 random(grid.seed);
  RoughRuns runs(bodies, *stepper);
  for (const double e : grid.restitutions)
    for (const double mu : grid.frictions) {
      stepper->set("restitution", e);
      stepper->set("friction", mu);
      for (Index i = 0; i < grid.starts; ++i) runs.add(bodies.start(random));
    }
  const RoughCount& count = runs.count();
  std::printf(
      "%s, %s, %s: %ld of %ld runs end, %ld of %ld steps certified, %ld rub, %ld impacts (%ld "
      "frictionless, %ld wrongly), %ld landings; gain %.1e (elastic %.1e), of a step %.1e, of an "
      "impact %.1e, of an elastic one %.1e, of a landing %.1e; penetration %.1e m, %.3f ms per "
      "step\n",
      method.c_str(), bodies.name.c_str(), backend.name().c_str(), count.ended, count.runs,
      count.certified, count.steps, count.rubbing, count.impacts, count.smooth, count.forgotten,
      count.landings, count.most_gained, count.most_gained_elastic, count.most_raised,
      count.most_from_impacts, count.most_from_elastic, count.most_from_landings, count.deepest,
      1e3 * count.seconds / static_cast<double>(std::max(count.steps, 1L)));
  return count;
}

void expect_ends(const RoughCount& count) {
  EXPECT_GT(count.runs, 0);
  EXPECT_EQ(count.ended, count.runs);
  for (const std::string& lost : count.lost) ADD_FAILURE() << lost;
  EXPECT_EQ(count.certified, count.steps);
}

void PrintTo(const RoughCase& of, std::ostream* out) { *out << of.name; }

}  // namespace ricochet::support
