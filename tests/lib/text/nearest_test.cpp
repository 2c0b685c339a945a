#include "ricochet/text/nearest.hpp"

#include "support/matchers.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

#include <random>

namespace ricochet {
namespace {

using support::near;

constexpr double round_off = 1e-13;

/// Random numbers in [-1, 1].
class Numbers {
 public:
  Matrix matrix(Index rows, Index columns) {
    return Matrix::NullaryExpr(rows, columns, [this] { return number_(random_); });
  }
  Vector vector(Index size) { return matrix(size, 1); }

 private:
  std::mt19937 random_{11};
  std::uniform_real_distribution<double> number_{-1.0, 1.0};
};

TEST(Nearest, without_rows_is_the_point_itself) {
  const Vector x0{{1.0, -2.0}};
  const LinearRows none{.A = Matrix(0, 2), .a = Vector(0), .B = Matrix(0, 2), .b = Vector(0)};
  EXPECT_TRUE(near(nearest(Matrix::Identity(2, 2).llt(), x0, none, 0.0), x0, 0.0));
}

TEST(Nearest, weighs_by_the_metric) {
  const Matrix M = Vector{{1.0, 4.0}}.asDiagonal();
  const LinearRows rows{
      .A = Matrix{{1.0, -1.0}}, .a = Vector{{0.0}}, .B = Matrix(0, 2), .b = Vector(0)};
  EXPECT_TRUE(near(nearest(M.llt(), Vector{{1.0, 0.0}}, rows, 0.0), Vector{{0.2, 0.2}}, round_off));
}

TEST(Nearest, takes_repeated_rows) {
  const LinearRows rows{.A = Matrix{{1.0, 0.0}, {2.0, 0.0}},
                        .a = Vector{{3.0, 6.0}},
                        .B = Matrix{{0.0, 1.0}, {0.0, 1.0}, {0.0, 3.0}},
                        .b = Vector{{1.0, 1.0, 3.0}}};
  const Vector x = nearest(Matrix::Identity(2, 2).llt(), Vector{{0.0, -5.0}}, rows, 0.0);
  EXPECT_TRUE(near(x, Vector{{3.0, 1.0}}, round_off));
}

/// What distinguishes the answer: rows hold, the pull is a push of the closed rows.
TEST(Nearest, satisfies_the_optimality_conditions_of_random_programs) {
  Numbers numbers;
  int closed_rows = 0, open_rows = 0;
  for (int trial = 0; trial < 200; ++trial) {
    const Matrix root = numbers.matrix(5, 5);
    const Matrix M = root * root.transpose() + Matrix::Identity(5, 5);
    const Vector inside = numbers.vector(5), x0 = 3.0 * numbers.vector(5);
    LinearRows rows{.A = numbers.matrix(1, 5), .B = numbers.matrix(8, 5)};
    rows.a = rows.A * inside;
    rows.b = rows.B * inside - numbers.vector(8).cwiseAbs();  // so that there is an answer
    const Vector x = nearest(M.llt(), x0, rows, 1e-13);
    EXPECT_LT((rows.A * x - rows.a).norm(), 1e-11);
    const Vector gaps = rows.B * x - rows.b;
    EXPECT_GT(gaps.minCoeff(), -1e-11);
    Matrix pushing(5, 1 + (gaps.array() < 1e-11).count());
    pushing.col(0) = rows.A.transpose();
    Index next = 1;
    for (Index i = 0; i < gaps.size(); ++i)
      if (gaps[i] < 1e-11) pushing.col(next++) = rows.B.row(i).transpose();
    const Vector pull = M * (x - x0);
    const Vector multipliers = pushing.completeOrthogonalDecomposition().solve(pull);
    EXPECT_LT((pushing * multipliers - pull).norm(), 1e-9) << "trial " << trial;
    if (next > 1) {
      EXPECT_GT(multipliers.tail(next - 1).minCoeff(), -1e-9) << "trial " << trial;
    }
    closed_rows += static_cast<int>(next) - 1;
    open_rows += 9 - static_cast<int>(next);
  }
  EXPECT_GT(closed_rows, 100) << "the programs tell little";
  EXPECT_GT(open_rows, 100);
}

}  // namespace
}  // namespace ricochet
