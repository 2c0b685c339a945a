#include "ricochet/certify/flight_certifier.hpp"

#include "ricochet/registry.hpp"
#include "ricochet/ricochet.hpp"
#include "support/combinations.hpp"
#include "support/corner.hpp"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace ricochet {
namespace {

using support::start_of, support::stepper_of;

constexpr double h = support::corner_step;

/// The methods that locate impacts.
class FlightControl : public testing::TestWithParam<StepperEntry> {
 protected:
  void expect_caught(const Certificate& wrong) {
    EXPECT_FALSE(wrong.ok()) << "not caught";
    RecordProperty("caught_by", wrong.verdict());
  }
};

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

class FrictionControl : public testing::Test {
 protected:
  /// A block that slides on a rough floor.
  static System block() {
    const Expr q = Expr::sym("q", 2);
    return System({.name = "block",
                   .q = q,
                   .M = Expr::eye(2),
                   .V = 9.81 * q(1),
                   .g = {{.name = "floor",
                          .value = q(1),
                          .contact = {.restitution = 0.0,
                                      .friction = 0.3,
                                      .tangents = {vertcat(Expr(1.0), Expr(0.0))}}}}});
  }
  FrictionControl() : to(stepper->advance(from, h)) {}
  /// Judges the step with other impulses where its flight ends, and the momentum that they give.
  Certificate with_end(double push, double rub) {
    Step wrong = to;
    FlightRecord& flight = wrong.flights.at(0);
    flight.p_end[1] += push - flight.force.mu[0];
    flight.p_end[0] += rub - flight.force.pi[0];
    flight.force.mu[0] = wrong.force.mu[0] = push;
    flight.force.pi[0] = wrong.force.pi[0] = rub;
    wrong.state.p = flight.p_end;
    return stepper->certify(from, h, wrong);
  }
  const std::unique_ptr<Stepper> stepper =
      make_stepper("forced-collision", block(), {.backend = make_backend("newton")});
  const Step from{.state = {.q = Vector{{0.0, 0.0}}, .p = Vector{{1.0, 0.0}}}};
  Step to;
};

TEST_F(FrictionControl, friction_along_the_slip_is_caught) {
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
  EXPECT_EQ(stepper->culprit(),
            "contact 'floor' does not rub against its slip where a flight ends");
}

TEST_F(FrictionControl, wrong_impulses_where_a_flight_ends_are_caught) {
  ASSERT_TRUE(to.report.ok()) << to.report.message;
  const double push = to.flights.at(0).force.mu[0], rub = to.flights[0].force.pi[0];
  ASSERT_GT(push, 0.0);
  EXPECT_TRUE(with_end(push, rub).ok()) << stepper->culprit();

  EXPECT_GT(with_end(push, 0.5 * rub).friction, 1e-6);
  EXPECT_EQ(stepper->culprit(),
            "contact 'floor' does not rub against its slip where a flight ends");
  EXPECT_GT(with_end(push, 2.0 * rub).friction, 1e-6);
  EXPECT_EQ(stepper->culprit(),
            "contact 'floor' rubs beyond its friction cone where a flight ends");
  EXPECT_GT(with_end(0.0, 0.0).tangency, 1e-6);
  EXPECT_EQ(stepper->culprit(), "contact 'floor' is held, but sinks");
  EXPECT_GT(with_end(2.0 * push, 2.0 * rub).complementarity, 1e-6);
  EXPECT_EQ(stepper->culprit(),
            "contact 'floor' carries an impulse where a flight ends, but is open or leaves");
  EXPECT_GT(with_end(-push, 0.0).sign, 1e-6);
}

/// A held gap may stay where it is within the tolerance, and nowhere else.
TEST_F(FrictionControl, a_held_contact_that_moves_off_is_caught) {
  const auto gap_between = [&](double begins, double ends) {
    Step wrong = to;
    FlightRecord& flight = wrong.flights.at(0);
    flight.q[1] = begins;
    flight.w[1] = (ends - begins) / flight.tau;
    return stepper->certify(from, h, wrong).gap;
  };
  EXPECT_LE(gap_between(5e-11, 5e-11), 1e-15);
  EXPECT_LE(gap_between(-5e-11, 0.0), 1e-15);
  EXPECT_NEAR(gap_between(5e-11, -5e-11), 5e-11, 1e-13);
  EXPECT_NEAR(gap_between(0.1, 0.1), 0.1, 1e-13);
  EXPECT_NEAR(gap_between(0.0, 0.1), 0.1, 1e-13);
}

}  // namespace
}  // namespace ricochet
