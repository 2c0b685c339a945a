#include "ricochet/registry.hpp"
#include "ricochet/ricochet.hpp"
#include "support/combinations.hpp"
#include "support/steppers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

/// Motions that are wrong on purpose, each consistent in itself, must be refused by the certifier
/// of every method: steps of one system are judged by the stepper of another.
namespace ricochet {
namespace {

constexpr double h = 0.01;  // [s]

struct Corner {
  double floor = 0.0, wall = -5.0;  ///< where they are [m]
  bool swapped = false;             ///< the wall comes first
};

/// A unit mass between a floor and a wall, under gravity.
System corner(const Corner& c) {
  const Expr q = Expr::sym("q", 2);
  const Constraint floor{.name = "floor", .value = q(1) - c.floor};
  const Constraint wall{.name = "wall", .value = q(0) - c.wall};
  return System({.name = "corner",
                 .q = q,
                 .M = Expr::eye(2),
                 .V = 9.81 * q(1),
                 .g = c.swapped ? Constraints{wall, floor} : Constraints{floor, wall}});
}

std::unique_ptr<Stepper> stepper_of(const StepperEntry& entry, const Corner& c) {
  return entry.make(corner(c), {.backend = make_backend("newton")});
}

/// Sliding on the floor, or falling onto it; methods without impacts slide.
State start_of(const Stepper& stepper, double floor) {
  if (!stepper.info().impacts) return {.q = Vector{{0.0, floor}}, .p = Vector{{1.0, 0.0}}};
  return {.q = Vector{{0.0, floor + 0.03}}, .p = Vector{{1.0, -1.0}}};
}

/// Worst certificate over the steps of `made` when `judge` judges them as steps of size h_judge.
Certificate judged(Stepper& made, Stepper& judge, double floor, double h_judge = h) {
  Certificate worst{.limit = 1e-11};
  Step now{.state = start_of(made, floor)}, next;
  made.certify_steps(false);
  for (int k = 0; k < 8; ++k) {
    made.advance(now, h, next);
    EXPECT_TRUE(next.report.ok()) << next.report.message;
    worst.merge(judge.certify(now, h_judge, next));
    std::swap(now, next);
  }
  return worst;
}

class NegativeControl : public testing::TestWithParam<StepperEntry> {
 protected:
  /// The control must be refused, and what was made right must not.
  void expect_caught(const Certificate& wrong) {
    EXPECT_FALSE(wrong.ok()) << "not caught";
    RecordProperty("caught_by", wrong.verdict());
  }
};

TEST_P(NegativeControl, its_own_steps_are_certified) {
  const auto made = stepper_of(GetParam(), {}), judge = stepper_of(GetParam(), {});
  const Certificate right = judged(*made, *judge, 0.0);
  EXPECT_TRUE(right.ok()) << right.verdict();
}

TEST_P(NegativeControl, a_contact_that_acts_where_it_is_open) {
  const auto made = stepper_of(GetParam(), {.floor = 0.5}), judge = stepper_of(GetParam(), {});
  expect_caught(judged(*made, *judge, 0.5));
}

TEST_P(NegativeControl, a_contact_that_does_not_act) {
  const auto made = stepper_of(GetParam(), {.floor = -9.0}), judge = stepper_of(GetParam(), {});
  expect_caught(judged(*made, *judge, 0.0));
}

TEST_P(NegativeControl, the_impulse_of_another_contact) {
  const auto made = stepper_of(GetParam(), {.swapped = true}), judge = stepper_of(GetParam(), {});
  expect_caught(judged(*made, *judge, 0.0));
}

TEST_P(NegativeControl, another_step_size) {
  const auto made = stepper_of(GetParam(), {}), judge = stepper_of(GetParam(), {});
  expect_caught(judged(*made, *judge, 0.0, h + 1e-9));
}

TEST_P(NegativeControl, a_momentum_that_is_slightly_off) {
  const auto made = stepper_of(GetParam(), {});
  Step now{.state = start_of(*made, 0.0)}, next;
  made->advance(now, h, next);
  ASSERT_TRUE(next.report.ok()) << next.report.message;
  next.state.p[0] += 1e-7;
  expect_caught(made->certify(now, h, next));
}

TEST_P(NegativeControl, a_lost_impulse) {
  const auto made = stepper_of(GetParam(), {});
  Step now{.state = start_of(*made, 0.0)}, next;
  for (int k = 0; k < 8; ++k) {
    made->advance(now, h, next);
    ASSERT_TRUE(next.report.ok()) << next.report.message;
    const bool acts = next.force.lambda.any() || next.force.mu.any() || !next.impacts.empty();
    if (acts) break;
    std::swap(now, next);
  }
  next.force.lambda.setZero();
  next.force.mu.setZero();
  for (Impact& impact : next.impacts) impact.impulse.setZero();
  for (ReflectionPass& pass : next.reflections) pass.impulse.setZero();
  expect_caught(made->certify(now, h, next));
}

INSTANTIATE_TEST_SUITE_P(EveryStepper, NegativeControl, testing::ValuesIn(all_steppers()),
                         [](const auto& tested) { return support::test_name(tested.param.name); });

/// The methods that locate impacts.
class FlightControl : public NegativeControl {};

/// A step with an impact, and the root that goes through the floor in its place.
TEST_P(FlightControl, the_root_that_passes_through) {
  const auto made = stepper_of(GetParam(), {});
  const auto through = stepper_of(GetParam(), {.floor = -9.0});
  Step now{.state = start_of(*made, 0.0)}, next;
  for (int k = 0; k < 8; ++k) {
    made->advance(now, h, next);
    ASSERT_TRUE(next.report.ok()) << next.report.message;
    if (!next.impacts.empty()) break;
    std::swap(now, next);
  }
  ASSERT_EQ(next.flights.size(), 2U);
  Impact& impact = next.impacts[0];
  FlightRecord& behind = next.flights[1];
  const Step at{.state = {.t = impact.t, .q = impact.q, .p = impact.p_minus}};
  const Step passed = through->advance(at, behind.tau);
  ASSERT_EQ(passed.flights.size(), 1U);
  impact.p_plus = impact.p_minus;
  impact.impulse.setZero();
  for (ReflectionPass& pass : next.reflections) pass.impulse.setZero();
  const FlightRecord was = behind;
  behind = passed.flights[0];
  behind.begin = was.begin;
  behind.impact = was.impact;
  next.state.q = passed.state.q;
  next.state.p = passed.state.p;
  const Certificate wrong = made->certify(now, h, next);
  EXPECT_GT(wrong.jump, 0.1) << "approached behind its impact";
  EXPECT_LT(wrong.dynamics, 1e-11) << "the motion is consistent in itself";
  expect_caught(wrong);
}

INSTANTIATE_TEST_SUITE_P(EveryStepper, FlightControl, testing::ValuesIn([] {
                           std::vector<StepperEntry> found;
                           for (const StepperEntry& e : all_steppers())
                             for (const char* name : {"hybrid", "collision", "forced-collision",
                                                      "nonholonomic-collision"})
                               if (e.name == name) found.push_back(e);
                           return found;
                         }()),
                         [](const auto& tested) { return support::test_name(tested.param.name); });

/// A block slides on a rough floor; its friction turned around, with the motion that follows.
TEST(FrictionControl, friction_along_the_slip_is_caught) {
  const Expr q = Expr::sym("q", 2);
  const System block({.name = "block",
                      .q = q,
                      .M = Expr::eye(2),
                      .V = 9.81 * q(1),
                      .g = {{.name = "floor",
                             .value = q(1),
                             .contact = {.restitution = 0.0,
                                         .friction = 0.3,
                                         .tangents = {vertcat(Expr(1.0), Expr(0.0))}}}}});
  const auto stepper = make_stepper("forced-collision", block, {.backend = make_backend("newton")});
  const Step from{.state = {.q = Vector{{0.0, 0.0}}, .p = Vector{{1.0, 0.0}}}};
  Step to = stepper->advance(from, h);
  ASSERT_TRUE(to.report.ok()) << to.report.message;
  ASSERT_EQ(to.flights.size(), 1U);
  FlightRecord& flight = to.flights[0];
  ASSERT_LT(flight.force.rho[0], 0.0);
  flight.w[0] -= 2.0 * flight.force.rho[0];  // M = 1: the start of the motion, (75)
  flight.p_end[0] = flight.w[0] - flight.force.pi[0];
  for (Vector* friction : {&flight.force.rho, &flight.force.pi, &to.force.rho, &to.force.pi})
    *friction *= -1.0;
  to.state.q = flight.q + flight.tau * flight.w;
  to.state.p = flight.p_end;
  const Certificate wrong = stepper->certify(from, h, to);
  EXPECT_LT(wrong.dynamics, 1e-11) << "the motion is consistent in itself: " << wrong.verdict();
  EXPECT_GT(wrong.friction, 1e-6) << wrong.verdict();
  EXPECT_EQ(stepper->culprit(), "contact 'floor' rubs along its slip where a flight ends");
}

/// A pendulum that a bilateral predictor of gvi moves along its circle.
class PredictorControl : public testing::Test {
 protected:
  static System pendulum() {
    const Expr q = Expr::sym("q", 2);
    return System({.name = "pendulum",
                   .q = q,
                   .M = diag(Expr({1.0, 3.0})),
                   .V = 9.81 * q(1),
                   .f = {{"rod", 0.5 * (dot(q, q) - 1.0)}},
                   .g = {{"floor", q(1) + 2.0}}});
  }
  void SetUp() override {
    from_ = {.state = {.q = Vector{{1.0, 0.0}}, .p = Vector{{0.0, 1.0}}}};
    to_ = gvi_->advance(from_, h);
    ASSERT_TRUE(to_.report.ok()) << to_.report.message;
    ASSERT_TRUE(gvi_->certify(from_, h, to_).ok());
  }

