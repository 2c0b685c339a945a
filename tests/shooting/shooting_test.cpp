#include "ricochet/shooting/shooting.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"
#include "support/shots.hpp"
#include "support/systems.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

namespace ricochet {
namespace {

using support::expect_message;
using support::fast;
using support::flown;
using support::near;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr double met = 1e-12;  // largest end condition [m, rad, m/s]

TEST(Shooting, throws_the_disc_so_that_it_comes_back) {
  const Problem problem = problems::shooting_disc();
  Shooting shooting(problem, problem.boundary_values[0], fast(problem));
  const Shot shot = shooting.from(shooting.guess());
  ASSERT_TRUE(shot.ok()) << shot.message;
  EXPECT_LE(shot.residual, met);
  EXPECT_LE(shot.iterations, 12);
  EXPECT_LE(shot.path_violation, 1e-14) << "impacts lie on the wall up to round-off [m]";
  EXPECT_THAT(shot.sequence, ElementsAre("floor", "wall"));
  const State end = flown(problem, shot.start);
  EXPECT_TRUE(near(end.q, Vector{{2.0, 1.2}}, met));
  EXPECT_NEAR(std::atan2(end.p[1], end.p[0]), -std::numbers::pi / 3.0, met);
}

/// The exact throw that bounces off the floor, then off the wall, whatever the height of the wall's
/// impact: |vx| T = 3.4, by bisection of the vertical velocity.
Vector exact_throw() {
  constexpr double g = 9.81, tan60 = std::numbers::sqrt3;
  const auto throw_with = [&](double vy) -> Vector {
    const double floor = std::sqrt(vy * vy + 2.0 * g * 1.2);      // from 1.5 m to 0.3 m
    const double end = std::sqrt(floor * floor - 2.0 * g * 0.9);  // up and down to 1.2 m
    return Vector{{-end / tan60, vy, (vy + 2.0 * floor + end) / g}};
  };
  double low = 0.0, high = 5.0;
  for (int i = 0; i < 60; ++i) {
    const double middle = 0.5 * (low + high);
    const Vector start = throw_with(middle);
    (-start[0] * start[2] < 3.4 ? low : high) = middle;
  }
  return throw_with(low);
}

TEST(Shooting, approaches_the_exact_throw_with_second_order) {
  const Problem problem = problems::shooting_disc();
  for (const long steps : {50, 100, 200, 400}) {
    ShootingOptions options = fast(problem);
    options.steps = steps;
    Shooting shooting(problem, problem.boundary_values[0], options);
    const Shot shot = shooting.from(shooting.guess());
    ASSERT_TRUE(shot.ok()) << steps << ": " << shot.message;
    // An impact changes the energy by up to m g^2 h^2 / 8, depending on where in a step it falls.
    EXPECT_LT((shot.start - exact_throw()).norm(), 10.0 * shot.path.h * shot.path.h) << steps;
  }
}

TEST(Shooting, turns_the_ellipse_in_free_and_in_given_time) {
  const Problem problem = problems::shooting_ellipse();
  ASSERT_EQ(problem.boundary_values.size(), 2u);
  const std::vector<Vector> ends = {Vector{{1.7, 1.3, 4.6}},
                                    Vector{{2.0, 1.5, 0.4 + std::numbers::pi}}};
  for (size_t i = 0; i < 2; ++i) {
    Shooting shooting(problem, problem.boundary_values[i], fast(problem));
    const Shot shot = shooting.from(shooting.guess());
    ASSERT_TRUE(shot.ok()) << i << ": " << shot.message;
    EXPECT_LE(shot.residual, met);
    EXPECT_THAT(shot.sequence, ElementsAre("floor", "wall"));
    EXPECT_TRUE(near(flown(problem, shot.start).q, ends[i], met));
  }
}

/// The end of a run reacts to its start; a wrong start must be noticed.
TEST(Shooting, finds_nothing_that_a_nearby_start_would_do_as_well) {
  const Problem problem = problems::shooting_disc();
  Shooting shooting(problem, problem.boundary_values[0], fast(problem));
  Vector start = shooting.from(shooting.guess()).start;
  start[0] += 1e-9;
  EXPECT_FALSE(near(flown(problem, start).q, Vector{{2.0, 1.2}}, 1e-10));
}

TEST(Shooting, finds_the_free_flight_exactly) {
  const Problem problem = problems::shooting_ellipse();
  Shooting shooting(problem, problem.boundary_values[1], fast(problem));
  const Shot shot = shooting.from(Vector{{0.5, 5.8, 1.0, 1.2}});
  ASSERT_TRUE(shot.ok()) << shot.message;
  EXPECT_THAT(shot.sequence, IsEmpty());
  const Vector exact{{0.0, 0.5 * 9.81 * 1.2, std::numbers::pi / 1.2, 1.2}};
  EXPECT_TRUE(near(shot.start, exact, 1e-13)) << shot.start.transpose();
}

TEST(Shooting, keeps_to_the_sequence_asked_for) {
  const Problem problem = problems::shooting_disc();
  Shooting shooting(problem, problem.boundary_values[0], fast(problem));
  const Shot wall = shooting.from(Vector{{-3.0, 4.8, 1.1}}, {{"wall"}});
  ASSERT_TRUE(wall.ok()) << wall.message;
  EXPECT_THAT(wall.sequence, ElementsAre("wall"));
  EXPECT_EQ(shooting.from(shooting.guess(), {{"wall"}}).status, ShotStatus::other_sequence);

  const ShootingResult none = shooting.search({.starts = 5, .sequence = {{"wall", "wall"}}});
  EXPECT_EQ(none.status, ShotStatus::sequence_does_not_occur);
  EXPECT_THAT(none.message, HasSubstr("no path has the impacts (wall, wall)"));
  expect_message([&] { (void)shooting.search({.sequence = {{"flor"}}}); },
                 {"no inequality 'flor'", "did you mean 'floor'"});
}

TEST(Shooting, takes_general_lagrangians) {
  Problem problem = problems::disc_billiard();
  problem.system = support::polar();
  problem.initial = {.q = Vector{{1.0, 0.2}}, .p = Vector{{0.0, 0.0}}};
  problem.discretization = midpoint();
  BoundaryValue b;
  b.name = "transfer";
  b.q = Expr::sym("q_end", 2);
  b.v = Expr::sym("v_end", 2);
  b.velocities = {{"r'", 0.0, -1.0, 1.0}, {"phi'", 1.0, 0.0, 2.0}};
  b.duration = {"T", 1.0, 1.0, 1.0};
  b.end = {{"radius", b.q(0) - 1.2}, {"angle", b.q(1) - 1.1}};
  Shooting shooting(problem, b, {.discretization = midpoint(), .backend = newton(), .steps = 40});
  const Shot shot = shooting.from(shooting.guess());
  ASSERT_TRUE(shot.ok()) << shot.message;
  EXPECT_TRUE(near(shot.path.last().state.q, Vector{{1.2, 1.1}}, met));
  EXPECT_THAT(shot.sequence, IsEmpty());
}

TEST(Shooting, takes_the_nearest_start_where_the_end_leaves_a_choice) {
  const Problem problem = problems::shooting_disc();
  BoundaryValue b = problem.boundary_values[0];
  Constraints place;  // without the direction there is one condition less than unknowns
  place.append({b.end[0], b.end[1]});
  b.end = place;
  b.ahead = {};
  Shooting shooting(problem, b, fast(problem));
  const Shot shot = shooting.from(shooting.guess());
  ASSERT_TRUE(shot.ok()) << shot.message;
  EXPECT_LE(shot.residual, met);
  // In given time the same place costs a larger change of the velocity.
  b.duration = {"T", 1.7, 1.7, 1.7};
  const Shot timed = Shooting(problem, b, fast(problem)).from(shooting.guess());
  ASSERT_TRUE(timed.ok()) << timed.message;
  EXPECT_LT((shot.start - shooting.guess()).norm(), (timed.start - shooting.guess()).norm());
}

}  // namespace
}  // namespace ricochet
