#include "ricochet/certify/moreau_jean_certifier.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/steppers/moreau_jean.hpp"
#include "support/rough_bodies.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

namespace ricochet {
namespace {

constexpr double g = 10.0, h = 0.1;

/// A unit mass above a floor under gravity.
System ball() {
  const Expr q = Expr::sym("q");
  return System(
      {.name = "ball", .q = q, .M = 1.0, .V = g * q, .g = {{"floor", q, {.restitution = 0.5}}}});
}

Step at(double t, double q, double p, double lambda = 0.0, bool closed = false) {
  Step step{.state = {.t = t, .q = Vector{{q}}, .p = Vector{{p}}},
            .force = {.lambda = Vector{{lambda}}}};
  if (closed) step.contacts.predicted = {0};
  return step;
}

TEST(MoreauJeanCertifier, takes_free_fall_and_no_other_motion) {
  const auto rule = certify_moreau_jean(ball(), true);
  const Step from = at(0.3, 2.0, 1.0), to = at(0.4, 2.05, 0.0);
  EXPECT_TRUE(rule->certify(from, h, to).ok()) << rule->culprit();
  EXPECT_GT(rule->certify(from, h, at(0.4, 2.05 + 1e-6, 0.0)).dynamics, 1e-7);
  EXPECT_GT(rule->certify(from, h, at(0.4, 2.05, 1e-6)).dynamics, 1e-8);
  EXPECT_GT(rule->certify(from, h, at(0.4 + 1e-6, 2.05, 0.0)).dynamics, 1e-2);
  EXPECT_EQ(rule->culprit(), "the step does not end h later");
}

TEST(MoreauJeanCertifier, asks_for_the_restitution_of_closed_contacts) {
  // g(q0 + h/2 v0) < 0: the speed of -3 m/s returns halved; lambda = v1 - v0 + h g.
  const auto rule = certify_moreau_jean(ball(), true);
  const Step from = at(0.0, 0.1, -3.0);
  EXPECT_TRUE(rule->certify(from, h, at(h, 0.025, 1.5, 5.5, true)).ok()) << rule->culprit();
  EXPECT_GT(rule->certify(from, h, at(h, 0.02, 1.4, 5.4, true)).jump, 0.09);
  EXPECT_EQ(rule->culprit(), "contact 'floor' rebounds too slowly");
  EXPECT_GT(rule->certify(from, h, at(h, 0.03, 1.6, 5.6, true)).complementarity, 0.09);
}

TEST(MoreauJeanCertifier, asks_for_the_contacts_that_are_closed_in_the_middle_of_the_step) {
  const auto rule = certify_moreau_jean(ball(), true);
  const Step low = at(0.0, 0.1, -3.0), high = at(0.0, 1.0, -3.0);
  EXPECT_GT(rule->certify(high, h, at(h, 0.925, 1.5, 5.5, true)).complementarity, 0.5);
  EXPECT_EQ(rule->culprit(), "contact 'floor' takes part, but is open");
  EXPECT_GT(rule->certify(high, h, at(h, 0.925, 1.5, 5.5)).complementarity, 0.5);
  EXPECT_EQ(rule->culprit(), "contact 'floor' pushes, but takes no part");
  EXPECT_GT(rule->certify(low, h, at(h, -0.25, -4.0)).jump, 0.04);
  EXPECT_EQ(rule->culprit(), "contact 'floor' is closed, but takes no part");
}

/// A rod that turns by 3 rad: its end is the nearest position to q*, and no other one.
TEST(MoreauJeanCertifier, takes_the_nearest_position_and_no_other) {
  const Expr q = Expr::sym("q", 4), dx = q(2) - q(0), dy = q(3) - q(1);
  const System dumbbell({.name = "dumbbell",
                         .q = q,
                         .M = Expr::eye(4),
                         .V = 0.0,
                         .f = {{"rod", 0.5 * (dx * dx + dy * dy - 1.0)}}});
  MoreauJean stepper(dumbbell, {.backend = newton()});
  const Step from{
      .state = {.q = Vector{{0.0, 0.0, 1.0, 0.0}}, .p = 15.0 * Vector{{0.0, -1.0, 0.0, 1.0}}}};
  const Step to = stepper.advance(from, h);
  ASSERT_TRUE(to.report.ok()) << to.report.message;
  EXPECT_TRUE(stepper.certify(from, h, to).ok());
  Step turned = to;  // about the middle of the rod: it keeps its length
  const double along = to.state.q[2] - to.state.q[0], up = to.state.q[3] - to.state.q[1];
  turned.state.q += 1e-6 * Vector{{up, -along, -up, along}};
  EXPECT_GT(stepper.certify(from, h, turned).dynamics, 1e-7);
  EXPECT_LT(stepper.certify(from, h, turned).equality, 1e-11);
  Step other = to;
  other.force.xi *= 1.0 + 1e-6;
  EXPECT_GT(stepper.certify(from, h, other).dynamics, 1e-7);
}

/// A chain that lies and slides on the floor, one step of it.
class ChainControl : public testing::Test {
 protected:
  static System chain() {
    return support::chain(3).system.with("friction", 0.3).with("restitution", 0.5);
  }
  void SetUp() override {
    from_.state = {.q = Vector::Zero(8), .p = Vector::Zero(8)};
    for (Index i = 0; i < 4; ++i) from_.state.q[2 * i] = 0.2 * static_cast<double>(i);
    for (Index i = 0; i < 4; ++i) from_.state.p[2 * i] = 0.1;
    from_.state.p[1] = -0.05;  // the first mass is thrown on the floor
    to_ = stepper_.advance(from_, 0.01);
    ASSERT_TRUE(to_.report.ok()) << to_.report.message;
    ASSERT_EQ(to_.contacts.predicted.size(), 4U);
    ASSERT_TRUE(stepper_.certify(from_, 0.01, to_).ok());
  }
  /// Changes the momentum at the end, and with it the position, so that the equations of motion
  /// hold with the changed impulses.
  void adjust(const Vector& kick) {
    const System& s = stepper_.system();
    to_.state.p += kick;
    to_.state.q += 0.005 * s.M_now().inverse() * kick;
  }
  Certificate judged() { return stepper_.certify(from_, 0.01, to_); }

