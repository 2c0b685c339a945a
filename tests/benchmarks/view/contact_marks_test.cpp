#include "view/contact_marks.hpp"

#include "ricochet/problems.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::cli {
namespace {

/// The marks of the first entry of g.
std::vector<ContactMark> marks_of(const Problem& problem, const Vector& q) {
  ContactMarker marker(problem.system, problem.bodies);
  marker.move_to(q);
  return marker.marks(0);
}

TEST(ContactMarks, lie_where_a_turned_ellipse_touches_the_floor) {
  const Problem problem = problems::ellipse();
  const double a = problem.system.parameter("a"), b = problem.system.parameter("b"), theta = 0.7;
  // The lowest point of the ellipse, from its support function.
  const double reach = std::hypot(a * std::sin(theta), b * std::cos(theta));
  const double x = (b * b - a * a) * std::sin(theta) * std::cos(theta) / reach;
  const auto marks = marks_of(problem, Vector{{3.0, reach, theta}});
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_NEAR(marks[0].at.x(), 3.0 + x, 1e-9);
  EXPECT_NEAR(marks[0].at.y(), 0.0, 2e-3) << "the outline is a polygon";
  EXPECT_NEAR(marks[0].normal.y(), 1.0, 1e-12);
}

TEST(ContactMarks, are_shared_by_bodies_that_touch) {
  const Problem problem = find_problem("oscillator").make();
  const double r = problem.system.parameter("radius");
  const auto marks = marks_of(problem, Vector{{-r, 0.5, r, 0.5}});
  ASSERT_EQ(marks.size(), 1U);
  EXPECT_NEAR(marks[0].at.x(), 0.0, 1e-12);
  EXPECT_NEAR(marks[0].at.y(), 0.5, 1e-12);
}

}  // namespace
}  // namespace ricochet::cli
