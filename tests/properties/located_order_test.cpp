#include "ricochet/backends/newton.hpp"
#include "ricochet/flight/resting_contacts.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/order.hpp"
#include "support/rough_bodies.hpp"
#include "support/single_bodies.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <random>

/// Law: positions under `forced-collision` are of second order through stick, slip, release and
/// plastic landing. Impacts are located, changes of friction need not be.

namespace ricochet {
namespace {

constexpr double band = 0.2;  // of the order; events make errors irregular

/// Order of the end of n, 2 n, ... steps against one of four times as many as the most of them.
double order_of(const std::function<Vector(long steps)>& end, long coarsest, int halvings) {
  const Vector limit = end(coarsest << (halvings + 2));
  return support::observed_order(
             [&](double h) { return (end(std::lround(1.0 / h)) - limit).norm(); },
             1.0 / static_cast<double>(coarsest), halvings)
      .order;
}

double order_of(const System& s, const State& start, double T, long coarsest, int halvings) {
  const auto stepper = make_stepper("forced-collision", s, {.backend = newton()});
  const auto end = [&](long steps) {
    const Trajectory run = simulate(
        *stepper, start, {.h = T / static_cast<double>(steps), .steps = steps, .every = 0});
    EXPECT_TRUE(run.ok()) << run.message();
    return run.last().state.q;
  };
  return order_of(end, coarsest, halvings);
}

double order_of_a_chain(Index links, double restitution, unsigned seed) {
  const support::RoughBodies chain = support::chain(links);
  std::mt19937_64 random(seed);
  return order_of(chain.system.with("restitution", restitution).with("friction", 0.4),
                  chain.start(random), 0.6, 120, 3);
}

TEST(LocatedOrder, of_chains_is_two) {
  for (const unsigned seed : {1u, 2u, 4u}) {
    EXPECT_NEAR(order_of_a_chain(3, 0.5, seed), 2.0, band) << seed;
    EXPECT_NEAR(order_of_a_chain(5, 0.0, seed), 2.0, band) << seed;
  }
}

/// Its foot sticks, slips back, sticks and slips forward.
TEST(LocatedOrder, of_a_falling_rod_is_two) {
  const Problem rod = find_problem("falling-rod").make();
  EXPECT_NEAR(order_of(rod.system, rod.initial, 0.6, 60, 6), 2.0, band);
}

/// The tossed box flat on the floor, which slides and spins on four corners.
struct SlidingBox {
  SlidingBox() {
    const Eigen::Vector3d half(0.1, 0.07, 0.05), spin(0.0, 0.0, 6.0);
    start.q[2] = half[2];
    start.p.head<3>() << 1.0, 0.3, 0.0;
    for (int k = 0; k < 3; ++k) {
      start.q[3 + 4 * k] = 1.0;
      start.p.segment<3>(3 + 3 * k) =
          half[k] * half[k] / 3.0 * spin.cross(Eigen::Vector3d::Unit(k));
    }
  }
  System system = support::tossed_box().system.with("friction", 0.2);
  State start{.q = Vector::Zero(12), .p = Vector::Zero(12)};
};

TEST(LocatedOrder, of_a_box_that_slides_and_spins_is_two) {
  const SlidingBox box;
  EXPECT_NEAR(order_of(box.system, box.start, 0.2, 20, 5), 2.0, 0.5 * band);
}

// ---- Controls: flights of contacts that rest, without what makes them of second order.

/// The end of flights of equal length whose contacts rest all the time.
Vector end_of_flights(const System& s, const State& start, double T, long steps,
                      ContactLanding::Options options) {
  RestingContacts contacts(s, midpoint(), newton(), true, options);
  Flight flight(s, midpoint(), newton(), {.holding = true});
  Launch launch;
  launch.h = T / static_cast<double>(steps);
  launch.q = start.q;
  launch.p = start.p;
  launch.held = Vector::Zero(s.m());
  launch.pinned = launch.drag = launch.rub = Vector::Zero(s.contacts().tangents());
  const Mask resting = s.g(start.q).unaryExpr([](double g) { return g < 1e-10 ? 1.0 : 0.0; });
  FlightPoint point;
  Multipliers force;
  for (long k = 0; k < steps; ++k) {
    contacts.begin(resting, launch);
    EXPECT_TRUE(contacts.assume(launch.h, launch).ok());
    auto verdict = RestingContacts::Verdict::refuted;
    while (verdict == RestingContacts::Verdict::refuted) {
      EXPECT_TRUE(flight.fly(launch, launch.h, point).ok());
      verdict = contacts.judge(point, launch);
    }
    EXPECT_EQ(verdict, RestingContacts::Verdict::lawful);
    EXPECT_TRUE(contacts.land(flight, point, launch, force).ok());
    launch.q = point.q;
    launch.t += launch.h;
  }
  return launch.q;
}

double order_of_flights(const System& s, const State& start, double T, long coarsest, int halvings,
                        ContactLanding::Options options) {
  return order_of([&](long steps) { return end_of_flights(s, start, T, steps, options); }, coarsest,
                  halvings);
}

/// A compliance that drowns in rounding chooses impulses at random; with none Newton's method,
/// which begins at zero and takes steps of least norm, chooses others in a way of its own.
TEST(LocatedOrderControl, of_a_box_drops_where_too_little_selects_its_impulses) {
  const SlidingBox box;
  const double with = order_of_flights(box.system, box.start, 0.2, 20, 5, {});
  const double without = order_of_flights(box.system, box.start, 0.2, 20, 5, {.select = 1e-7});
  EXPECT_NEAR(with, 2.0, 0.5 * band);
  EXPECT_LT(without, 1.5);
}

TEST(LocatedOrderControl, of_a_slide_drops_where_it_ends_in_any_direction) {
  const System puck = support::puck(0.3, 2.0);
  const State start{.q = Vector::Zero(3), .p = Vector{{1.0, 0.0, 0.0}}};
  EXPECT_NEAR(order_of_flights(puck, start, 0.25, 25, 3, {}), 2.0, 0.5 * band);
  EXPECT_NEAR(order_of_flights(puck, start, 0.25, 25, 3, {.along_flight = false}), 1.0, band);
}

}  // namespace
}  // namespace ricochet
