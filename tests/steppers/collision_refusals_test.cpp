#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/steppers/nonholonomic_collision.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

/// What the collision integrators do with input that they cannot use: refuse it by name, or fail by
/// name in the step where it shows.

namespace ricochet {
namespace {

using support::expect_message;

const char* const collision_integrators[] = {"collision", "nonholonomic-collision",
                                             "forced-collision"};

std::unique_ptr<Stepper> make(const std::string& stepper, const System& system) {
  return make_stepper(stepper, system,
                      {.discretization = verlet(), .backend = make_backend("newton")});
}

TEST(CollisionRefusals, of_laws_outside_their_range_leave_the_stepper_as_it_was) {
  const Problem floor = find_problem("particle-floor").make();
  const auto stepper = make("forced-collision", floor.system);
  expect_message([&] { stepper->set("restitution", 1.5); }, {"'restitution'", "in [0, 1]", "1.5"});
  expect_message([&] { stepper->set("restitution", -0.1); },
                 {"'restitution'", "in [0, 1]", "-0.1"});
  expect_message([&] { stepper->set("friction", -0.3); }, {"'friction'", ">= 0", "-0.3"});
  expect_message([&] { stepper->set("friction", std::nan("")); }, {"friction", "nan"});
  EXPECT_EQ(stepper->system().parameter("restitution"), 1.0);
  EXPECT_TRUE(stepper->advance({.state = floor.initial}, floor.h).report.ok());
}

TEST(CollisionRefusals, of_lossy_laws_by_the_conservative_integrators) {
  const System floor = find_problem("particle-floor").make().system;
  for (const char* name : {"collision", "nonholonomic-collision"})
    for (const auto& [parameter, value] :
         {std::pair{"restitution", 0.5}, std::pair{"friction", 0.2}}) {
      const System lossy = floor.with(parameter, value);
      expect_message([&] { make(name, lossy); },
                     {name, "its contacts conserve energy", "'floor'", "forced-collision"});
      const auto stepper = make(name, floor);
      expect_message([&, parameter = parameter, value = value] { stepper->set(parameter, value); },
                     {name, "its contacts conserve energy"});
    }
}

TEST(CollisionRefusals, of_unions_by_all_other_methods) {
  const System tip = find_problem("corner-tip").make().system;
  int refused = 0;
  for (const StepperEntry& entry : all_steppers()) {
    const bool takes = std::count(std::begin(collision_integrators),
                                  std::end(collision_integrators), entry.name) > 0;
    EXPECT_EQ(entry.why_not(tip).empty(), takes) << entry.name;
    if (takes) continue;
    expect_message([&] { (void)make_stepper(entry.name, tip); },
                   {entry.name, "unions", "collision"});
    ++refused;
  }
  EXPECT_GE(refused, 8);
}

TEST(CollisionRefusals, of_nonholonomic_rows_and_a_lagrangian_by_all_methods_but_two) {
  const System pendulum = find_problem("pendulum-cylinder").make().system;
  for (const StepperEntry& entry : all_steppers())
    EXPECT_EQ(entry.why_not(pendulum).empty(),
              entry.name == "nonholonomic-collision" || entry.name == "forced-collision")
        << entry.name;
  expect_message([&] { (void)make("collision", pendulum); },
                 {"'collision'", "nonholonomic rows", "nonholonomic-collision"});
}

TEST(CollisionRefusals, of_a_start_inside_an_obstacle_name_the_row_and_the_depth) {
  const Problem floor = find_problem("particle-floor").make(),
                tip = find_problem("corner-tip").make();
  for (const char* name : collision_integrators) {
    const Step inside =
        make(name, floor.system)
            ->advance({.state = {.q = Vector{{0.0, -0.25}}, .p = Vector{{1.0, 0.0}}}}, floor.h);
    EXPECT_EQ(inside.report.status, StepStatus::infeasible) << name;
    EXPECT_NE(inside.report.message.find("'floor', g = -0.25 m"), std::string::npos)
        << inside.report.message;
    EXPECT_EQ(inside.state.q[1], -0.25) << "it stays";
    const Step within =
        make(name, tip.system)
            ->advance({.state = {.q = Vector{{0.1, -1.0}}, .p = Vector{{1.0, 0.0}}}}, tip.h);
    EXPECT_EQ(within.report.status, StepStatus::infeasible) << name;
    EXPECT_NE(within.report.message.find("a union, also in its largest piece 'tip["),
              std::string::npos)
        << within.report.message;
  }
}

/// A skate whose row vanishes where x = 0.
System skate() {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  return System({.name = "skate",
                 .q = q,
                 .v = v,
                 .M = Expr::eye(2),
                 .V = 0.0,
                 .omega = {{"edge", q(0) * (v(1) - v(0))}}});
}

TEST(CollisionRefusals, of_rows_that_lose_their_rank_on_the_way_are_singular) {
  NonholonomicCollision stepper(skate(), {.discretization = left_point(), .backend = newton()});
  const Vector p{{-1.0, -1.0}};
  EXPECT_TRUE(stepper.advance({.state = {.q = Vector{{0.1, 0.0}}, .p = p}}, 0.1).report.ok());
  const Step lost = stepper.advance({.state = {.q = Vector{{0.0, 0.0}}, .p = p}}, 0.1);
  EXPECT_EQ(lost.report.status, StepStatus::singular);
  EXPECT_NE(lost.report.message.find("nonholonomic rows"), std::string::npos);
}

}  // namespace
}  // namespace ricochet
