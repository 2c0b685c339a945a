#include "ricochet/certify/rattle_certifier.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/steppers/rattle.hpp"
#include "support/rough_bodies.hpp"
#include "support/single_bodies.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ricochet {
namespace {

constexpr double h = 0.01;  // [s]

/// A chain that lies and slides on the floor while its first mass is thrown on it, one step of it.
class RattleControl : public testing::Test {
 protected:
  static System chain() {
    return support::chain(3).system.with("friction", 0.3).with("restitution", 0.5);
  }
  void SetUp() override {
    from_.state = {.q = Vector::Zero(8), .p = Vector::Zero(8)};
    for (Index i = 0; i < 4; ++i) from_.state.q[2 * i] = 0.2 * static_cast<double>(i);
    for (Index i = 0; i < 4; ++i) from_.state.p[2 * i] = 0.1;
    from_.state.p[1] = -0.05;
    to_ = stepper_.advance(from_, h);
    ASSERT_TRUE(to_.report.ok()) << to_.report.message;
    ASSERT_EQ(to_.contacts.held.size(), 4U);
    ASSERT_TRUE(judged().ok()) << stepper_.culprit();
  }
  /// Adds to the friction of the second stage, and to the momentum what it gives.
  void rub_at_the_end(const Vector& change) {
    to_.force.pi += change;
    for (Index i = 0; i < 4; ++i) to_.state.p[2 * i] += change[i];
  }
  /// Adds to the friction on the way. All points get the same: rods keep their lengths.
  void rub_on_the_way(double change) {
    to_.force.rho.array() += change;
    for (Index i = 0; i < 4; ++i) {
      to_.state.q[2 * i] += h * 10.0 * change;  // masses of 0.1 kg
      to_.state.p[2 * i] += change;
    }
  }
  Certificate judged() { return stepper_.certify(from_, h, to_); }

  Rattle stepper_{chain(), {.backend = newton()}};
  Step from_, to_;
};

TEST_F(RattleControl, friction_along_the_slip_is_caught) {
  rub_at_the_end(-2.0 * (to_.force.rho + to_.force.pi));
  const Certificate wrong = judged();
  EXPECT_GT(wrong.friction, 1e-4) << wrong.verdict();
  EXPECT_GT(wrong.energy, 1e-4) << wrong.verdict();
  EXPECT_LT(wrong.dynamics, 1e-12) << "a motion that is consistent in itself";
}

TEST_F(RattleControl, friction_outside_its_cone_is_caught) {
  rub_at_the_end(0.1 * (to_.force.rho + to_.force.pi));
  EXPECT_GT(judged().friction, 1e-4);
  EXPECT_EQ(stepper_.culprit(), "contact 'floor 0' rubs beyond its friction cone");
}

TEST_F(RattleControl, a_sticking_force_on_a_sliding_contact_is_caught) {
  rub_at_the_end(-0.5 * (to_.force.rho + to_.force.pi));
  EXPECT_GT(judged().friction, 1e-4);
  EXPECT_NE(stepper_.culprit().find("does not rub against its slip"), std::string::npos);
}

TEST_F(RattleControl, other_friction_on_the_way_is_caught) {
  for (const double change : {1e-6, -1e-6}) {
    rub_on_the_way(change);
    const Certificate wrong = judged();
    EXPECT_GT(wrong.friction, 1e-8) << wrong.verdict();
    EXPECT_LT(wrong.dynamics, 1e-12) << wrong.verdict();
    rub_on_the_way(-change);
  }
}

TEST_F(RattleControl, impulses_on_a_contact_that_is_not_held_are_caught) {
  to_.contacts.held.pop_back();
  EXPECT_GT(judged().complementarity, 1e-4);
}

TEST_F(RattleControl, restitution_of_its_own_is_caught) {
  Rattle other(chain().with("restitution", 0.49), {.backend = newton()});
  const Step made = other.advance(from_, h);
  ASSERT_TRUE(made.report.ok());
  EXPECT_GT(stepper_.certify(from_, h, made).worst(), 1e-4);
}

TEST_F(RattleControl, penetration_is_caught) {
  to_.state.q[1] -= 1e-7;
  EXPECT_GT(judged().gap, 1e-8);
}

TEST_F(RattleControl, a_floor_that_pulls_on_the_way_is_caught) {
  // The last point hangs from the floor; rods are flat, so that heights are free to first order.
  to_.force.lambda[3] -= 2.0 * to_.force.lambda[3];
  EXPECT_GT(judged().sign, 1e-7);
}

TEST(RattleCertifier, catches_friction_across_a_slide) {
  const System puck = support::puck(0.3, 1.0);
  Rattle stepper(puck, {.backend = newton()});
  const Step from{.state = {.q = Vector::Zero(3), .p = Vector{{1.0, 0.2, 0.0}}}};
  Step to = stepper.advance(from, h);
  ASSERT_TRUE(to.report.ok()) << to.report.message;
  ASSERT_TRUE(stepper.certify(from, h, to).ok()) << stepper.culprit();
  const Eigen::Vector2d way = (to.state.q - from.state.q).head<2>().normalized();
  const Eigen::Vector2d across(-1e-6 * way[1], 1e-6 * way[0]);
  to.force.pi += across;
  to.state.p.head<2>() += across;
  EXPECT_GT(stepper.certify(from, h, to).friction, 1e-7);
  EXPECT_EQ(stepper.culprit(), "contact 'floor' rubs across its slide");
}

/// Two discs that meet off their centres: along G(q0) and G(q1) the whole restitution gives energy.
class LimitControl : public testing::Test {
 protected:
  static System discs(double restitution) {
    const Expr q = Expr::sym("q", 4);
    return System({.name = "discs",
                   .q = q,
                   .M = Expr::eye(4),
                   .V = 0.0,
                   .g = {{"touch",
                          norm_2(vertcat(q(2) - q(0), q(3) - q(1))) - 1.0,
                          {.restitution = restitution}}}});
  }
  static Step made_at(double restitution, bool limit) {
    Rattle stepper(discs(restitution), {.backend = newton(), .limit = limit});
    Step to = stepper.advance(start(), h);
    EXPECT_TRUE(to.report.ok()) << to.report.message;
    return to;
  }
  static Step start() {
    return {.state = {.q = Vector{{0.0, 0.0, 0.9, 0.5}}, .p = Vector{{2.0, 0.0, -2.0, 0.0}}}};
  }
  Certificate judged(const Step& to) { return stepper_.certify(start(), h, to); }