  std::unique_ptr<Stepper> gvi_ = make_stepper(
      "gvi", pendulum(), {.backend = make_backend("newton"), .predictor = Predictor::bilateral});
  Step from_, to_;
};

TEST_F(PredictorControl, a_predicted_position_further_along_the_equality_is_caught) {
  const double angle = std::atan2(to_.predicted[1], to_.predicted[0]) + 1e-8;
  to_.predicted = Vector{{std::cos(angle), std::sin(angle)}};
  const Certificate wrong = gvi_->certify(from_, h, to_);
  EXPECT_LT(wrong.equality, 1e-11) << "f(q^p) = 0: " << wrong.verdict();
  EXPECT_GT(wrong.dynamics, 1e-10) << wrong.verdict();
  EXPECT_EQ(gvi_->culprit(), "the predicted position is not that of a motion without contacts");
}

/// It satisfies the dynamics, but the wrong equations: those without reactions.
TEST_F(PredictorControl, a_free_predictor_is_caught) {
  const auto free = make_stepper("gvi", pendulum(), {.backend = make_backend("newton")});
  const Step step = free->advance(from_, h);
  ASSERT_TRUE(step.report.ok()) << step.report.message;
  EXPECT_GT(gvi_->certify(from_, h, step).equality, 1e-6);
  EXPECT_GT(free->certify(from_, h, to_).dynamics, 1e-6) << "reactions are not free motion";
}

/// Corners of a plate fall freely, five metres above the floor.
TEST(StepCertifier, a_plate_in_free_fall_touches_nothing_under_rattle) {
  const Expr q = Expr::sym("q", 6);
  const auto part = [&](int first) { return q(casadi::Slice(first, first + 2)); };
  const Expr x = part(0), a = part(2), b = part(4);
  Constraints corners;
  for (int k = 0; k < 4; ++k)
    corners.add("corner " + std::to_string(k),
                q(1) + (k & 1 ? 0.5 : -0.5) * a(1) + (k & 2 ? 0.3 : -0.3) * b(1));
  const System plate({.name = "plate",
                      .q = q,
                      .M = diag(Expr({1.0, 1.0, 1.0 / 12.0, 1.0 / 12.0, 0.03, 0.03})),
                      .V = 9.81 * q(1),
                      .f = {{"aa", dot(a, a) - 1.0}, {"ab", dot(a, b)}, {"bb", dot(b, b) - 1.0}},
                      .g = corners});
  const double turned = 0.3, spin = 2.0, c = std::cos(turned), s = std::sin(turned);
  const State start{.q = Vector{{0.0, 5.0, c, s, -s, c}},
                    .p = Vector{{0.0, 0.0, -spin * s / 12.0, spin * c / 12.0, -spin * c * 0.03,
                                 -spin * s * 0.03}}};
  const auto rattle = make_stepper("rattle", plate, {.backend = make_backend("newton")});
  const Trajectory run = simulate(*rattle, start, {.h = h, .steps = 60});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_EQ(run.certified, 60);
  const double t = run.last().state.t;
  EXPECT_NEAR(run.last().state.q[1], 5.0 - 0.5 * 9.81 * t * t, 1e-12);

  // The same step with a corner that pushes in the air, momentum and all.
  Step wrong = run.steps[10];
  const Vector push = 0.1 * plate.G(wrong.state.q).col(2);
  wrong.state.p += push;
  wrong.force.mu[2] += 0.1;
  const Certificate found = rattle->certify(run.steps[9], h, wrong);
  EXPECT_GT(found.complementarity, 1e-3) << "a corner strikes that is open";
  EXPECT_LT(found.dynamics, 1e-11) << "the motion is consistent in itself";
}

TEST(StepCertifier, is_a_setting_that_changes_no_bit_and_that_reports_tell) {
  const auto stepper = stepper_of(find_stepper("collision"), {});
  const State start = start_of(*stepper, 0.0);
  const Trajectory all = simulate(*stepper, start, {.h = h, .steps = 30});
  const Trajectory third = simulate(*stepper, start, {.h = h, .steps = 30, .certify_every = 3});
  const Trajectory none = simulate(*stepper, start, {.h = h, .steps = 30, .certify_every = 0});
  EXPECT_EQ(all.certified, 30);
  EXPECT_EQ(third.certified, 10);
  EXPECT_EQ(none.certified, 0);
  EXPECT_TRUE(stepper->certifies_steps()) << "simulate leaves the setting as it was";
  EXPECT_EQ(all.last().state.q, none.last().state.q);
  EXPECT_EQ(all.last().state.p, none.last().state.p);
  EXPECT_NE(none.message().find("0 of them certified"), std::string::npos) << none.message();
  EXPECT_THROW((void)simulate(*stepper, start, {.h = h, .steps = 1, .certify_every = -1}),
               std::invalid_argument);
}

}  // namespace
}  // namespace ricochet
