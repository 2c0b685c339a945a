#include "ricochet/backends/newton.hpp"
#include "ricochet/monitor.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/collision.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>

/// Impacts at the limits: at the very start or end of a step, tangential ones, ones hidden inside a
/// step, ones too slow for the discrete energy.

namespace ricochet {
namespace {

using support::near;

const Expr q = Expr::sym("q", 2);

System free_particle(const Constraints& g) {
  return System({.name = "free particle", .q = q, .M = Expr::eye(2), .V = 0.0, .g = g});
}

Step step_of(const System& s, const Vector& q0, const Vector& p0, double h,
             const Discretization& d = verlet()) {
  Collision stepper(s, {.discretization = d, .backend = newton()});
  return stepper.advance({.state = {.q = q0, .p = p0}}, h);
}

TEST(ImpactLimits, keep_their_digits_at_the_start_and_at_the_end_of_a_step) {
  const System floor = free_particle({{"floor", q(1)}});
  constexpr double h = 0.1, speed = 3.0;
  for (const Discretization& d : {midpoint(), verlet(), gamma_rule(0.3)})
    for (const double tiny : {1e-15, 1e-13, 1e-10, 1e-6, 1e-3})
      for (const double alpha : {tiny, 1.0 - tiny}) {
        const Step next =
            step_of(floor, Vector{{0.0, alpha * h * speed}}, Vector{{1.0, -speed}}, h, d);
        ASSERT_TRUE(next.report.ok()) << alpha << ": " << next.report.message;
        ASSERT_EQ(next.impacts.size(), 1u) << d.name() << ' ' << alpha;
        EXPECT_NEAR(next.impacts[0].alpha, alpha, 1e-15);
        EXPECT_TRUE(near(next.state.q, Vector{{h, (1.0 - alpha) * h * speed}}, 1e-15));
        EXPECT_TRUE(near(next.state.p, Vector{{1.0, speed}}, 1e-13));
      }
}

TEST(ImpactLimits, on_more_contacts_than_there_is_room_for_are_named) {
  Constraints floors;
  for (int i = 0; i < 30; ++i) floors.add("floor " + std::to_string(i), q(1));
  const System repeated = free_particle(floors);
  for (const char* name : {"collision", "gvi"}) {
    const auto stepper = make_stepper(name, repeated, {});
    const Step next =
        stepper->advance({.state = {.q = Vector{{0.0, 0.05}}, .p = Vector{{1.0, -1.0}}}}, 0.1);
    EXPECT_EQ(next.report.status, StepStatus::too_many_events) << name;
    EXPECT_NE(next.report.message.find("30 contacts"), std::string::npos) << next.report.message;
    EXPECT_NE(next.report.message.find("remove repeated"), std::string::npos);
  }
}

TEST(ImpactLimits, that_graze_are_named) {
  // The crossing of y = x^3 along y = 0 has no normal speed.
  const Step next = step_of(free_particle({{"cubic", q(1) - pow(q(0), 3)}}), Vector{{-0.55, 0.0}},
                            Vector{{1.0, 0.0}}, 1.0);
  EXPECT_EQ(next.report.status, StepStatus::grazing) << next.report.message;
  EXPECT_NE(next.report.message.find("'cubic'"), std::string::npos) << next.report.message;
}

TEST(ImpactLimits, that_only_touch_are_none) {
  const Step next = step_of(free_particle({{"bowl", q(1) + q(0) * q(0)}}), Vector{{-0.55, 0.0}},
                            Vector{{1.0, 0.0}}, 1.0);
  EXPECT_TRUE(next.report.ok()) << next.report.message;
  EXPECT_TRUE(next.impacts.empty());
}

TEST(ImpactLimits, inside_a_step_with_admissible_ends_are_found) {
  // A vertex of a turning body dips into the floor: the flight begins and ends above it.
  const System star = find_problem("star").make().system;
  constexpr double h = 0.05;
  const Vector q0{{0.0, 0.695, 0.785398 - 0.3}}, v0{{0.0, 0.5 * 9.81 * h, 12.0}};
  const Vector p0 = star.M_now() * v0;
  SystemSpecification blind = star.specification();
  blind.g = {};
  const Step through = step_of(System(blind), q0, p0, h);
  ASSERT_GT(star.g(q0).minCoeff(), 0.0);
  ASSERT_GT(star.g(through.state.q).minCoeff(), 0.0);
  const Step next = step_of(star, q0, p0, h);
  ASSERT_TRUE(next.report.ok()) << next.report.message;
  EXPECT_FALSE(next.impacts.empty());
}

constexpr double gravity = 9.81;

System room() {
  const Expr y = Expr::sym("y");
  return System({.name = "room", .q = y, .M = 1.0, .V = gravity * y, .g = {{"ceiling", 1.0 - y}}});
}

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

/// A solver that fails by itself.
class Broken final : public StepSolver {
 public:
  explicit Broken(StepStatus status) : status_(status) {}
  StepReport solve(const Vector& /*parameters*/, const Vector& /*guess*/, const Vector& /*hint*/,
                   Solution& /*solution*/) override {
    return {.status = status_, .message = "broken on purpose"};
  }
  [[nodiscard]] std::unique_ptr<StepSolver> clone() const override {
    return std::make_unique<Broken>(status_);
  }

 private:
  StepStatus status_;
};

/// Newton's method, but for the problems of a name: those of flights behind an impact.
Backend broken(StepStatus status, const std::string& name = "flight after an impact") {
  return {"broken", [status, name](const StepProblem& p) -> std::unique_ptr<StepSolver> {
            if (p.name.starts_with(name)) return std::make_unique<Broken>(status);
            return newton().prepare(p);
          }};
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

TEST(ImpactLimits, are_not_grazing_because_the_solver_fails) {
  const State fast{.q = Vector{{0.99}}, .p = Vector{{5.0}}};
  for (const StepStatus status : {StepStatus::backend_error, StepStatus::infeasible}) {
    Collision stepper(room(), {.backend = broken(status, "flight to the next impact")});
    EXPECT_EQ(stepper.advance({.state = fast}, 0.01).report.status, status);
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
