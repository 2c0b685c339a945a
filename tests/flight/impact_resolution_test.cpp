#include "ricochet/flight/impact_resolution.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/contact/laws/laws.hpp"
#include "ricochet/monitor.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/collision.hpp"
#include "support/matchers.hpp"
#include "support/room.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>

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

/// A unit mass that meets a floor, between two flights.
class ImpactOnFloor : public testing::Test {
 protected:
  static System floor(double e) {
    const Expr q = Expr::sym("q", 2);
    return System({.name = "floor",
                   .q = q,
                   .M = Expr::eye(2),
                   .V = 0.0,
                   .g = {{"floor", q(1), Contact{.restitution = e}}}});
  }
  explicit ImpactOnFloor(double e = 1.0, std::optional<Law> law = {})
      : system(floor(e)),
        gaps(system),
        holding(system, verlet(), newton(), Holding::Manner::slides),
        impacts(system, newton(), SlowImpact::fail,
                law ? make_law(law, system, newton(), 0.0) : nullptr) {}
  /// True if the floor is approached with this momentum.
  bool meet(const Vector& p, double height = 0.0, double within = 0.0) {
    launch.t = 0.4;
    launch.q = Vector{{0.0, height}};
    launch.p = p;
    holding.clear(launch);
    return impacts.meet(gaps, launch, within);
  }
  const System system;
  GapField gaps;
  Holding holding;
  ImpactResolution impacts;
  Launch launch;
  Step to{.report = {.status = StepStatus::converged}};
};

TEST_F(ImpactOnFloor, tells_approached_contacts_from_those_that_only_touch) {
  EXPECT_TRUE(meet(Vector{{1.0, -2.0}}));
  EXPECT_EQ(impacts.touching()[0], 1.0);
  EXPECT_EQ(impacts.normal_speeds()[0], -2.0);
  EXPECT_FALSE(meet(Vector{{1.0, 0.0}})) << "it rests";
  EXPECT_EQ(impacts.touching()[0], 1.0);
  EXPECT_FALSE(meet(Vector{{1.0, -2.0}}, 0.1)) << "it is open";
  EXPECT_EQ(impacts.touching()[0], 0.0);
  EXPECT_FALSE(meet(Vector{{1.0, -2.0}}, 0.1, 0.06)) << "it will be closed, but is not";
  EXPECT_EQ(impacts.touching()[0], 1.0);
}

TEST_F(ImpactOnFloor, leaves_an_elastic_impulse_to_the_flight_and_logs_it_behind) {
  ASSERT_TRUE(meet(Vector{{1.0, -2.0}}));
  impacts.strike({.alpha = 0.4, .energy = 2.5}, holding, launch, to);
  ASSERT_TRUE(to.report.ok()) << to.report.message;
  EXPECT_TRUE(launch.impact);
  EXPECT_TRUE(near(launch.direction, Vector{{0.0, 2.0}}, 1e-15)) << "it stops the approach";
  EXPECT_EQ(launch.energy, 2.5);
  EXPECT_TRUE(impacts.struck(0));
  const FlightPoint behind{.w = Vector{{1.0, 2.0}}, .sigma = 2.0};
  EXPECT_EQ(impacts.no_way_out(behind, launch), "");
  impacts.settle(behind, 2.5, launch, to);
  ASSERT_EQ(to.impacts.size(), 1u);
  EXPECT_TRUE(near(to.impacts[0].p_plus, Vector{{1.0, 2.0}}, 1e-15));
  EXPECT_TRUE(near(to.impacts[0].impulse, Vector{{4.0}}, 1e-15));
}

TEST_F(ImpactOnFloor, refuses_ways_that_do_not_leave) {
  ASSERT_TRUE(meet(Vector{{1.0, -2.0}}));
  impacts.strike({}, holding, launch, to);
  EXPECT_EQ(impacts.no_way_out({.w = Vector{{1.0, 2.0}}, .sigma = -1.0}, launch),
            "the root found has impulse -1");
  EXPECT_EQ(impacts.no_way_out({.w = Vector{{1.0, -2.0}}, .sigma = 2.0}, launch),
            "the root found does not leave 'floor'");
}

TEST_F(ImpactOnFloor, names_an_impact_that_does_not_approach) {
  ASSERT_FALSE(meet(Vector{{1.0, 0.0}}));
  impacts.strike({}, holding, launch, to);
  EXPECT_EQ(to.report.status, StepStatus::grazing);
  EXPECT_NE(to.report.message.find("'floor'"), std::string::npos) << to.report.message;
  EXPECT_TRUE(to.impacts.empty());
}

class LossyImpactOnFloor : public ImpactOnFloor {
 protected:
  LossyImpactOnFloor() : ImpactOnFloor(0.5, Law::newton) {}
};

TEST_F(LossyImpactOnFloor, acts_at_once) {
  ASSERT_TRUE(meet(Vector{{1.0, -2.0}}));
  impacts.strike({}, holding, launch, to);
  ASSERT_TRUE(to.report.ok()) << to.report.message;
  EXPECT_FALSE(launch.impact) << "nothing is left to the flight";
  EXPECT_TRUE(near(launch.p, Vector{{1.0, 1.0}}, 1e-14));
  impacts.settle({}, 0.0, launch, to);
  EXPECT_TRUE(near(to.impacts[0].impulse, Vector{{3.0}}, 1e-14));
  EXPECT_TRUE(near(to.impacts[0].p_minus, Vector{{1.0, -2.0}}, 0.0));
}

}  // namespace
}  // namespace ricochet
