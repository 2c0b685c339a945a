#include "ricochet/flight/collision_engine.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/collision.hpp"
#include "support/matchers.hpp"
#include "support/room.hpp"

#include <gtest/gtest.h>

#include <vector>

/// Impacts at the limits: at the very start or end of a step, tangential ones, ones hidden inside a
/// step.

namespace ricochet {
namespace {

using support::broken, support::near, support::room;

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

TEST(ImpactLimits, are_not_grazing_because_the_solver_fails) {
  const State fast{.q = Vector{{0.99}}, .p = Vector{{5.0}}};
  for (const StepStatus status : {StepStatus::backend_error, StepStatus::infeasible}) {
    Collision stepper(room(), {.backend = broken(status, "flight to the next impact")});
    EXPECT_EQ(stepper.advance({.state = fast}, 0.01).report.status, status);
  }
}

/// Heights of a ball between rough walls that bounces on their rough floor.
std::vector<double> bounces(double room, double restitution, double friction) {
  const Problem squeezed = find_problem("squeezed-ball").make();
  const System shaft = squeezed.system.with("room", room);
  const auto stepper = make_stepper("forced-collision", shaft, {.backend = newton()});
  stepper->set("restitution", restitution);
  stepper->set("friction", friction);
  const Trajectory run =
      simulate(*stepper, squeezed.start_for(shaft), {.h = squeezed.h, .steps = 120});
  EXPECT_TRUE(run.ok()) << restitution << ", " << friction << ": " << run.message();
  EXPECT_FALSE(impacts(run).empty());
  std::vector<double> all;
  for (const Step& step : run.steps) all.push_back(step.state.q[1]);
  return all;
}

/// Walls that are closed on both sides may press at will. They do not, and the impacts on the floor
/// are found as if they were far away.
TEST(ImpactsBetweenWalls, are_those_of_walls_that_do_not_press) {
  for (const double e : {0.0, 0.5, 1.0})
    for (const double friction : {0.3, 1.0}) {
      const std::vector<double> close = bounces(0.0, e, friction), far = bounces(1.0, e, friction);
      ASSERT_EQ(close.size(), far.size());
      for (size_t k = 0; k < far.size(); ++k) EXPECT_NEAR(close[k], far[k], 1e-11) << e << ' ' << k;
    }
}

}  // namespace
}  // namespace ricochet
