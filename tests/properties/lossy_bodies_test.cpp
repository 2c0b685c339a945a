#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/rough_bodies.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <ostream>
#include <random>
#include <string>
#include <vector>

/// Bodies thrown from random starts under gvi, with drag and a drive that goes round with the time,
/// over restitutions: every run reaches its end, certified, no impact adds energy, and nothing is
/// deeper inside than its way in a step. What lands is lifted by its depth: energy less work may
/// rise by its weight times that.

namespace ricochet {
namespace {

using support::RoughBodies;

/// Four discs in a box, with gravity [m/s^2].
RoughBodies discs(double gravity) {
  const Problem p = find_problem("disc-box").make({{"n", 4}});
  SystemSpecification s = p.system.specification();
  s.V = 0.0;
  for (casadi_int i = 1; i < s.q.size1(); i += 2) s.V += gravity * s.q(i);
  const auto start = [](std::mt19937_64& random) {
    const auto seed = static_cast<double>(random() % 100000);
    return find_problem("disc-box").make({{"n", 4}, {"seed", seed}}).initial;
  };
  return {"discs", System(s), start, 0.005, 300};
}

/// The same bodies; contact i has its own restitution, of those that go round.
RoughBodies with_restitutions_of_their_own(RoughBodies bodies) {
  SystemSpecification s = bodies.system.specification();
  Constraints own;
  const std::vector<double> round = {0.5, 1.0, 0.0, 0.2, 0.7};
  for (size_t i = 0; i < s.g.size(); ++i) {
    Contact contact = s.g[i].contact;
    contact.restitution = contact.restitution * round[i % round.size()];
    own.add(s.g[i].name, s.g[i].value, contact);
  }
  s.g = own;
  bodies.system = System(s);
  return bodies;
}

struct Count {
  long runs = 0, ended = 0, steps = 0, impacts = 0, flagged = 0;
  bool all_certified = true;
  double most_gained = 0.0;  // by an impact [J]
  double deepest = 0.0;      // penetration at any time, of the distance made in a step
  double left = 0.0;         // penetration where a run ends [m]
  double raised = 0.0;       // energy less work above its least so far, of the largest kinetic one
  size_t most_passes = 0;    // of a reflection
  std::string first_failure;
};

void measure(const System& s, const Trajectory& run, Count& count) {
  const Vector energies = energy(s, run) - work_of_forces(s, midpoint(), run);
  double least = energies[0], kinetic = 0.0, raised = 0.0, fastest = 0.0, deepest = 0.0;
  for (size_t k = 0; k < run.steps.size(); ++k) {
    const Step& step = run.steps[k];
    const Vector v = s.velocity(step.state.q, step.state.p);
    kinetic = std::max(kinetic, 0.5 * v.dot(step.state.p));
    fastest = std::max(fastest, v.norm());
    deepest = std::max(deepest, -s.g(step.state.q).minCoeff());
    raised = std::max(raised, energies[static_cast<Index>(k)] - least);
    least = std::min(least, energies[static_cast<Index>(k)]);
    count.most_passes = std::max(count.most_passes, step.reflections.size());
  }
  count.deepest = std::max(count.deepest, deepest / (fastest * run.h));
  count.left = std::max(count.left, -s.g(run.last().state.q).minCoeff());
  count.raised = std::max(count.raised, raised / kinetic);
  for (const Impact& impact : impacts(run)) {
    ++count.impacts;
    count.flagged += impact.flagged ? 1 : 0;
    count.most_gained = std::max(count.most_gained, impact.energy_plus - impact.energy_minus);
  }
}

void run_one(const RoughBodies& bodies, Stepper& stepper, const State& start, Count& count) {
  const Trajectory run = simulate(stepper, start, {.h = bodies.h, .steps = bodies.steps});
  ++count.runs;
  count.ended += run.ok() ? 1 : 0;
  count.steps += run.made;
  count.all_certified = count.all_certified && run.certified == run.made;
  if (!run.ok() && count.first_failure.empty()) count.first_failure = run.message();
  measure(stepper.system(), run, count);
}

struct Case {
  std::string name;
  RoughBodies (*make)() = nullptr;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.name; }

const std::vector<Case>& cases() {
  static const std::vector<Case> all = {
      {"chain_3", [] { return support::chain(3); }},
      {"chain_8", [] { return support::chain(8); }},
      {"twin_6", [] { return support::chain(6, true); }},
      {"mixed_chain_5", [] { return with_restitutions_of_their_own(support::chain(5)); }},
      {"tossed_box", [] { return support::tossed_box(); }},
      {"mixed_box", [] { return with_restitutions_of_their_own(support::tossed_box()); }},
      {"stack_2", [] { return support::stack(2); }},
      {"mixed_stack_3", [] { return with_restitutions_of_their_own(support::stack(3)); }},
      {"channel", [] { return support::box_in_channel(); }},
      {"three_floors", [] { return support::point_on_floors(3); }},
      {"falling_discs", [] { return discs(9.81); }},
      {"floating_discs", [] { return discs(0.0); }},
  };
  return all;
}

class LossyBodiesEnd : public testing::TestWithParam<Case> {
 protected:
  static Count run_all(Index starts) {
    RoughBodies bodies = GetParam().make();
    bodies.system = support::driven(bodies.system.specification(), 0.02, 0.02);
    const auto stepper = make_stepper("gvi", bodies.system, {.backend = newton()});
    std::mt19937_64 random(7);
    Count all;
    for (const double e : {0.0, 0.2, 0.5, 0.7, 1.0}) {
      Count count;
      stepper->set("restitution", e);
      for (Index i = 0; i < starts; ++i) run_one(bodies, *stepper, bodies.start(random), count);
      report(e, count);
      expect_all(count);
    }
    return all;
  }

