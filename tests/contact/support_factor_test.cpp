#include "ricochet/contact/support_factor.hpp"

#include <gtest/gtest.h>

#include <random>

namespace ricochet {
namespace {

/// N^T N of random unit columns in so many dimensions.
Matrix products(Index dimensions, Index columns, unsigned seed) {
  std::mt19937_64 random(seed);
  std::normal_distribution<double> normal;
  Matrix N(dimensions, columns);
  for (double& x : N.reshaped()) x = normal(random);
  N.colwise().normalize();
  return N.transpose() * N;
}

TEST(SupportFactor, solves_for_a_support_that_grows) {
  const Matrix A = products(8, 6, 1);
  const std::vector<Index> order = {4, 0, 5, 2};
  SupportFactor factor;
  factor.reserve(6);
  for (size_t size = 1; size <= order.size(); ++size) {
    ASSERT_TRUE(factor.append(A, order[size - 1]));
    Vector x = Vector::LinSpaced(static_cast<Index>(size), 1.0, 2.0), b = x;
    factor.solve(x);
    for (size_t i = 0; i < size; ++i) {
      double row = 0.0;
      for (size_t j = 0; j < size; ++j) row += A(order[i], order[j]) * x[static_cast<Index>(j)];
      EXPECT_NEAR(row, b[static_cast<Index>(i)], 1e-13);
    }
  }
}

TEST(SupportFactor, refuses_what_depends_on_the_support) {
  const Matrix A = products(2, 4, 2);
  SupportFactor factor;
  factor.reserve(4);
  EXPECT_TRUE(factor.append(A, 0));
  EXPECT_TRUE(factor.append(A, 2));
  EXPECT_FALSE(factor.append(A, 3));
  EXPECT_EQ(factor.support(), (std::vector<Index>{0, 2}));
  factor.drop_last();
  EXPECT_TRUE(factor.append(A, 3));
  EXPECT_FALSE(factor.assign(A, {0, 1, 2}));
  EXPECT_TRUE(factor.assign(A, {1, 2}));
}

TEST(SupportFactor, shares_alike_among_members_that_repeat) {
  Matrix A = Matrix::Ones(3, 3);
  A(2, 0) = A(0, 2) = A(1, 2) = A(2, 1) = 0.0;  // the first two are the same
  SupportFactor factor;
  factor.reserve(3);
  Vector x{{2.0, 2.0, 5.0}};
  factor.solve_least_norm(A, {0, 1, 2}, x);
  EXPECT_LT((x - Vector{{1.0, 1.0, 5.0}}).norm(), 1e-14);
}

}  // namespace
}  // namespace ricochet
