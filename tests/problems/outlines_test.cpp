#include "ricochet/problems.hpp"
#include "support/finite_differences.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <numbers>

/// The outlines that pictures draw are those of the mechanics: they meet the walls where the gaps
/// close, and uniform bodies of that shape have the moments of inertia of the systems.

namespace ricochet {
namespace {

using support::near;

constexpr double chord = 2e-3;  // [m] a polygon stays inside of an ellipse, radii up to 1 m

/// Smallest distance of a body's outline from the walls [m].
double distance(const Problem& problem, const System& s, const Vector& q) {
  const Matrix corners = problem.bodies.at(0).shape(s, q);
  double smallest = std::numeric_limits<double>::infinity();
  for (const Wall& wall : problem.walls)
    for (Index i = 0; i < corners.cols(); ++i)
      smallest = std::min(
          smallest, wall.normal_x * corners(0, i) + wall.normal_y * corners(1, i) - wall.offset);
  return smallest;
}

/// Second moment about the origin of a polygon of mass 1 [m^2].
double inertia(const Matrix& corners) {
  double area = 0.0, moment = 0.0;
  for (Index i = 0; i < corners.cols(); ++i) {
    const Vector a = corners.col(i), b = corners.col((i + 1) % corners.cols());
    const double twice = a[0] * b[1] - a[1] * b[0];
    area += 0.5 * twice;
    moment += twice * (a.squaredNorm() + a.dot(b) + b.squaredNorm()) / 12.0;
  }
  return moment / area;
}

class Outlines : public testing::TestWithParam<std::string> {
 protected:
  Problem problem_ = find_problem(GetParam()).make();
};

TEST_P(Outlines, meet_the_walls_where_the_gaps_close) {
  const System &s = problem_.system, heavy = s.with("mass", 2.0);
  for (unsigned seed = 0; seed < 20; ++seed) {
    const Vector q = problem_.initial.q + support::random_vector(s.n(), seed, 2.0);
    EXPECT_NEAR(distance(problem_, s, q), s.smallest(s.g(q)), chord) << q.transpose();
    EXPECT_EQ(distance(problem_, heavy, q), distance(problem_, s, q));
  }
}

INSTANTIATE_TEST_SUITE_P(Of, Outlines,
                         testing::Values("ellipse", "shooting-disc", "shooting-ellipse", "star",
                                         "wedge"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(OutlinesControl, miss_the_walls_if_they_have_another_size) {
  const Problem problem = problems::ellipse();
  const Vector& q = problem.initial.q;
  const System larger = problem.system.with("a", 1.1);
  EXPECT_GT(std::abs(distance(problem, larger, q) - problem.system.g(q)[0]), 10.0 * chord);
  EXPECT_NEAR(distance(problem, larger, q), larger.g(q)[0], chord);
}

TEST(Outlines, of_uniform_bodies_have_the_moments_of_inertia_of_the_systems) {
  for (const Problem& problem : {problems::star(), problems::wedge()}) {
    const System s = problem.system;
    const Matrix corners = problem.bodies[0].outline(s);
    EXPECT_NEAR(inertia(corners), s.M_now()(2, 2), 1e-14) << s.name();
  }
  const Problem ellipse = problems::ellipse();
  EXPECT_NEAR(inertia(ellipse.bodies[0].outline(ellipse.system)), ellipse.system.M_now()(2, 2),
              chord);
}

TEST(Outlines, turn_and_move_with_their_body) {
  const Problem wedge = problems::wedge();
  const Matrix corners =
      wedge.bodies[0].shape(wedge.system, Vector{{2.0, 3.0, 0.5 * std::numbers::pi}});
  EXPECT_TRUE(near(corners.col(0), Vector{{2.0, 3.0 + 2.0 / 3.0}}, 1e-15));
  EXPECT_TRUE(near(corners.col(1), Vector{{2.0 - 0.25, 3.0 - 1.0 / 3.0}}, 1e-15));
  const Problem bowl = problems::bowl();  // a point
  EXPECT_TRUE(near(bowl.bodies[0].shape(bowl.system, Vector{{0.3, 0.4}}), Vector{{0.3, 0.4}}, 0.0));
}

TEST(Outlines, of_discs_have_the_radius_of_the_gaps) {
  for (const char* name : {"oscillator", "cradle"}) {
    const Problem problem = find_problem(name).make();
    const System s = problem.system.with("radius", 0.7);
    for (const PlanarBody& body : problem.bodies)
      EXPECT_NEAR(body.outline(s).colwise().norm().minCoeff(), 0.7, 1e-15) << body.name;
  }
}

}  // namespace
}  // namespace ricochet
