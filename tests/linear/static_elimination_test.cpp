#include "ricochet/linear/static_elimination.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace ricochet {
namespace {

using support::near, support::same_bits;

/// A system of positions and constraints, as steps have them: (D C; B^T 0), where each constraint
/// touches a few positions. The rows of the constraints give their impulses.
struct Saddle {
  Index positions = 0, constraints = 0;
  KernelMatrix matrix = {};

  [[nodiscard]] Index size() const { return positions + constraints; }
  [[nodiscard]] Matrix dense() const { return Matrix(matrix.matrix()); }
  [[nodiscard]] std::vector<PickedRow> rows() const {
    std::vector<PickedRow> picked;
    for (Index i = 0; i < size(); ++i)
      picked.push_back({.from = &matrix, .row = i, .partner = i, .late = i >= positions});
    return picked;
  }
};

KernelMatrix written(const Matrix& A) {
  std::vector<casadi_int> row, column;
  Vector values(A.size());
  Index count = 0;
  for (Index j = 0; j < A.cols(); ++j)
    for (Index i = 0; i < A.rows(); ++i) {
      if (A(i, j) == 0.0) continue;
      row.push_back(i);
      column.push_back(j);
      values[count++] = A(i, j);
    }
  KernelMatrix matrix(casadi::Sparsity::triplet(A.rows(), A.cols(), row, column));
  matrix.values() = values.head(count);
  return matrix;
}

Saddle drawn(Index positions, Index constraints, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Matrix A = Matrix::Zero(positions + constraints, positions + constraints);
  for (Index i = 0; i < positions; ++i) {
    A(i, i) = -1.0 + 0.1 * normal(random);
    if (i > 0) A(i, i - 1) = A(i - 1, i) = 0.1 * normal(random);
  }
  for (Index c = 0; c < constraints; ++c)
    for (Index l = 0; l < 4; ++l) {
      const Index i = (c * positions / constraints + l) % positions;
      A(positions + c, i) = normal(random);
      A(i, positions + c) = A(positions + c, i) + 0.01 * normal(random);
    }
  return {.positions = positions, .constraints = constraints, .matrix = written(A)};
}

Vector column(Index size) { return Vector::LinSpaced(size, -1.0, 2.0); }

TEST(StaticElimination, solves_positions_with_constraints) {
  std::mt19937_64 random(1);
  for (const Index n : {1, 4, 20, 150, 400}) {
    const Saddle saddle = drawn(n, n / 3, random);
    StaticElimination lu(saddle.size());
    ASSERT_TRUE(lu.factor(saddle.rows(), Vector::Ones(saddle.size()))) << n;
    const Vector x = column(saddle.size());
    Vector found;
    lu.solve(saddle.dense() * x, found);
    EXPECT_TRUE(near(found, x, 1e-9)) << n;
  }
}

TEST(StaticElimination, keeps_what_it_knows_for_other_numbers_and_right_hand_sides) {
  std::mt19937_64 random(2);
  Saddle saddle = drawn(30, 9, random);
  StaticElimination lu(saddle.size());
  const std::vector<PickedRow> rows = saddle.rows();
  for (int round = 0; round < 3; ++round) {
    ASSERT_TRUE(lu.factor(rows, Vector::Ones(saddle.size())));
    for (const double times : {1.0, -3.0}) {
      const Vector x = times * column(saddle.size());
      Vector found;
      lu.solve(saddle.dense() * x, found);
      EXPECT_TRUE(near(found, x, 1e-9));
    }
    saddle.matrix.values() *= 1.5;
  }
}

TEST(StaticElimination, gives_the_same_bits_whatever_patterns_it_met_before) {
  std::mt19937_64 random(3);
  const Saddle saddle = drawn(20, 12, random);
  const KernelMatrix open = written(Matrix::Identity(32, 32));
  StaticElimination lu(32), fresh(32);
  const Vector b = column(32), ones = Vector::Ones(32);
  Vector first, again;
  ASSERT_TRUE(fresh.factor(saddle.rows(), ones));
  fresh.solve(b, first);
  for (Index closed = 0; closed <= 12; ++closed) {  // more sets than it keeps
    std::vector<PickedRow> rows = saddle.rows();
    for (Index i = 20 + closed; i < 32; ++i) rows[static_cast<size_t>(i)].from = &open;
    ASSERT_TRUE(lu.factor(rows, ones)) << closed;
  }
  ASSERT_TRUE(lu.factor(saddle.rows(), ones));
  lu.solve(b, again);
  EXPECT_TRUE(same_bits(first, again));
}

TEST(StaticElimination, takes_a_row_alone_where_its_other_numbers_are_zero) {
  Matrix A{{-1.0, 0.5, 2.0}, {0.5, -1.0, 1.0}, {1.0, 1.0, 4.0}};
  KernelMatrix matrix = written(A);
  const std::vector<PickedRow> rows{{.from = &matrix, .row = 0, .partner = 0},
                                    {.from = &matrix, .row = 1, .partner = 1},
                                    {.from = &matrix, .row = 2, .partner = 2, .late = true}};
  StaticElimination lu(3);
  for (const double shown : {1.0, 0.0, 1.0}) {  // a mask of the last row
    A.row(2) << shown, shown, 4.0;
    matrix = written(A.array().max(1e-300).matrix());
    matrix.values() = A.reshaped();
    ASSERT_TRUE(lu.factor(rows, Vector::Ones(3)));
    const Vector x{{1.0, 2.0, 3.0}};
    Vector found;
    lu.solve(A * x, found);
    EXPECT_TRUE(near(found, x, 1e-14)) << shown;
  }
}

TEST(StaticElimination, measures_pivots_in_the_sizes_of_the_unknowns) {
  const KernelMatrix matrix = written(Matrix{{-1.0, 1e-9}, {1.0, 0.0}});
  const std::vector<PickedRow> rows{{.from = &matrix, .row = 0, .partner = 0},
                                    {.from = &matrix, .row = 1, .partner = 1, .late = true}};
  StaticElimination lu(2);
  EXPECT_FALSE(lu.factor(rows, Vector::Ones(2)));
  ASSERT_TRUE(lu.factor(rows, Vector{{1.0, 1e9}}));
  Vector found;
  lu.solve(Vector{{0.0, 3.0}}, found);
  EXPECT_TRUE(near(found, Vector{{3.0, 3e9}}, 1e-5));
}

bool factors(const Matrix& A) {
  const KernelMatrix matrix = written(A);
  std::vector<PickedRow> rows;
  for (Index i = 0; i < A.rows(); ++i) rows.push_back({.from = &matrix, .row = i, .partner = i});
  StaticElimination lu(A.rows());
  return lu.factor(rows, Vector::Ones(A.rows()));
}

TEST(StaticElimination, refuses_what_needs_other_pivots) {
  EXPECT_TRUE(factors(Matrix{{2.0, 1.0}, {1.0, 2.0}}));
  EXPECT_FALSE(factors(Matrix{{0.0, 1.0}, {1.0, 0.0}})) << "an exchange of rows";
  EXPECT_FALSE(factors(Matrix{{1e-8, 1.0}, {1.0, 1e-8}})) << "growth";
  EXPECT_FALSE(factors(Matrix{{2.0, 1.0}, {2.0, 1.0}})) << "equal rows";
  EXPECT_FALSE(factors(Matrix{{2.0, 0.0}, {0.0, 0.0}})) << "a row of zeros";
  EXPECT_FALSE(factors(Matrix{{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}, {7.0, 8.0, 9.0}})) << "rank 2";
}

TEST(StaticElimination, refuses_numbers_that_are_not_finite) {
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for (Index i = 0; i < 3; ++i)
      for (Index j = 0; j < 3; ++j) {
        Matrix A{{4.0, 1.0, 1.0}, {1.0, 4.0, 1.0}, {1.0, 1.0, 4.0}};
        EXPECT_TRUE(factors(A));
        A(i, j) = bad;
        EXPECT_FALSE(factors(A)) << i << ' ' << j << ' ' << bad;
      }
}

TEST(StaticElimination, solves_again_after_a_refusal) {
  const KernelMatrix bad = written(Matrix{{1.0, 2.0}, {2.0, 4.0}}),
                     good = written(Matrix{{1.0, 2.0}, {3.0, 4.0}});
  StaticElimination lu(2);
  const auto rows = [](const KernelMatrix& of) {
    return std::vector<PickedRow>{{.from = &of, .row = 0, .partner = 0},
                                  {.from = &of, .row = 1, .partner = 1}};
  };
  EXPECT_FALSE(lu.factor(rows(bad), Vector::Ones(2)));
  ASSERT_TRUE(lu.factor(rows(good), Vector::Ones(2)));
  Vector found;
  lu.solve(Vector{{5.0, 11.0}}, found);
  EXPECT_TRUE(near(found, Vector{{1.0, 2.0}}, 1e-14));
}

}  // namespace
}  // namespace ricochet
