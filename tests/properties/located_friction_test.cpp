#include "ricochet/diagnostics.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/rough_bodies.hpp"
#include "support/single_bodies.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

/// Laws of dry friction that have closed forms, under `forced-collision`: how far and how long a
/// body slides, what holds it, when it tips and rolls; what more contacts than coordinates must not
/// change.

namespace ricochet {
namespace {

using support::gravity;

constexpr double h = 0.01;  // [s]

std::unique_ptr<Stepper> method(const System& s) {
  return make_stepper("forced-collision", s, {.backend = make_backend("newton")});
}

Trajectory run(const System& s, const State& start, long steps, double step = h) {
  Trajectory made = simulate(*method(s), start, {.h = step, .steps = steps});
  EXPECT_TRUE(made.ok()) << made.message();
  EXPECT_TRUE(std::all_of(made.steps.begin() + 1, made.steps.end(),
                          [](const Step& at) { return at.report.certified; }));
  return made;
}

/// A state of a body at rest.
State resting(const Vector& q) { return {.q = q, .p = Vector::Zero(q.size())}; }

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
  const Trajectory made = run(support::slider(0.0, mu), start, enough, step);
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
    const Trajectory made = run(support::slider(slope, mu), start, 50);
    const double left = 50.0 * h - 1.0 / up;  // [s]
    EXPECT_NEAR(made.last().state.q[0], 0.5 * down * left * left - 0.5 / up, 1e-12) << mu;
  }
}

/// In space, along any direction.
TEST(LocatedFriction, stops_a_puck_where_it_must) {
  const double mu = 0.3, speed = 1.1;
  for (const double angle : {0.0, 0.3, 2.0, 4.0}) {
    const Vector way{{std::cos(angle), std::sin(angle), 0.0}};
    const Trajectory made = run(support::puck(mu), {.q = Vector::Zero(3), .p = speed * way}, 60);
    const double distance = speed * speed / (2.0 * mu * gravity);
    EXPECT_LT((made.last().state.q - distance * way).norm(), 1e-12) << angle;
    EXPECT_NEAR(stop_of(made, h), speed / (mu * gravity), 1e-12) << angle;
  }
}

/// A puck that is pulled across its way turns before it stops: no closed form, but order 2.
TEST(LocatedFriction, is_of_order_two_where_a_slip_turns_and_vanishes) {
  const auto end = [](double step) -> Vector {
    const State start{.q = Vector::Zero(3), .p = Vector{{1.0, -0.3, 0.0}}};
    return run(support::puck(0.3, 2.0), start, std::lround(2.0 / step), step).last().state.q;
  };
  const Vector coarse = end(0.02), middle = end(0.01), fine = end(0.005);
  EXPECT_NEAR(std::log2((coarse - middle).norm() / (middle - fine).norm()), 2.0, 0.2);
}

/// Where nothing comes to rest no flight is cut.
TEST(LocatedFriction, makes_one_flight_of_a_step_in_which_no_slip_vanishes) {
  const State start{.q = Vector::Zero(2), .p = Vector{{3.0, 0.0}}};
  for (const Step& step : run(support::slider(0.0, 0.3), start, 90).steps)
    EXPECT_LE(step.flights.size(), 1u);
  const State fast{.q = Vector::Zero(3), .p = Vector{{3.0, 1.0, 0.0}}};
  for (const Step& step : run(support::puck(0.3, 1.0), fast, 60).steps)
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
  return run(support::slider(slope, mu), resting(Vector::Zero(2)), 50).last().state.p[0];
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
  for (const Step& step : run(support::block_on_floor(width, mu), start, 20).steps)
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
  const Trajectory made = run(support::disc_on_floor(mu), start, 100);
  EXPECT_NEAR(made.last().state.p[0], 2.0 / 3.0 * speed, 1e-12);
  const double slides = speed / (3.0 * mu * gravity);  // [s]
  EXPECT_GT(made.steps[static_cast<size_t>(slides / h) - 1].state.p[0], 2.0 / 3.0 * speed + 1e-2);
  const double way = 2.0 / 3.0 * speed * (1.0 - slides) + speed * slides -
                     0.5 * mu * gravity * slides * slides;  // [m] in the second of the run
  EXPECT_NEAR(made.last().state.q[0], way, 1e-12);
}

