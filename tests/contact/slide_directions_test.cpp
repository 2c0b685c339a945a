#include "ricochet/contact/slide_directions.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <array>

namespace ricochet {
namespace {

/// A contact in space that slides, one in space that does not, and one in the plane that does.
constexpr std::array<CoulombContact, 3> contacts = {{{.row = 0, .tangents = 2, .friction = 0.3},
                                                     {.row = 3, .tangents = 2, .friction = 0.4},
                                                     {.row = 6, .tangents = 1, .friction = 0.5}}};
const Vector slips{{0.0, 0.6, 0.8, 0.0, 1e-9, 0.0, 0.0, 2.0}};

Matrix directions() {
  Matrix D = Matrix::Zero(8, 7);
  D(0, 0) = D(3, 2) = D(4, 3) = D(5, 4) = D(6, 5) = D(7, 6) = 1.0;
  D(1, 1) = 0.6;
  D(2, 1) = 0.8;
  return D;
}

TEST(SlideDirections, make_one_tangent_of_two_where_a_contact_slides) {
  SlideDirections made;
  made.take(contacts, slips, 1e-7);
  EXPECT_TRUE(made.reduces());
  ASSERT_EQ(made.rows(), 7);
  EXPECT_EQ(made.contacts()[0].tangents, 1);
  EXPECT_EQ(made.contacts()[1].tangents, 2);
  EXPECT_EQ(made.contacts()[1].row, 2);
  EXPECT_EQ(made.contacts()[2].row, 5);
  EXPECT_EQ(made.contacts()[2].friction, 0.5);
}

TEST(SlideDirections, reduce_a_problem_and_expand_its_impulses) {
  SlideDirections made;
  made.take(contacts, slips, 1e-7);
  const Matrix D = directions(), A = Matrix::Random(8, 8), W = A * A.transpose();
  EXPECT_TRUE(support::near(made.reduced(W), D.transpose() * W * D, 1e-14));
  const Vector b = Vector::LinSpaced(8, -1.0, 3.0), y = Vector::LinSpaced(7, 1.0, 2.0);
  Vector part(7), whole(8);
  made.reduce(b, part);
  made.expand(y, whole);
  EXPECT_TRUE(support::near(part, D.transpose() * b, 1e-15));
  EXPECT_TRUE(support::near(whole, D * y, 1e-15));
}

TEST(SlideDirections, leave_a_problem_without_slides_as_it_is) {
  SlideDirections made;
  made.take(contacts, Vector::Zero(8), 1e-7);
  EXPECT_FALSE(made.reduces());
  EXPECT_EQ(made.rows(), 8);
}

}  // namespace
}  // namespace ricochet
