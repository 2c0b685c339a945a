#include "ricochet/certify/raised_factor.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// 2 on the diagonal, -1 beside it: a chain whose ends are fixed.
Vector chain(const casadi::Sparsity& pattern) {
  Vector values(pattern.nnz());
  const std::vector<casadi_int> rows = pattern.get_row(), columns = pattern.get_col();
  for (Index k = 0; k < values.size(); ++k)
    values[k] = rows[static_cast<size_t>(k)] == columns[static_cast<size_t>(k)] ? 2.0 : -1.0;
  return values;
}

TEST(RaisedFactor, solves_but_for_what_it_is_raised_by) {
  const casadi::Sparsity pattern = casadi::Sparsity::banded(50, 1);
  RaisedFactor factor(pattern);
  EXPECT_EQ(factor.nonzeros(), 49) << "no fill in a chain";
  factor.factor(chain(pattern));
  const Vector x = Vector::LinSpaced(50, -1.0, 2.0);
  Vector b = 2.0 * x;
  b.head(49) -= x.tail(49);
  b.tail(49) -= x.head(49);
  factor.solve(b);
  EXPECT_TRUE(support::near(b, x, 1e-9));
  EXPECT_FALSE(support::near(b, x, 1e-16)) << "negative control: it is raised";
}

TEST(RaisedFactor, stays_finite_where_rows_repeat) {
  const casadi::Sparsity pattern = casadi::Sparsity::dense(3, 3);
  RaisedFactor factor(pattern);
  factor.factor(Vector::Ones(9));
  Vector b = Vector::Constant(3, 2.0);
  factor.solve(b);
  EXPECT_TRUE(b.allFinite());
  EXPECT_NEAR(b.sum(), 2.0, 1e-9) << "of all that solve it";
}

}  // namespace
}  // namespace ricochet
