#include "limit/dense.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace ricochet::limit {
namespace {

template <int n>
Square<n> square(std::initializer_list<Row<n>> rows) {
  Square<n> A;
  std::copy(rows.begin(), rows.end(), A.begin());
  return A;
}

TEST(DenseElimination, solves_a_system_of_velocities_and_multipliers) {
  // v - F nu = (1, 2), F^T v = 0 with F = (3, 4) / 5: v = P (1, 2).
  Square<3> A = square<3>({{1.0, 0.0, -0.6}, {0.0, 1.0, -0.8}, {0.6, 0.8, 0.0}});
  Row<3> b = {1.0, 2.0, 0.0};
  ASSERT_TRUE(solve<3>(A, b));
  EXPECT_NEAR(b[0], 1.0 - 0.6 * 2.2, 1e-15);
  EXPECT_NEAR(b[1], 2.0 - 0.8 * 2.2, 1e-15);
  EXPECT_NEAR(b[2], -2.2, 1e-15);
}

TEST(DenseElimination, takes_the_first_rows_only) {
  Square<3> A = square<3>({{2.0, 0.0, 7.0}, {0.0, 4.0, 7.0}, {7.0, 7.0, 7.0}});
  Row<3> b = {2.0, 2.0, 9.0};
  ASSERT_TRUE(solve<3>(A, b, 2));
  EXPECT_EQ(b[0], 1.0);
  EXPECT_EQ(b[1], 0.5);
  EXPECT_EQ(b[2], 9.0) << "not touched";
}

TEST(DenseElimination, refuses_dependent_rows_and_what_is_no_number) {
  Square<2> dependent = square<2>({{1.0, 2.0}, {2.0, 4.0}});
  Square<2> none = square<2>({{1.0, 2.0}, {NAN, 4.0}});
  Row<2> b = {1.0, 1.0};
  EXPECT_FALSE(solve<2>(dependent, b));
  EXPECT_FALSE(solve<2>(none, b));
}

}  // namespace
}  // namespace ricochet::limit