  static void expect_all(const Count& count) {
    EXPECT_EQ(count.ended, count.runs) << count.first_failure;
    EXPECT_TRUE(count.all_certified);
    EXPECT_LE(count.most_gained, 1e-12);
    EXPECT_LT(count.deepest, 1.0);
    EXPECT_LT(count.raised, 0.2);
    EXPECT_GT(count.impacts, GetParam().name == "channel" ? -1 : 0);
  }

  static void report(double e, const Count& c) {
    std::printf(
        "%s, e = %.1f: %ld of %ld ended, %ld steps, %ld impacts, %ld flagged, %zu passes at most, "
        "impacts gain %.1e J, raised %.1e, deepest %.2f, left %.1e m\n",
        GetParam().name.c_str(), e, c.ended, c.runs, c.steps, c.impacts, c.flagged, c.most_passes,
        c.most_gained, c.raised, c.deepest, c.left);
  }
};

class LossyBodiesEndSlow : public LossyBodiesEnd {};

TEST_P(LossyBodiesEnd, from_a_few_starts) { (void)run_all(1); }

TEST_P(LossyBodiesEndSlow, from_a_thousand_starts) { (void)run_all(17); }

/// What is measured of a run whose second step, with an impact, is spoilt.
Count spoilt(void (*spoil)(Step&)) {
  const RoughBodies bodies = support::point_on_floors(1);
  const System s = support::driven(bodies.system.specification(), 0.02, 0.02);
  const auto stepper = make_stepper("gvi", s, {.backend = newton()});
  const State start{.q = Vector{{0.0, 0.01}}, .p = Vector{{0.1, -1.0}}};
  Trajectory run = simulate(*stepper, start, {.h = 0.005, .steps = 4});
  EXPECT_EQ(run.steps.at(2).impacts.size(), 1u);
  spoil(run.steps[2]);
  Count count;
  measure(s, run, count);
  return count;
}

TEST(LossyBodiesControl, notices_what_gains_energy_or_sinks) {
  const Count right = spoilt([](Step&) {});
  EXPECT_LE(right.most_gained, 0.0);
  EXPECT_LT(right.raised, 1e-12);
  EXPECT_LT(right.deepest, 1e-12);
  EXPECT_GT(spoilt([](Step& step) { step.state.p[0] = 2.0; }).raised, 0.2);
  EXPECT_GT(spoilt([](Step& step) { step.state.q[1] -= 0.02; }).deepest, 1.0);
  EXPECT_GT(spoilt([](Step& step) { step.impacts[0].energy_plus += 1.0; }).most_gained, 1e-12);
}

INSTANTIATE_TEST_SUITE_P(Of, LossyBodiesEnd, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });
INSTANTIATE_TEST_SUITE_P(Of, LossyBodiesEndSlow, testing::ValuesIn(cases()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace ricochet
