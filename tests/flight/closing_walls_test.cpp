#include "support/rheonomic.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

/// What moves by itself and leaves a body no room: the run ends by name, nothing made is lost.
namespace ricochet {
namespace {

using support::method;
using support::one;
using support::piston;
using support::run_of;
using ::testing::HasSubstr;
constexpr double g = support::gravity_on_earth;

/// A body that an equality holds, or moves, meets a wall that it cannot leave.
TEST(RheonomicSystems, that_press_a_held_body_against_a_wall_end_as_infeasible) {
  const Expr q = Expr::sym("q", 2), t = Expr::sym("t"), e = Expr::sym("e");
  const auto held = [&](bool wall_moves, double restitution) {
    return System(
        {.name = "held",
         .q = q,
         .t = t,
         .parameters = {{"restitution", e, restitution}},
         .M = Expr::eye(2),
         .V = g * q(1),
         .f = {{"rail", wall_moves ? q(0) : q(0) - t}},
         .g = {{"wall", (wall_moves ? 1.0 - t : Expr(1.0)) - q(0), Contact{.restitution = e}}}});
  };
  struct Case {
    std::string name = {};
    double restitution = 0.0;
  };
  for (const bool wall_moves : {true, false})
    for (const Case& c : std::vector<Case>{{"forced-collision", 1.0},
                                           {"forced-collision", 0.5},
                                           {"collision", 1.0},
                                           {"nonholonomic-collision", 1.0},
                                           {"hybrid", 1.0},
                                           {"gvi", 1.0},
                                           {"gvi", 0.5},
                                           {"gvi", 0.0}}) {
      const auto stepper = method(c.name, held(wall_moves, c.restitution));
      const Vector p{{wall_moves ? 0.0 : 1.0, 0.0}};
      const Trajectory run =
          simulate(*stepper, State{.q = Vector::Zero(2), .p = p}, {.h = 0.01, .steps = 200});
      EXPECT_EQ(run.end.status, StepStatus::infeasible) << c.name << ": " << run.message();
      EXPECT_THAT(run.message(), HasSubstr("'wall'")) << c.name;
      EXPECT_GE(run.made, 98) << c.name;
      EXPECT_LE(run.made, 101) << c.name;
      EXPECT_EQ(run.certified, run.made) << c.name;
    }
}

/// Walls that close in on a body at rest between them; nothing of what was made is lost.
TEST(RheonomicSystems, that_squeeze_end_as_infeasible_with_the_names_of_the_walls) {
  struct Case {
    std::string name = {};
    double restitution = 0.0, q = 0.0;
  };
  const std::vector<Case> cases = {{"forced-collision", 0.0, 0.3},
                                   {"forced-collision", 1.0, 0.0},
                                   {"collision", 1.0, 0.0},
                                   {"nonholonomic-collision", 1.0, 0.0},
                                   {"hybrid", 1.0, 0.0},
                                   {"gvi", 1.0, 0.0},
                                   {"gvi", 0.0, 0.0},
                                   {"gvi", 0.0, 0.3}};
  for (const Case& c : cases) {
    const auto stepper = method(c.name, piston(1.0, c.restitution));
    const Trajectory run =
        simulate(*stepper, State{.q = one(c.q), .p = one(0.0)}, {.h = 0.01, .steps = 200});
    EXPECT_EQ(run.end.status, StepStatus::infeasible) << c.name << ": " << run.message();
    EXPECT_THAT(run.message(), HasSubstr("'end', 'piston'")) << c.name;
    EXPECT_THAT(run.message(), HasSubstr("close in on each other")) << c.name;
    EXPECT_GE(run.made, 99) << c.name;
    EXPECT_LE(run.made, 100) << c.name;
    EXPECT_EQ(run.certified, run.made) << c.name;
    EXPECT_EQ(run.steps.size(), static_cast<size_t>(run.made) + 1) << c.name;
  }
}

TEST(RheonomicSystemsControl, that_stop_before_they_squeeze_do_not_end) {
  for (const std::string name : {"forced-collision", "gvi", "collision", "hybrid"}) {
    const Trajectory run =
        run_of(name, piston(0.4), State{.q = one(0.0), .p = one(0.0)}, 0.01, 200);
    EXPECT_EQ(run.made, 200) << name;
  }
}

/// A point on a floor under a ceiling at an angle of 0.4 that comes down. Friction locks it in the
/// wedge if mu > tan(0.2), otherwise it slips out.
Trajectory run_in_a_wedge(double friction) {
  const Expr q = Expr::sym("q", 2), t = Expr::sym("t");
  const double c = std::cos(0.4), s = std::sin(0.4);
  const auto contact = [&](double x, double y) {
    const std::vector<Expr> along{vertcat(Expr(x), Expr(y))};
    return Contact{.restitution = 0.0, .friction = friction, .tangents = along};
  };
  const System wedge({.name = "wedge",
                      .q = q,
                      .t = t,
                      .M = Expr::eye(2),
                      .V = g * q(1),
                      .g = {{"floor", q(1), contact(1.0, 0.0)},
                            {"ceiling", s * q(0) - c * q(1) - 0.5 * t, contact(c, s)}}});
  return simulate(*method("forced-collision", wedge),
                  State{.q = Vector{{1.0, 0.0}}, .p = Vector::Zero(2)}, {.h = 0.01, .steps = 200});
}

TEST(RheonomicSystems, that_jam_by_friction_end_as_infeasible_with_the_names_of_the_walls) {
  const Trajectory run = run_in_a_wedge(0.3);
  EXPECT_EQ(run.end.status, StepStatus::infeasible) << run.message();
  EXPECT_THAT(run.message(), HasSubstr("'floor', 'ceiling' jam"));
  EXPECT_EQ(run.made, 77);  // the ceiling arrives at t = 2 sin(0.4)
  EXPECT_EQ(run.certified, run.made);
}

TEST(RheonomicSystemsControl, that_close_in_with_little_friction_push_a_body_out) {
  const Trajectory run = run_in_a_wedge(0.1);
  EXPECT_EQ(run.made, 200) << run.message();
  EXPECT_GT(run.last().state.q[0], 1.4);
}

/// Two beads on a rod that is longer than the room becomes.
TEST(RheonomicSystems, that_squeeze_a_rod_end_as_infeasible_with_the_names_of_the_walls) {
  const Expr q = Expr::sym("q", 2), t = Expr::sym("t"), e = Expr::sym("e");
  for (const double restitution : {0.0, 0.5, 1.0})
    for (const std::string name :
         {"forced-collision", "collision", "nonholonomic-collision", "hybrid", "gvi"}) {
      if (restitution < 1.0 && name != "forced-collision" && name != "gvi") continue;
      const System rod({.name = "rod",
                        .q = q,
                        .t = t,
                        .parameters = {{"restitution", e, restitution}},
                        .M = Expr::eye(2),
                        .V = 0.0,
                        .f = {{"rod", q(1) - q(0) - 1.0}},
                        .g = {{"left", q(0) + 1.0 - t, Contact{.restitution = e}},
                              {"right", 2.0 - t - q(1), Contact{.restitution = e}}}});
      const State start{.q = Vector{{0.0, 1.0}}, .p = Vector::Zero(2)};
      const Trajectory run = simulate(*method(name, rod), start, {.h = 0.01, .steps = 200});
      EXPECT_EQ(run.end.status, StepStatus::infeasible) << name << ": " << run.message();
      EXPECT_THAT(run.message(), HasSubstr("'left', 'right'")) << name;
      EXPECT_GE(run.made, 99) << name;
      EXPECT_LE(run.made, 100) << name;
      EXPECT_EQ(run.certified, run.made) << name;
    }
}

/// Bounces accumulate before the walls meet, and smooth contact knows none: other names. Where a
/// step is finished whatever its events, the walls meet.
TEST(RheonomicSystems, that_squeeze_a_bouncing_body_end_by_name) {
  const State moving{.q = one(0.3), .p = one(0.0)};
  for (const auto& [name, status] :
       {std::pair{"collision", StepStatus::too_many_events},
        std::pair{"nonholonomic-collision", StepStatus::too_many_events},
        std::pair{"hybrid", StepStatus::too_many_events},
        std::pair{"forced-collision", StepStatus::infeasible},
        std::pair{"discrete-smooth", StepStatus::not_smooth}}) {
    const auto stepper = method(name, piston(1.0));
    const Trajectory run = simulate(*stepper, moving, {.h = 0.01, .steps = 200});
    EXPECT_EQ(run.end.status, status) << name << ": " << run.message();
    EXPECT_EQ(run.certified, run.made) << name;
  }
}

/// Faster and faster, a body passes the walls within a step of gvi; it ends where they have met.
TEST(RheonomicSystems, that_squeeze_a_body_faster_than_their_room_end_gvi_by_name) {
  for (const double restitution : {1.0, 0.9, 0.5, 0.0})
    for (const double speed : {0.0, 2.0, -3.0, 60.0}) {
      const auto stepper = method("gvi", piston(1.0, restitution));
      const State start{.q = one(0.3), .p = one(2.0 * speed)};
      const Trajectory run = simulate(*stepper, start, {.h = 0.01, .steps = 200});
      EXPECT_EQ(run.end.status, StepStatus::infeasible) << run.message();
      EXPECT_THAT(run.message(), HasSubstr("'end', 'piston'"));
      EXPECT_THAT(run.message(), HasSubstr("close in on each other"));
      EXPECT_EQ(run.made, 100) << restitution << ' ' << speed;
      EXPECT_EQ(run.certified, run.made);
    }
}

TEST(RheonomicSystemsControl, that_leave_room_do_not_end_gvi_however_fast_a_body_is) {
  const Trajectory run = run_of("gvi", piston(0.4), {.q = one(0.3), .p = one(120.0)}, 0.01, 200);
  EXPECT_EQ(run.made, 200);
}

}  // namespace
}  // namespace ricochet