  MoreauJean stepper_{chain(), {.backend = newton()}};
  Step from_, to_;
};

TEST_F(ChainControl, friction_along_the_slip_is_caught) {
  const Vector change = -2.0 * to_.force.rho;
  to_.force.rho += change;
  Vector kick = Vector::Zero(8);
  for (Index i = 0; i < 4; ++i) kick[2 * i] = change[i];
  adjust(kick);
  const Certificate wrong = judged();
  EXPECT_GT(wrong.friction, 1e-4) << wrong.verdict();
  EXPECT_GT(wrong.energy, 1e-4) << wrong.verdict();
}

TEST_F(ChainControl, friction_outside_its_cone_is_caught) {
  const Vector change = 0.1 * to_.force.rho;
  to_.force.rho += change;
  Vector kick = Vector::Zero(8);
  for (Index i = 0; i < 4; ++i) kick[2 * i] = change[i];
  adjust(kick);
  const Certificate wrong = judged();
  EXPECT_GT(wrong.friction, 1e-4) << wrong.verdict();
  EXPECT_LT(wrong.dynamics, 1e-12) << "a motion that is consistent in itself";
  EXPECT_EQ(stepper_.culprit(), "contact 'floor 0' rubs beyond its friction cone");
}

TEST_F(ChainControl, a_sticking_force_on_a_sliding_contact_is_caught) {
  Vector kick = Vector::Zero(8);
  for (Index i = 0; i < 4; ++i) {
    kick[2 * i] = -0.5 * to_.force.rho[i];
    to_.force.rho[i] *= 0.5;
  }
  adjust(kick);
  EXPECT_GT(judged().friction, 1e-4);
  EXPECT_NE(stepper_.culprit().find("does not rub against its slip"), std::string::npos);
}

TEST_F(ChainControl, impulses_on_a_contact_that_takes_no_part_are_caught) {
  to_.contacts.predicted.pop_back();
  const Certificate wrong = judged();
  EXPECT_GT(wrong.complementarity, 1e-4) << wrong.verdict();
}

TEST_F(ChainControl, restitution_of_its_own_is_caught) {
  // The contacts of the chain act on each other: a step made with another restitution.
  MoreauJean other(chain().with("restitution", 0.49), {.backend = newton()});
  const Step made = other.advance(from_, 0.01);
  ASSERT_TRUE(made.report.ok());
  EXPECT_GT(stepper_.certify(from_, 0.01, made).worst(), 1e-4);
}

TEST_F(ChainControl, a_position_off_the_rods_is_caught) {
  to_.state.q[0] += 1e-7;
  const Certificate wrong = judged();
  EXPECT_GT(wrong.equality, 1e-8);
  EXPECT_GT(wrong.dynamics, 1e-8);
  to_.state.q[0] -= 1e-7;
  to_.force.xi[0] += 1e-6;
  EXPECT_GT(judged().dynamics, 1e-9) << "what moves the position onto the rods is judged";
}

TEST_F(ChainControl, forces_that_were_forgotten_are_caught) {
  SystemSpecification forced = chain().specification();
  Expr pull = Expr::zeros(8, 1);
  pull(0) = 1e-3;
  forced.forces = {{"pull", pull}};
  const auto judge = certify_moreau_jean(System(forced), true);
  const Certificate wrong = judge->certify(from_, 0.01, to_);
  EXPECT_GT(wrong.dynamics, 1e-9) << wrong.verdict();
}

TEST(MoreauJeanCertifier, judges_nonholonomic_rows) {
  const Expr q = Expr::sym("q", 3), v = Expr::sym("v", 3);
  const System skate({.name = "skate",
                      .q = q,
                      .v = v,
                      .M = Expr::eye(3),
                      .V = 0.3 * q(0),
                      .omega = {{"blade", v(0) * sin(q(2)) - v(1) * cos(q(2))}}});
  MoreauJean stepper(skate, {.backend = newton()});
  const Step from{.state = {.q = Vector::Zero(3), .p = Vector{{1.0, 0.0, 1.0}}}};
  Step to = stepper.advance(from, 0.01);
  ASSERT_TRUE(to.report.ok()) << to.report.message;
  EXPECT_NE(to.force.kappa[0], 0.0);
  to.state.p[1] += 1e-8;
  EXPECT_GT(stepper.certify(from, 0.01, to).tangency, 1e-9);
  to.state.p[1] -= 1e-8;
  to.force.kappa[0] += 1e-8;
  EXPECT_GT(stepper.certify(from, 0.01, to).dynamics, 1e-11);
}

}  // namespace
}  // namespace ricochet
