#include "ricochet/flight/resting_contacts.hpp"

#include "ricochet/backends/newton.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace ricochet {
namespace {

using support::near;
using Verdict = RestingContacts::Verdict;

constexpr double tau = 0.1, g = 10.0, mu = 0.4;

Expr column(const std::vector<double>& entries) { return Expr(casadi::DM(entries)); }

/// A unit mass on floors that are all the same, pushed by a constant force.
System block(int floors, double along, double up = 0.0) {
  const Expr q = Expr::sym("q", 2);
  SystemSpecification s{
      .name = "block", .q = q, .M = Expr::eye(2), .V = (g - up) * q(1) - along * q(0)};
  for (int i = 0; i < floors; ++i)
    s.g.add("floor " + std::to_string(i), q(1),
            Contact{.restitution = 0.0, .friction = mu, .tangents = {column({1, 0})}});
  return System(s);
}

/// The same in space; q = (x, y, height).
System block_in_space() {
  const Expr q = Expr::sym("q", 3);
  return System({.name = "block in space",
                 .q = q,
                 .M = Expr::eye(3),
                 .V = g * q(2),
                 .g = {{"floor", q(2),
                        Contact{.restitution = 0.0,
                                .friction = mu,
                                .tangents = {column({1, 0, 0}), column({0, 1, 0})}}}}});
}

/// Contacts that all rest at q = 0, and flights from there.
struct Rest {
  explicit Rest(System of, const Vector& p = {})
      : system(std::move(of)),
        contacts(system, midpoint(), newton(), true),
        flight(system, midpoint(), newton(), {.holding = true}) {
    launch.h = tau;
    launch.q = Vector::Zero(system.n());
    launch.p = p.size() > 0 ? p : launch.q;
    launch.held = launch.pinned = launch.drag = launch.rub = Vector::Zero(system.m());
    launch.pinned = launch.drag = launch.rub = Vector::Zero(system.contacts().tangents());
    contacts.begin(Mask::Ones(system.m()), launch);
    EXPECT_TRUE(contacts.assume(tau, launch).ok());
  }
  FlightPoint fly() {
    FlightPoint point;
    EXPECT_TRUE(flight.fly(launch, tau, point).ok());
    return point;
  }
  System system;
  RestingContacts contacts;
  Flight flight;
  Launch launch;
};

TEST(RestingContacts, stick_slide_or_open_as_the_forces_say) {
  const Rest sticks(block(1, 0.99 * mu * g)), slides(block(1, 1.2 * mu * g)),
      opens(block(1, 0.0, 1.1 * g));
  EXPECT_EQ(sticks.launch.held[0], 1.0);
  EXPECT_EQ(sticks.launch.pinned[0], 1.0);
  EXPECT_EQ(slides.launch.held[0], 1.0);
  EXPECT_EQ(slides.launch.pinned[0], 0.0);
  EXPECT_EQ(slides.launch.drag[0], -mu) << "against the push";
  EXPECT_EQ(opens.launch.held[0], 0.0);
}

TEST(RestingContacts, foresee_the_flight) {
  Rest slides(block(1, 1.2 * mu * g));
  const FlightPoint point = slides.fly();
  EXPECT_TRUE(near(point.w, slides.launch.forecast.w, 1e-14));
  EXPECT_TRUE(near(point.lambda, slides.launch.forecast.lambda, 1e-14));
  EXPECT_TRUE(near(point.rho, slides.launch.forecast.rho, 1e-14));
}

TEST(RestingContacts, accept_flights_that_follow_the_law) {
  for (const double push : {0.0, 0.5, 1.5}) {
    Rest rest(block(1, push * mu * g));
    FlightPoint point = rest.fly();
    EXPECT_EQ(rest.contacts.judge(point, rest.launch), Verdict::lawful) << push;
  }
}

TEST(RestingContactsControl, refute_flights_that_break_it) {
  const auto verdict = [](double push, const std::function<void(Launch&)>& wrong) {
    Rest rest(block(1, push * mu * g));
    wrong(rest.launch);
    FlightPoint point = rest.fly();
    return rest.contacts.judge(point, rest.launch);
  };
  const auto stick = [](Launch& launch) {
    launch.pinned[0] = 1.0;
    launch.drag[0] = 0.0;
  };
  const auto slide = [](double drag) {
    return [drag](Launch& launch) {
      launch.pinned[0] = 0.0;
      launch.drag[0] = drag;
    };
  };
  EXPECT_EQ(verdict(1.5, stick), Verdict::refuted) << "outside of the cone";
  EXPECT_EQ(verdict(1.5, slide(mu)), Verdict::refuted) << "along the slip";
  EXPECT_EQ(verdict(1.5, slide(-0.9 * mu)), Verdict::refuted) << "less than the full friction";
  EXPECT_EQ(verdict(0.5, slide(-mu)), Verdict::refuted) << "it turns back";
  EXPECT_EQ(verdict(0.5, [](Launch& l) { l.held[0] = l.pinned[0] = 0.0; }), Verdict::refuted)
      << "it sinks";
  EXPECT_EQ(verdict(1.5, slide(-mu)), Verdict::lawful);
}

TEST(RestingContacts, mend_a_flight_that_was_refuted) {
  Rest rest(block(1, 1.5 * mu * g));
  rest.launch.pinned[0] = 1.0;
  FlightPoint point = rest.fly();
  ASSERT_EQ(rest.contacts.judge(point, rest.launch), Verdict::refuted);
  point = rest.fly();
  EXPECT_EQ(rest.contacts.judge(point, rest.launch), Verdict::lawful);
  EXPECT_NEAR(point.w[0], 0.25 * mu * g * tau, 1e-14);
}

TEST(RestingContacts, exchange_impulses_that_move_the_same) {
  Rest rest(block(3, 0.5 * mu * g));
  FlightPoint point = rest.fly();
  const double weight = point.lambda.sum(), held = point.rho.sum();
  point.lambda = Vector{{weight, -0.5 * weight, 0.5 * weight}};
  point.rho = Vector{{held, -held, held}};
  ASSERT_EQ(rest.contacts.judge(point, rest.launch), Verdict::lawful);
  EXPECT_GE(point.lambda.minCoeff(), 0.0);
  EXPECT_NEAR(point.lambda.sum(), weight, 1e-14);
  EXPECT_NEAR(point.rho.sum(), held, 1e-14);
  for (Index i = 0; i < 3; ++i) EXPECT_LE(std::abs(point.rho[i]), mu * point.lambda[i] + 1e-15);
}

TEST(RestingContactsControl, exchange_nothing_that_moves_otherwise) {
  Rest rest(block(3, 0.5 * mu * g));
  FlightPoint point = rest.fly();
  point.lambda *= -1.0;  // no impulses that push give the same
  EXPECT_EQ(rest.contacts.judge(point, rest.launch), Verdict::refuted);
}

TEST(RestingContacts, stop_or_leave_where_a_flight_ends) {
  Rest rest(block(1, 0.0));
  FlightPoint point = rest.fly();
  ASSERT_EQ(rest.contacts.judge(point, rest.launch), Verdict::lawful);
  Multipliers force;
  ASSERT_TRUE(rest.contacts.land(rest.flight, point, rest.launch, force).ok());
  EXPECT_TRUE(near(rest.launch.p, Vector::Zero(2), 1e-15));
  EXPECT_NEAR(force.mu[0], 0.5 * g * tau, 1e-15) << "half the weight of the flight";

  Rest leaves(block(1, 0.0, 1.2 * g));
  point = leaves.fly();
  ASSERT_TRUE(leaves.contacts.land(leaves.flight, point, leaves.launch, force).ok());
  EXPECT_NEAR(leaves.launch.p[1], 0.2 * g * tau, 1e-14) << "nothing pulls it back";
  EXPECT_EQ(force.mu[0], 0.0);
}

TEST(RestingContacts, rub_along_the_direction_of_a_flight_in_space) {
  Rest rest(block_in_space(), Vector{{3.0, 4.0, 0.0}});
  FlightPoint point = rest.fly();
  ASSERT_EQ(rest.contacts.judge(point, rest.launch), Verdict::lawful);
  EXPECT_TRUE(near(point.rho, -0.5 * mu * g * tau * Vector{{0.6, 0.8}}, 1e-14));
  point.w[0] = 5.0;  // as if it had turned on the way
  Multipliers force;
  ASSERT_TRUE(rest.contacts.land(rest.flight, point, rest.launch, force).ok());
  EXPECT_NEAR(force.pi[0] * point.w[1], force.pi[1] * point.w[0], 1e-14);
  EXPECT_NEAR(force.pi.norm(), mu * force.mu[0], 1e-14);
  EXPECT_GT(force.mu[0], 0.1);
  EXPECT_LT(force.pi.dot(point.w.head<2>()), 0.0);
}

}  // namespace
}  // namespace ricochet
