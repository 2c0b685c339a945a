#include "support/contact_books.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/rough_bodies.hpp"

#include <gtest/gtest.h>

/// What the suites of rough bodies read from impacts and landings: right ones pass, wrong ones are
/// noticed.

namespace ricochet {
namespace {

constexpr double bounces = 0.5, rubs = 0.3;  // restitution, friction
constexpr double little = 1e-13;

class ContactBooksControl : public testing::Test {
 protected:
  ContactBooksControl() { books_.set(bounces, rubs); }
  Trajectory run(const Vector& q, const Vector& p, long steps) const {
    const auto stepper = make_stepper("forced-collision", point_, {.backend = newton()});
    Trajectory made = simulate(*stepper, State{.q = q, .p = p}, {.h = 0.01, .steps = steps});
    EXPECT_TRUE(made.ok()) << made.message();
    return made;
  }
  Impact impact(double vx) const {
    const std::vector<Impact> met = impacts(run(Vector{{0.0, 0.005}}, Vector{{vx, -1.0}}, 1));
    EXPECT_EQ(met.size(), 1u);
    return met.at(0);
  }

  const System point_ =
      support::point_on_floors(1).system.with("restitution", bounces).with("friction", rubs);
  support::ContactBooks books_{point_};
};

TEST_F(ContactBooksControl, an_impact_without_the_friction_of_its_law_is_noticed) {
  Impact slides = impact(2.0);
  EXPECT_EQ(books_.without_friction(slides), 0);
  EXPECT_LT(books_.of_impact(slides).gained(), -0.1);
  slides.p_plus[0] = slides.p_minus[0];
  slides.friction.setZero();
  EXPECT_EQ(books_.without_friction(slides), 1);
  books_.set(bounces, 0.0);
  EXPECT_EQ(books_.without_friction(slides), 0) << "no friction is owed on a smooth floor";
}

TEST_F(ContactBooksControl, an_impact_that_owes_no_friction_is_none) {
  const Impact straight = impact(0.0);
  EXPECT_EQ(straight.friction.norm(), 0.0);
  EXPECT_EQ(books_.without_friction(straight), 0);
}

TEST_F(ContactBooksControl, an_impact_that_gains_is_noticed) {
  Impact gains = impact(2.0);
  gains.p_plus = (1.0 + little) * gains.p_minus;
  EXPECT_GT(books_.of_impact(gains).gained(), 0.1 * little);
  EXPECT_LT(books_.of_impact(gains).gained(), 10.0 * little);
}

TEST_F(ContactBooksControl, a_landing_that_gains_is_noticed) {
  const Trajectory rests = run(Vector{{0.0, 0.0}}, Vector{{0.0, 0.0}}, 1);
  FlightRecord flight = rests.last().flights.at(0);
  ASSERT_GT(flight.force.mu[0], 0.0);
  EXPECT_NEAR(books_.of_landing(flight).gained(), -1.0, little) << "the landing stops it";
  flight.p_end[1] -= 2.0 * flight.force.mu[0];
  flight.force.mu *= -1.0;
  EXPECT_NEAR(books_.of_landing(flight).gained(), 0.6, little) << "a floor that pulls";
}

}  // namespace
}  // namespace ricochet