TEST(LocatedFrictionControl, a_disc_on_a_smooth_floor_goes_on_as_it_is) {
  const State start{.q = Vector{{0.0, 0.5, 0.0}}, .p = Vector{{3.0, 0.0, 0.0}}};
  EXPECT_EQ(run(support::disc_on_floor(0.0), start, 100).last().state.p[0], 3.0);
}

/// Largest difference of the momenta of two runs.
double apart(const Trajectory& a, const Trajectory& b, const std::vector<Index>& place) {
  double most = 0.0;
  for (size_t k = 0; k < std::min(a.steps.size(), b.steps.size()); ++k)
    most = std::max(
        most, (a.steps[k].state.p - Vector(b.steps[k].state.p(place))).lpNorm<Eigen::Infinity>());
  return a.steps.size() == b.steps.size() ? most : 1.0;
}

TEST(LocatedFriction, is_the_same_when_every_contact_is_declared_twice) {
  const std::vector<Index> place{0, 1, 2};
  const State start{.q = Vector{{0.0, 0.7, 0.3}}, .p = Vector{{1.0, -0.5, 0.4}}};
  for (const double mu : {0.0, 0.3, 0.9}) {
    const Trajectory once = run(support::block_on_floor(0.6, mu), start, 100);
    const Trajectory twice = run(support::block_on_floor(0.6, mu, 2), start, 100);
    EXPECT_LT(apart(once, twice, place), 1e-9) << mu;
    EXPECT_FALSE(twice.last().contacts.held.empty()) << "it lies there";
    EXPECT_GT(apart(once, run(support::block_on_floor(0.6 + 1e-6, mu, 2), start, 100), place), 1e-9)
        << "another block moves otherwise";
  }
}

/// The system with its coordinates in other places and its contacts in reverse order.
System renumbered(const System& first_system, const std::vector<Index>& place) {
  const SystemSpecification& first = first_system.specification();
  SystemSpecification s = first;
  const Index n = first_system.n();
  s.q = Expr::sym("r", n);
  s.v = Expr();
  s.M = Expr::zeros(n, n);
  s.g = {};
  const auto at = [&](Index i) { return static_cast<casadi_int>(place[static_cast<size_t>(i)]); };
  Expr old = Expr::zeros(n, 1);
  for (Index i = 0; i < n; ++i) old(i) = s.q(at(i));
  for (Index i = 0; i < n; ++i) s.M(at(i), at(i)) = first.M(i, i);
  s.V = substitute(first.V, first.q, old);
  for (size_t row = first.g.size(); row-- > 0;) {
    Contact contact = first.g[row].contact;
    const Expr tangent = substitute(contact.tangents[0], first.q, old);
    for (Index i = 0; i < n; ++i) contact.tangents[0](at(i)) = tangent(i);
    s.g.add(first.g[row].name, substitute(first.g[row].value, first.q, old), contact);
  }
  return System(s).with("friction", 0.4).with("restitution", 0.3);
}

TEST(LocatedFriction, does_not_depend_on_the_numbers_of_bodies_and_contacts) {
  std::mt19937_64 random(5);
  const std::vector<Index> place{6, 7, 8, 0, 1, 2, 3, 4, 5};
  const support::RoughBodies stack = support::stack(3);
  const System system = stack.system.with("friction", 0.4).with("restitution", 0.3);
  const State start = stack.start(random);
  State moved = start, other = start;
  moved.q(place) = start.q;
  moved.p(place) = start.p;
  other.p[0] += 1e-10;
  const Trajectory a = run(system, start, 100, 0.004),
                   b = run(renumbered(system, place), moved, 100, 0.004);
  EXPECT_LT(apart(a, b, place), 1e-12);
  EXPECT_EQ(a.last().contacts.held.size(), 6u) << "they lie on each other";
  EXPECT_GT(apart(a, run(system, other, 100, 0.004), {0, 1, 2, 3, 4, 5, 6, 7, 8}), 1e-12)
      << "another start moves otherwise";
}

