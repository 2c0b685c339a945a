#include "ricochet/problem/problem.hpp"

#include "ricochet/problems.hpp"
#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <numbers>

namespace ricochet {
namespace {

TEST(Problem, rounds_its_number_of_steps) {
  Problem problem = problems::bowl();
  problem.h = 0.1;
  problem.duration = 0.3;  // 0.3 / 0.1 < 3 in doubles
  EXPECT_EQ(problem.steps(), 3);
}

TEST(Problem, starts_with_the_momenta_of_its_velocities) {
  Problem problem = problems::bowl();
  problem.v0 = Vector{{0.5, -2.0}};
  const State start = problem.start(problem.system);
  EXPECT_TRUE(support::near(start.p, problem.system.M_now() * problem.v0, 1e-15));
  EXPECT_TRUE(support::same_bits(start.q, problem.initial.q));
  problem.v0 = {};
  EXPECT_TRUE(support::same_bits(problem.start(problem.system).p, problem.initial.p));
}

TEST(Momenta, of_a_lagrangian_are_its_slopes) {
  const Vector p =
      momenta_of(support::polar(), midpoint(), Vector{{2.0, 0.1}}, Vector{{0.3, 0.5}}, 0.1);
  EXPECT_TRUE(support::near(p, Vector{{0.3, 2.0}}, 1e-14)) << "r' and r^2 phi'";
}

TEST(PlanarBody, turns_its_outline_about_its_place) {
  const PlanarBody body{.name = "rod", .x = 0, .y = 1, .theta = 2, .outline = [](const System&) {
                          return Matrix{{0.0, 2.0}, {0.0, 0.0}};
                        }};
  const Vector q{{1.0, 3.0, 0.5 * std::numbers::pi}};
  const Matrix upright{{1.0, 1.0}, {3.0, 5.0}};
  EXPECT_TRUE(support::near(body.shape(support::henon_heiles(), q), upright, 1e-14));
  const PlanarBody point{.name = "point", .x = 0, .y = 1};
  EXPECT_TRUE(support::near(point.shape(support::henon_heiles(), q), Matrix{{1.0}, {3.0}}, 0.0));
}

}  // namespace
}  // namespace ricochet
