#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/forced_collision.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// Friction of contacts that last: sticking below the angle of friction, sliding above it, stopping
/// and staying, in the plane and in space, with one contact and with two.

namespace ricochet {
namespace {

constexpr double g = 9.81;

Expr column(const std::vector<double>& entries) { return Expr(casadi::DM(entries)); }

/// A particle on an incline of angle a [rad] with friction mu; q = (along it uphill, off it).
System on_incline(double a, double mu) {
  const Expr q = Expr::sym("q", 2);
  return System(
      {.name = "on an incline",
       .q = q,
       .M = 2.0 * Expr::eye(2),
       .V = 2.0 * g * (std::sin(a) * q(0) + std::cos(a) * q(1)),
       .g = {{"incline", q(1),
              Contact{.restitution = 0.0, .friction = mu, .tangents = {column({1, 0})}}}}});
}

Trajectory slide(const System& s, const State& start, double h, double duration,
                 std::optional<Law> law = {}, const Discretization& d = midpoint()) {
  ForcedCollision stepper(s, {.discretization = d, .backend = newton(), .law = law});
  Trajectory run = simulate(stepper, start, {.h = h, .steps = std::lround(duration / h)});
  EXPECT_TRUE(run.ok()) << run.message();
  return run;
}

const State at_rest{.q = Vector{{0.0, 0.0}}, .p = Vector{{0.0, 0.0}}};

TEST(LastingFriction, sticks_below_the_angle_of_friction_and_slides_above_it) {
  for (const double mu : {0.3, 0.8}) {
    const Trajectory sticks = slide(on_incline(std::atan(0.999 * mu), mu), at_rest, 0.01, 2.0);
    EXPECT_NEAR(sticks.last().state.q[0], 0.0, 1e-14) << mu;
    EXPECT_NEAR(sticks.last().state.p[0], 0.0, 1e-14) << mu;
    const double a = std::atan(1.2 * mu), down = -g * (std::sin(a) - mu * std::cos(a));
    for (const Discretization& d : {midpoint(), verlet()}) {  // exact under a constant force
      const Trajectory slides = slide(on_incline(a, mu), at_rest, 0.01, 2.0, {}, d);
      EXPECT_NEAR(slides.last().state.q[0], 0.5 * down * 4.0, 1e-10) << mu << d.name();
      EXPECT_NEAR(slides.last().state.p[0], 2.0 * down * 2.0, 1e-11) << mu << d.name();
    }
  }
}

TEST(LastingFriction, stops_a_body_after_the_way_of_the_law_and_keeps_it_there) {
  constexpr double mu = 0.4, v = 1.5;
  const System flat = on_incline(0.0, mu);
  for (const double direction : {1.0, -1.0}) {
    const State start{.q = Vector{{0.0, 0.0}}, .p = Vector{{2.0 * direction * v, 0.0}}};
    const Trajectory run = slide(flat, start, 0.007, 1.4);
    // In its last step the body stops at the start of it: less than the way of that step is
    // missing.
    EXPECT_NEAR(run.last().state.q[0], direction * v * v / (2.0 * mu * g), mu * g * 0.007 * 0.007);
    EXPECT_EQ(run.last().state.p[0], 0.0);
    EXPECT_EQ(run.last().state.q[0], run.steps[run.steps.size() - 40].state.q[0]) << "it stays";
    const Vector E = energy(flat, run);
    for (Index k = 0; k + 1 < E.size(); ++k) EXPECT_LE(E[k + 1], E[k] + 1e-13);
  }
}

TEST(LastingFriction, is_of_second_order_on_a_curved_way) {
  // Down a bowl: normal force and direction change all the time.
  const Expr q = Expr::sym("q", 2);
  const System bowl({.name = "rough bowl",
                     .q = q,
                     .M = Expr::eye(2),
                     .V = g * q(1),
                     .g = {{"bowl", 1.0 - norm_2(q),
                            Contact{.restitution = 0.0,
                                    .friction = 0.2,
                                    .tangents = {vertcat(-q(1), q(0)) / norm_2(q)}}}}});
  const State start{.q = Vector{{-1.0, 0.0}}, .p = Vector{{0.0, -0.5}}};
  const auto end = [&](double h) { return slide(bowl, start, h, 0.6).last().state.q; };
  const Vector exact = end(0.6 / 8192);
  const double coarse = (end(0.6 / 32) - exact).norm(), fine = (end(0.6 / 256) - exact).norm();
  EXPECT_NEAR(std::log2(coarse / fine) / 3.0, 2.0, 0.2);
}

TEST(LastingFriction, in_space_turns_with_the_slip) {
  // A slope in space, a start across it: the direction of friction turns; the way is a rotated one
  // of the same slope, and energy is lost at the rate of friction.
  constexpr double mu = 0.3, a = 0.2;
  const auto slope = [&](double turned) {
    const Expr q = Expr::sym("q", 3);
    const double c = std::cos(turned), s = std::sin(turned);
    return System({.name = "slope in space",
                   .q = q,
                   .M = Expr::eye(3),
                   .V = g * (std::sin(a) * (c * q(0) + s * q(1)) + std::cos(a) * q(2)),
                   .g = {{"slope", q(2),
                          Contact{.restitution = 0.0,
                                  .friction = mu,
                                  .tangents = {column({1, 0, 0}), column({0, 1, 0})}}}}});
  };
  const auto end = [&](double turned, double h) {
    const double c = std::cos(turned), s = std::sin(turned);
    const State start{.q = Vector::Zero(3), .p = Vector{{-0.5 * s, 0.5 * c, 0.0}}};
    const Vector q = slide(slope(turned), start, h, 0.2).last().state.q;
    return Vector(Vector{{c * q[0] + s * q[1], c * q[1] - s * q[0]}});
  };
  const Vector exact = end(0.0, 0.2 / 4096);
  EXPECT_LT((end(0.9, 0.2 / 4096) - exact).norm(), 1e-11);
  const double coarse = (end(0.9, 0.2 / 16) - exact).norm(),
               fine = (end(0.9, 0.2 / 128) - exact).norm();
  EXPECT_NEAR(std::log2(coarse / fine) / 3.0, 2.0, 0.25);
  const State start{.q = Vector::Zero(3), .p = Vector{{0.0, 0.5, 0.0}}};
  const Trajectory stops = slide(slope(0.0), start, 0.01, 4.0);
  EXPECT_EQ(stops.last().state.p.norm(), 0.0) << "tan a < mu";
}

/// A block of width w and height t on an incline, by its two lower corners; q = (x, y, theta).
System block(double a, double mu, double w, double t) {
  const Expr q = Expr::sym("q", 3);
  SystemSpecification s{.name = "block", .q = q};
  s.M = diag(vertcat(Expr(1.0), Expr(1.0), Expr((w * w + t * t) / 12.0)));
  s.V = g * (std::sin(a) * q(0) + std::cos(a) * q(1));
  for (const double side : {-0.5, 0.5}) {
    const Expr height = side * w * sin(q(2)) - 0.5 * t * cos(q(2));
    const Expr tangent = vertcat(Expr(1.0), Expr(0.0), -height);
    s.g.add(side < 0.0 ? "left" : "right", q(1) + height,
            Contact{.restitution = 0.0, .friction = mu, .tangents = {tangent}});
  }
  return System(s);
}

TEST(LastingFriction, holds_or_slides_a_block_on_two_corners) {
  constexpr double mu = 0.5, w = 1.0, t = 0.4;
  const State start{.q = Vector{{0.0, 0.5 * t, 0.0}}, .p = Vector::Zero(3)};
  const Trajectory sticks = slide(block(std::atan(0.95 * mu), mu, w, t), start, 0.01, 1.0);
  EXPECT_LT((sticks.last().state.q - start.q).norm(), 1e-12);
  EXPECT_EQ(sticks.last().contacts.held, (std::vector<Index>{0, 1}));
  const double a = std::atan(1.2 * mu), down = -g * (std::sin(a) - mu * std::cos(a));
  const Trajectory slides = slide(block(a, mu, w, t), start, 0.01, 1.0);
  EXPECT_NEAR(slides.last().state.q[0], 0.5 * down, 1e-9);
  EXPECT_NEAR(slides.last().state.q[2], 0.0, 1e-11);
  // A tall block tips over its lower corner instead, although it would not slide.
  const State tall{.q = Vector{{0.0, 1.5, 0.0}}, .p = Vector::Zero(3)};
  const Trajectory tips = slide(block(std::atan(0.9 * mu), mu, w, 3.0), tall, 0.01, 0.3);
  EXPECT_GT(tips.last().state.q[2], 1e-2);
  EXPECT_EQ(tips.last().contacts.held, std::vector<Index>{0}) << "the lower corner";
}

TEST(LastingFriction, brings_a_sliding_disc_to_roll) {
  // Thrown flat with speed v and no spin, a disc rolls with 2/3 v from t = v / (3 mu g) on.
  constexpr double mu = 0.3, r = 0.5, v = 2.0;
  const Expr q = Expr::sym("q", 3);
  const System disc(
      {.name = "disc",
       .q = q,
       .M = diag(vertcat(Expr(1.0), Expr(1.0), Expr(0.5 * r * r))),
       .V = g * q(1),
       .g = {{"floor", q(1) - r,
              Contact{.restitution = 0.0, .friction = mu, .tangents = {column({1, 0, r})}}}}});
  const State start{.q = Vector{{0.0, r, 0.0}}, .p = Vector{{v, 0.0, 0.0}}};
  const Trajectory run = slide(disc, start, 0.003, 0.6);
  EXPECT_NEAR(run.last().state.p[0], 2.0 / 3.0 * v, 1e-12);
  EXPECT_NEAR(run.last().state.p[2] / (0.5 * r * r), -2.0 / 3.0 * v / r, 1e-12);
  const Vector E = energy(disc, run);
  for (Index k = 0; k + 1 < E.size(); ++k) EXPECT_LE(E[k + 1], E[k] + 1e-13);
}

TEST(LastingFrictionControl, frictionless_laws_let_it_slide) {
  const double a = std::atan(0.2);
  const Trajectory run = slide(on_incline(a, 0.0), at_rest, 0.01, 1.0, Law::newton);
  EXPECT_NEAR(run.last().state.q[0], -0.5 * g * std::sin(a), 1e-10);
}

TEST(LastingFriction, stops_at_once_what_it_presses_the_harder_the_more_it_slides) {
  // A rod pushed over the floor, its mass ahead of the tip: W_nn - mu W_nt < 0 (Painleve).
  const Expr q = Expr::sym("q", 3);
  const auto rod = [&](double mu) {
    return System({.name = "chalk",
                   .q = q,
                   .M = diag(vertcat(Expr(1.0), Expr(1.0), Expr(1.0 / 3.0))),
                   .V = g * q(1),
                   .g = {{"tip", q(1) - sin(q(2)),
                          Contact{.restitution = 0.0,
                                  .friction = mu,
                                  .tangents = {vertcat(Expr(1.0), Expr(0.0), sin(q(2)))}}}}});
  };
  const State start{.q = Vector{{0.0, std::sin(1.0), 1.0}}, .p = Vector{{-1.0, 0.0, 0.0}}};
  const auto way = [&](double mu) {
    const Trajectory run = slide(rod(mu), start, 0.001, 0.002);
    EXPECT_EQ(run.last().contacts.held, std::vector<Index>{0});
    EXPECT_LE(rod(mu).H(run.last().state.q, run.last().state.p), rod(mu).H(start.q, start.p));
    const Vector& end = run.last().state.q;
    return end[0] - std::cos(end[2]) + std::cos(1.0);
  };
  EXPECT_NEAR(way(2.0), 0.0, 1e-9) << "jammed";
  EXPECT_NEAR(way(0.5), -0.002, 1e-4) << "slides";
}

TEST(LastingFriction, lets_go_in_the_middle_of_a_step) {
  // A lift that grows with time: over the whole step it pulls, but at its start it presses.
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), t = Expr::sym("t");
  constexpr double lifts = 0.34, h = 0.1;
  const auto crane = [&](double mu) {
    return System(
        {.name = "crane",
         .q = q,
         .v = v,
         .t = t,
         .M = Expr::eye(2),
         .V = g * q(1),
         .g = {{"floor", q(1),
                Contact{.restitution = 0.0, .friction = mu, .tangents = {column({1, 0})}}}},
         .forces = {{"lift", vertcat(Expr(0.0), g / lifts * t)}}});
  };
  for (const double mu : {0.3, 0.0}) {
    const Trajectory run = slide(crane(mu), at_rest, h, 0.6);
    ASSERT_EQ(run.steps.size(), 7u);
    EXPECT_FALSE(run.steps[3].contacts.held.empty());
    EXPECT_TRUE(run.steps[4].contacts.held.empty());
    EXPECT_GE(smallest_gap(crane(mu), run), 0.0);
    EXPECT_TRUE(impacts(run).empty());
    EXPECT_NEAR(run.last().state.q[1], g / lifts * std::pow(0.6 - lifts, 3) / 6.0, 0.02);
  }
}

/// A disc in a corner, under a weight, a push towards the wall and a torque; q = (x, y, angle).
/// With friction above 1 both contacts together hold it against anything.
System in_a_corner(double mu, double push, double torque) {
  constexpr double r = 0.1;
  const Expr q = Expr::sym("q", 3);
  const auto rough = [&](const Expr& slip) {
    return Contact{.restitution = 0.0, .friction = mu, .tangents = {slip}};
  };
  return System({.name = "in a corner",
                 .q = q,
                 .M = Expr(casadi::DM::diag(casadi::DM(std::vector<double>{1.0, 1.0, 0.005}))),
                 .V = g * q(1) - push * q(0) - torque * q(2),
                 .g = {{"floor", q(1), rough(column({1, 0, r}))},
                       {"wall", -q(0), rough(column({0, 1, r}))}}});
}

/// It begins 3.5e-12 m inside the floor, within the tolerance. No lawful motion leads out of there:
/// flights became shorter until they did not steer gaps, a thousand in a step.
TEST(LastingFriction, keeps_what_is_left_of_a_gap_where_it_jams) {
  constexpr double h = 0.005, inside = -3.5e-12;
  const State start{.q = Vector{{0.0, inside, 0.0}}, .p = Vector::Zero(3)};
  for (const double mu : {0.8, 1.2})
    for (const double push : {0.0, 5.0, 20.0})
      for (const double torque : {-0.5, 0.0}) {
        ForcedCollision stepper(in_a_corner(mu, push, torque), {.backend = newton()});
        Step from{.state = start}, to;
        stepper.advance(from, h, to);
        ASSERT_TRUE(to.report.ok()) << to.report.message;
        EXPECT_TRUE(to.report.certified);
        EXPECT_LE(to.flights.size(), 2u) << mu << " " << push << " " << torque;
        EXPECT_LE(to.state.p.lpNorm<Eigen::Infinity>(), 1e-8);
        const bool jams = mu > 1.0 && (push > 0.0 || torque < 0.0);
        EXPECT_NEAR(to.state.q[1], jams ? inside : 0.0, 1e-15)
            << mu << " " << push << " " << torque;
      }
}

}  // namespace
}  // namespace ricochet
