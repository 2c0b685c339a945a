#include "ricochet/flight/impact_resolution.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/monitor.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/collision.hpp"
#include "support/matchers.hpp"
#include "support/room.hpp"

#include <gtest/gtest.h>

/// Impacts too slow for the discrete energy.

namespace ricochet {
namespace {

using support::broken, support::gravity, support::near, support::room;

/// A ball thrown up reaches the ceiling at 0.9 of the first step, just before it would turn.
Trajectory slow_run(SlowImpact slow, const Backend& backend = newton()) {
  constexpr double h = 0.01, rise = 0.9 * h, speed = gravity * rise + 0.01;
  Collision stepper(room(), {.discretization = verlet(), .backend = backend, .slow_impact = slow});
  const State start{.q = Vector{{1.0 - speed * rise + 0.5 * gravity * rise * rise}},
                    .p = Vector{{speed}}};
  return simulate(stepper, start, {.h = h, .steps = 5});
}

long flagged(const Trajectory& run) {
  Monitor monitor(room());
  monitor.start(run.steps.front());
  for (size_t k = 1; k < run.steps.size(); ++k) monitor.observe(run.steps[k]);
  return monitor.summary().flagged_impacts;
}

TEST(ImpactLimits, too_slow_for_the_discrete_energy_are_named) {
  const Trajectory run = slow_run(SlowImpact::fail);
  EXPECT_EQ(run.end.status, StepStatus::no_admissible_root);
  EXPECT_NE(run.end.message.find("'ceiling'"), std::string::npos) << run.end.message;
}

TEST(ImpactLimits, too_slow_are_met_as_asked_and_counted_in_the_report) {
  const Trajectory bounced = slow_run(SlowImpact::restitution);
  ASSERT_TRUE(bounced.ok()) << bounced.message();
  const Impact& hit = bounced.steps[1].impacts.at(0);
  EXPECT_TRUE(hit.flagged);
  EXPECT_TRUE(near(hit.p_plus, -hit.p_minus, 1e-14));
  EXPECT_EQ(flagged(bounced), 1);

  const Trajectory rested = slow_run(SlowImpact::contact);
  ASSERT_TRUE(rested.ok()) << rested.message();
  EXPECT_TRUE(rested.steps[1].impacts.at(0).flagged);
  EXPECT_NEAR(rested.steps[1].impacts.at(0).p_plus[0], 0.0, 1e-14);
  EXPECT_EQ(flagged(rested), 1);
  EXPECT_GT(room().g(rested.steps[1].state.q)[0], 0.0) << "gravity pulls it off at once";
}

const StepStatus failures[] = {StepStatus::singular,       StepStatus::iteration_limit,
                               StepStatus::infeasible,     StepStatus::backend_error,
                               StepStatus::branch_suspect, StepStatus::certificate_missed};

TEST(ImpactLimits, of_a_fast_body_are_not_slow_because_the_solver_fails) {
  const State fast{.q = Vector{{0.99}}, .p = Vector{{5.0}}};
  for (const SlowImpact slow : {SlowImpact::fail, SlowImpact::restitution, SlowImpact::contact})
    for (const StepStatus status : failures) {
      Collision stepper(room(), {.backend = broken(status), .slow_impact = slow});
      const Step next = stepper.advance({.state = fast}, 0.01);
      EXPECT_EQ(next.report.status, status);
      EXPECT_NE(next.report.message.find("broken on purpose"), std::string::npos);
      EXPECT_EQ(next.state.p, fast.p) << "a failed step stays at its start";
    }
}

TEST(ImpactLimits, are_slow_by_the_energy_whatever_the_solver_says) {
  for (const StepStatus status : failures) {
    const Trajectory named = slow_run(SlowImpact::fail, broken(status));
    EXPECT_EQ(named.end.status, StepStatus::no_admissible_root) << named.end.message;
    const Trajectory rested = slow_run(SlowImpact::contact, broken(status));
    ASSERT_TRUE(rested.ok()) << rested.message();
    EXPECT_EQ(flagged(rested), 1);
  }
}

}  // namespace
}  // namespace ricochet
