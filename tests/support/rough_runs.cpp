#include "support/rough_runs.hpp"

#include "ricochet/contact/contact_operator.hpp"
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

KineticEnergy::KineticEnergy(const System& s)
    : mass_(s.M_now()), operator_(std::make_unique<ContactOperator>(s)) {}

KineticEnergy::~KineticEnergy() = default;

double KineticEnergy::operator()(const Vector& q, const Vector& p) const {
  Vector v(p.size());
  operator_->place(q);
  operator_->velocity(p, v);
  operator_->constrain(v);
  return 0.5 * v.dot(mass_ * v);
}

RoughRuns::RoughRuns(const RoughBodies& bodies, Stepper& stepper)
    : bodies_(bodies), stepper_(stepper), kinetic_(bodies.system) {}

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
  count_impacts(run);
  const Vector energies = energy(s, run);
  const double scale = energies.cwiseAbs().maxCoeff();
  // Elastic contacts of rattle: its law holds contact by contact and may give energy where several
  // act together, and nothing takes away what Verlet's rule swings by (4e-3 of a chain of 20).
  if (s.parameter("restitution") != 1.0 || stepper_.info().name != "rattle")
    count_.most_gained = std::max(count_.most_gained, (energies.maxCoeff() - energies[0]) / scale);
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

void RoughRuns::count_impacts(const Trajectory& run) {
  const System& s = stepper_.system();
  const bool elastic = s.parameter("restitution") == 1.0 && s.parameter("friction") == 0.0;
  for (const Impact& impact : impacts(run)) {
    ++count_.impacts;
    count_.flagged += impact.flagged ? 1 : 0;
    if (elastic) continue;
    const double gained = kinetic_(impact.q, impact.p_plus) - kinetic_(impact.q, impact.p_minus);
    count_.most_from_impacts = std::max(count_.most_from_impacts, gained);
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
      "%s, %s, %s: %ld of %ld runs end, %ld of %ld steps certified, %ld rub, %ld impacts, gain "
      "%.1e, of a step %.1e, of an impact %.1e J, penetration %.1e m, %.3f ms per step\n",
      method.c_str(), bodies.name.c_str(), backend.name().c_str(), count.ended, count.runs,
      count.certified, count.steps, count.rubbing, count.impacts, count.most_gained,
      count.most_raised, count.most_from_impacts, count.deepest,
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