/// A beam on five supports, pushed to the right at its middle: ten impulses for three coordinates.
struct Beam {
  static constexpr double half_height = 0.1, push = 2.0, mu = 0.4;
  static constexpr std::array<double, 5> supports{-0.5, -0.2, 0.05, 0.2, 0.5};

  [[nodiscard]] static System system() {
    const Expr q = Expr::sym("q", 3);
    SystemSpecification s{.name = "beam", .q = q, .M = diag(Expr({1.0, 1.0, 0.1}))};
    s.V = gravity * q(1) - push * q(0);
    for (const double at : supports) {
      const Expr x = q(0) + at * cos(q(2)) + half_height * sin(q(2)),
                 y = q(1) + at * sin(q(2)) - half_height * cos(q(2));
      s.g.add("support " + std::to_string(s.g.size()), y,
              {.restitution = 0.0, .friction = mu, .tangents = {jacobian(x, q).T()}});
    }
    return System(s);
  }
};

TEST(LocatedFriction, balances_momentum_and_moments_of_a_body_on_many_supports) {
  const Trajectory made = run(Beam::system(), resting(Vector{{0.0, Beam::half_height, 0.0}}), 50);
  for (size_t k = 1; k < made.steps.size(); ++k) {
    const Multipliers& force = made.steps[k].force;
    const Vector push = force.lambda + force.mu, rub = force.rho + force.pi;
    double moment = 0.0;
    for (Index i = 0; i < 5; ++i) {
      moment += Beam::supports[static_cast<size_t>(i)] * push[i] + Beam::half_height * rub[i];
      EXPECT_GE(force.lambda[i], 0.0);
      EXPECT_LE(std::abs(force.rho[i]), Beam::mu * force.lambda[i] + 1e-15);
    }
    EXPECT_NEAR(push.sum(), gravity * h, 1e-13) << "the weight";
    EXPECT_NEAR(rub.sum(), -Beam::push * h, 1e-13) << "against the push";
    EXPECT_NEAR(moment, 0.0, 1e-13);
  }
  EXPECT_LT(made.last().state.q.head<1>().norm(), 1e-13) << "it stays";
}

/// Largest change of a state at rest over many steps.
double drift(const System& s, const Vector& q, double step, long steps) {
  const auto stepper = method(s);
  Step at{.state = resting(q)};
  for (long k = 0; k < steps; ++k) {
    stepper->advance(at, step, at);
    EXPECT_TRUE(at.report.ok()) << k << ": " << at.report.message;
    if (!at.report.ok()) return 1.0;
  }
  return std::max((at.state.q - q).lpNorm<Eigen::Infinity>(), at.state.p.lpNorm<Eigen::Infinity>());
}

class LocatedRest : public testing::Test {
 protected:
  const System stack_ = support::stack(3).system.with("friction", 0.3);
  const Vector standing_{{0.0, 0.1, 0.0, 0.02, 0.3, 0.0, -0.03, 0.5, 0.0}};
};

TEST_F(LocatedRest, control_notices_a_stack_that_is_pushed) {
  const auto stepper = method(stack_);
  Step at{.state = resting(standing_)};
  at.state.p[6] = 0.3;
  for (int k = 0; k < 100; ++k) stepper->advance(at, 0.004, at);
  EXPECT_GT((at.state.q - standing_).norm(), 1e-3);
}

class LocatedRestSlow : public LocatedRest {};

TEST_F(LocatedRestSlow, lasts_for_a_hundred_thousand_steps) {
  EXPECT_LE(drift(stack_, standing_, 0.004, 100000), 1e-12) << "stack";
  EXPECT_LE(drift(Beam::system(), Vector{{0.0, Beam::half_height, 0.0}}, h, 100000), 1e-12)
      << "beam";
  const double slope = std::atan(0.7) - 1e-3;
  EXPECT_LE(drift(support::slider(slope, 0.7), Vector::Zero(2), h, 100000), 1e-12) << "slope";
}

}  // namespace
}  // namespace ricochet
