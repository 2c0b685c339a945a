#include "support/located_runs.hpp"
#include "support/rough_bodies.hpp"
#include "support/single_bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

/// Laws of dry friction that have closed forms, under `forced-collision`: how far and how long a
/// body slides, what holds it, when it tips and rolls.

namespace ricochet {
namespace {

using support::gravity;
using support::resting;

constexpr double h = 0.01;  // [s]

struct Slide {
  double distance = 0.0;  ///< [m]
  double time = 0.0;      ///< until it has stopped [s]
};

/// The time of the first flight that ends at rest.
double stop_of(const Trajectory& made, double step) {
  for (const Step& at : made.steps)
    for (const FlightRecord& flight : at.flights)
      if (flight.p_end.isZero(1e-10)) return at.state.t - step + flight.begin + flight.tau;
  return -1.0;
}

Slide slide(double mu, double speed, double step) {
  const State start{.q = Vector::Zero(2), .p = Vector{{speed, 0.0}}};
  const long enough = 3 + std::lround(speed / (mu * gravity * step));
  const Trajectory made = support::located_run(support::slider(0.0, mu), start, enough, step);
  EXPECT_NEAR(made.last().state.p[0], 0.0, 1e-15);
  return {made.last().state.q[0], stop_of(made, step)};
}

/// v^2 / (2 mu g) metres in v / (mu g) seconds: a flight ends where the body stops.
TEST(LocatedFriction, lets_a_body_slide_as_far_and_as_long_as_it_must) {
  std::mt19937_64 random(3);
  for (const double mu : {0.05, 0.08, 0.3, 0.9})
    for (int i = 0; i < 20; ++i) {
      const double speed = 0.2 + unit(random), slows = mu * gravity;
      const Slide made = slide(mu, speed, h);
      EXPECT_NEAR(made.distance, speed * speed / (2.0 * slows), 1e-12) << mu << " " << speed;
      EXPECT_NEAR(made.time, speed / slows, 1e-12) << mu << " " << speed;
    }
}

/// A step that slides and sticks at once: half of its friction acts at each end.
TEST(LocatedFrictionControl, a_step_that_mixes_sliding_and_sticking_goes_another_way) {
  const double slows = 0.9 * gravity, speed = 10.5 * slows * h, last = 0.5 * slows * h;
  const double mixed = (speed * speed - last * last) / (2.0 * slows);  // it sticks in the last one
  EXPECT_GT(std::abs(slide(0.9, speed, h).distance - mixed), 1e-5);
}

TEST(LocatedFriction, turns_a_body_round_that_is_thrown_up_a_slope) {
  for (const double mu : {0.0, 0.2, 0.5, 1.5}) {
    const double slope = 0.9, up = gravity * (std::sin(slope) + mu * std::cos(slope)),
                 down = std::max(gravity * (std::sin(slope) - mu * std::cos(slope)), 0.0);
    const State start{.q = Vector::Zero(2), .p = Vector{{-1.0, 0.0}}};
    const Trajectory made = support::located_run(support::slider(slope, mu), start, 50);
    const double left = 50.0 * h - 1.0 / up;  // [s]
    EXPECT_NEAR(made.last().state.q[0], 0.5 * down * left * left - 0.5 / up, 1e-12) << mu;
  }
}

/// In space, along any direction.
TEST(LocatedFriction, stops_a_puck_where_it_must) {
  const double mu = 0.3, speed = 1.1;
  for (const double angle : {0.0, 0.3, 2.0, 4.0}) {
    const Vector way{{std::cos(angle), std::sin(angle), 0.0}};
    const Trajectory made =
        support::located_run(support::puck(mu), {.q = Vector::Zero(3), .p = speed * way}, 60);
    const double distance = speed * speed / (2.0 * mu * gravity);
    EXPECT_LT((made.last().state.q - distance * way).norm(), 1e-12) << angle;
    EXPECT_NEAR(stop_of(made, h), speed / (mu * gravity), 1e-12) << angle;
  }
}

/// A puck that is pulled across its way turns before it stops: no closed form, but order 2.
TEST(LocatedFriction, is_of_order_two_where_a_slip_turns_and_vanishes) {
  const auto end = [](double step) -> Vector {
    const State start{.q = Vector::Zero(3), .p = Vector{{1.0, -0.3, 0.0}}};
    return support::located_run(support::puck(0.3, 2.0), start, std::lround(2.0 / step), step)
        .last()
        .state.q;
  };
  const Vector coarse = end(0.02), middle = end(0.01), fine = end(0.005);
  EXPECT_NEAR(std::log2((coarse - middle).norm() / (middle - fine).norm()), 2.0, 0.2);
}

/// Where nothing comes to rest no flight is cut.
TEST(LocatedFriction, makes_one_flight_of_a_step_in_which_no_slip_vanishes) {
  const State start{.q = Vector::Zero(2), .p = Vector{{3.0, 0.0}}};
  for (const Step& step : support::located_run(support::slider(0.0, 0.3), start, 90).steps)
    EXPECT_LE(step.flights.size(), 1u);
  const State fast{.q = Vector::Zero(3), .p = Vector{{3.0, 1.0, 0.0}}};
  for (const Step& step : support::located_run(support::puck(0.3, 1.0), fast, 60).steps)
    EXPECT_LE(step.flights.size(), 1u);
}

TEST(LocatedFriction, is_exact_where_a_step_ends_as_the_body_stops) {
  for (const double mu : {0.1, 0.5, 1.2}) {
    const double speed = 20.0 * mu * gravity * h;
    const Slide made = slide(mu, speed, h);
    EXPECT_NEAR(made.distance, speed * speed / (2.0 * mu * gravity), 1e-12) << mu;
    EXPECT_NEAR(made.time, 20.0 * h, 1e-12) << mu;
  }
}

TEST(LocatedFrictionControl, other_friction_slides_another_way) {
  const double speed = 20.0 * 0.5 * gravity * h;
  const double exact = speed * speed / (2.0 * 0.5 * gravity);
  EXPECT_GT(std::abs(slide(0.5 + 1e-4, speed, h).distance - exact), 1e-5);
}

/// The speed along a slope after 50 steps.
double down_the_slope(double slope, double mu) {
  return support::located_run(support::slider(slope, mu), resting(Vector::Zero(2)), 50)
      .last()
      .state.p[0];
}

TEST(LocatedFriction, holds_on_a_slope_that_is_less_steep_than_atan_mu) {
  for (const double mu : {0.1, 0.7, 1.5})
    for (const double beyond : {1e-2, 1e-4, 1e-6}) {
      EXPECT_NEAR(down_the_slope(std::atan(mu) - beyond, mu), 0.0, 1e-14) << mu << " " << beyond;
      const double slope = std::atan(mu) + beyond;
      const double expected = 50.0 * h * gravity * (std::sin(slope) - mu * std::cos(slope));
      const double slides = down_the_slope(slope, mu);
      EXPECT_NEAR(slides, expected, 1e-12) << mu << " " << beyond;
      EXPECT_GT(slides, 1e-6) << mu << " " << beyond;
    }
}

/// The largest angle of a block, 1 m high, that slides on the floor for 0.2 s.
double tipped(double width, double mu) {
  const State start{.q = Vector{{0.0, 0.5, 0.0}}, .p = Vector{{2.0, 0.0, 0.0}}};
  double most = 0.0;
  for (const Step& step : support::located_run(support::block_on_floor(width, mu), start, 20).steps)
    most = std::max(most, std::abs(step.state.q[2]));
  return most;
}

TEST(LocatedFriction, tips_a_sliding_block_where_mu_is_above_width_over_height) {
  for (const double width : {0.2, 0.6, 1.1}) {
    EXPECT_LT(tipped(width, width - 1e-4), 1e-12) << width;
    EXPECT_GT(tipped(width, width + 1e-4), 1e-7) << width;
  }
}

TEST(LocatedFriction, brings_a_disc_to_roll_at_two_thirds_of_its_first_speed) {
  const double speed = 3.0, mu = 0.2;
  const State start{.q = Vector{{0.0, 0.5, 0.0}}, .p = Vector{{speed, 0.0, 0.0}}};
  const Trajectory made = support::located_run(support::disc_on_floor(mu), start, 100);
  EXPECT_NEAR(made.last().state.p[0], 2.0 / 3.0 * speed, 1e-12);
  const double slides = speed / (3.0 * mu * gravity);  // [s]
  EXPECT_GT(made.steps[static_cast<size_t>(slides / h) - 1].state.p[0], 2.0 / 3.0 * speed + 1e-2);
  const double way = 2.0 / 3.0 * speed * (1.0 - slides) + speed * slides -
                     0.5 * mu * gravity * slides * slides;  // [m] in the second of the run
  EXPECT_NEAR(made.last().state.q[0], way, 1e-12);
}

TEST(LocatedFrictionControl, a_disc_on_a_smooth_floor_goes_on_as_it_is) {
  const State start{.q = Vector{{0.0, 0.5, 0.0}}, .p = Vector{{3.0, 0.0, 0.0}}};
  EXPECT_EQ(support::located_run(support::disc_on_floor(0.0), start, 100).last().state.p[0], 3.0);
}

}  // namespace
}  // namespace ricochet