  Rattle stepper_{discs(1.0), {.backend = newton()}};
};

TEST_F(LimitControl, the_largest_share_is_right) {
  const Step to = made_at(1.0, true);
  ASSERT_EQ(to.limited.size(), 1U);
  EXPECT_GT(to.limited[0].share, 0.5);
  EXPECT_LT(to.limited[0].share, 1.0 - 1e-3);
  EXPECT_LT(judged(to).worst(), 1e-12) << stepper_.culprit();
}

TEST_F(LimitControl, impulses_that_give_energy_are_caught) {
  EXPECT_GT(judged(made_at(1.0, false)).energy, 1e-3);
  EXPECT_EQ(stepper_.culprit(), "contact 'touch' returns so much that it gives energy");
}

TEST_F(LimitControl, a_share_that_is_smaller_than_it_must_be_is_caught) {
  const double smaller = 0.99 * made_at(1.0, true).limited[0].share;
  Step to = made_at(smaller, false);
  to.limited = {{.contact = 0, .share = smaller}};
  EXPECT_GT(judged(to).energy, 1e-3);
  EXPECT_LT(judged(to).jump, 1e-12) << "the law holds with this share";
  EXPECT_EQ(stepper_.culprit(), "contact 'touch' returns less than it may");
}

TEST_F(LimitControl, a_share_that_is_not_the_one_of_the_motion_is_caught) {
  Step to = made_at(1.0, true);
  to.limited[0].share -= 1e-6;
  EXPECT_GT(judged(to).worst(), 1e-8);
  to.limited.clear();
  EXPECT_GT(judged(to).jump, 1e-4);
  for (const double share : {-0.1, 1.1}) {
    to.limited = {{.contact = 0, .share = share}};
    EXPECT_GT(judged(to).jump, 0.5);
  }
}

TEST_F(LimitControl, a_share_where_nothing_is_struck_is_caught) {
  Step from = start();
  from.state.p *= -1.0;
  Step to = stepper_.advance(from, h);
  ASSERT_LT(stepper_.certify(from, h, to).worst(), 1e-12);
  to.limited = {{.contact = 0, .share = 0.5}};
  EXPECT_GT(stepper_.certify(from, h, to).jump, 0.4);
}

/// A bead between two walls that passes the middle: R1 acts along G(q1), see NearestAdmissible.
class NearestControl : public testing::Test {
 protected:
  static System bead() {
    const Expr q = Expr::sym("q", 2);
    return System({.name = "bead",
                   .q = q,
                   .M = Expr::eye(2),
                   .V = 0.0,
                   .g = {{"walls",
                          0.5 * (1.0 - q(0) * q(0)),
                          {.restitution = 0.0,
                           .friction = 0.5,
                           .tangents = {vertcat(Expr(0.0), Expr(1.0))}}}}});
  }
  void SetUp() override {
    to_ = stepper_.advance(from_, h);
    ASSERT_TRUE(to_.report.ok()) << to_.report.message;
    ASSERT_GT(to_.force.lambda[0], 1.0);
  }
  Certificate judged() { return stepper_.certify(from_, h, to_); }

  Rattle stepper_{bead(), {.backend = newton()}};
  Step from_{.state = {.q = Vector{{0.5, 0.0}}, .p = Vector{{-200.0, 150.0}}}}, to_;
};

TEST_F(NearestControl, another_impulse_is_caught) {
  ASSERT_LT(judged().worst(), 1e-11);
  to_.force.lambda[0] += 1e-6;
  EXPECT_GT(judged().dynamics, 1e-9);
}

TEST_F(NearestControl, an_impulse_away_from_the_contact_is_caught) {
  to_.state.q[0] = -0.9;
  to_.force.lambda[0] *= 0.6 / 0.45;  // so that 0.5 - 2 + h R1 (0.9) = -0.9
  EXPECT_GT(judged().complementarity, 1e-2);
}

TEST_F(NearestControl, friction_on_the_way_is_caught) {
  to_.force.rho[0] -= 1.0;  // moves nothing: only R1 and nu act on the way to the nearest position
  EXPECT_LT(judged().dynamics, 1e-11);
  EXPECT_GT(judged().friction, 1e-3);
}

}  // namespace
}  // namespace ricochet
