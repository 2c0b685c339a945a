#include "ricochet/linear/square_solver.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace ricochet {
namespace {

constexpr Index size = SquareSolver::largest_dense + 60;

/// Many rows with one entry, and a few full ones: as a step problem with open contacts.
Matrix mostly_single(std::mt19937_64& random, Index full) {
  std::normal_distribution<double> normal;
  Matrix A = Matrix::Zero(size, size);
  for (Index i = 0; i < size; ++i) A(i, (i + 7) % size) = 3.0 + normal(random) * 0.1;
  for (Index i = 0; i < full; ++i)
    for (Index j = 0; j < size; ++j) A(5 * i, j) += 0.1 * normal(random);
  return A;
}

KernelMatrix written(const Matrix& A) {
  KernelMatrix matrix(casadi::Sparsity::dense(A.rows(), A.cols()));
  matrix.values() = A.reshaped();
  return matrix;
}

Vector drawn(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  Vector x(size);
  for (double& entry : x) entry = normal(random);
  return x;
}

Vector solved(const Matrix& A, const Vector& scale, const Vector& b, bool& deficient) {
  const KernelMatrix rows = written(A);
  SquareSolver solver(A.rows());
  solver.begin();
  for (Index i = 0; i < A.rows(); ++i) solver.add(rows, i);
  solver.factor(scale);
  Vector x(A.cols());
  solver.solve(b, x);
  deficient = solver.rank_deficient();
  return x;
}

TEST(SquareSolver, solves_large_systems_with_few_full_rows) {
  std::mt19937_64 random(1);
  for (const Index full : {0, 1, 20}) {
    const Matrix A = mostly_single(random, full);
    const Vector x = drawn(random), ones = Vector::Ones(size);
    bool deficient = true;
    EXPECT_LT((solved(A, ones, A * x, deficient) - x).norm(), 1e-11) << full;
    EXPECT_FALSE(deficient);
  }
}

TEST(SquareSolver, is_used_again_for_other_matrices_and_by_copies) {
  std::mt19937_64 random(3);
  SquareSolver first(size);
  for (const Index full : {20, 0, 3, 20}) {
    const Matrix A = mostly_single(random, full);
    const KernelMatrix rows = written(A);
    SquareSolver copy(first);  // of one that has solved others
    const Vector x = drawn(random);
    for (SquareSolver* solver : {&first, &copy}) {
      solver->begin();
      for (Index i = 0; i < size; ++i) solver->add(rows, i);
      solver->factor(Vector::Ones(size));
      Vector found(size);
      solver->solve(A * x, found);
      EXPECT_LT((found - x).norm(), 1e-11) << full;
    }
  }
}

TEST(SquareSolver, leaves_a_weak_single_row_to_the_dense_part) {
  Matrix A = Matrix::Identity(size, size);
  A(4, 4) = 1e-7;
  bool deficient = true;
  const Vector x = solved(A, Vector::Ones(size), Vector::Ones(size), deficient);
  EXPECT_FALSE(deficient);
  EXPECT_NEAR(x[4], 1e7, 1e-7);
}

TEST(SquareSolver, takes_the_least_solution_where_two_rows_say_the_same) {
  std::mt19937_64 random(2);
  Matrix A = mostly_single(random, 3);
  A.row(31).setZero();  // x_y + x_z = 2 twice, nothing else about y and z
  A.row(32).setZero();
  const Index y = 38, z = 39;  // the columns that rows 31 and 32 had
  A(31, y) = A(31, z) = A(32, y) = A(32, z) = 1.0;
  A.col(y).head(30).setZero();
  A.col(z).head(30).setZero();
  Vector x = drawn(random);
  x[y] = x[z] = 1.0;
  bool deficient = false;
  const Vector found = solved(A, Vector::Ones(size), A * x, deficient);
  EXPECT_TRUE(deficient);
  EXPECT_LT((found - x).norm(), 1e-9);
}

TEST(SquareSolver, keeps_a_second_single_row_of_an_unknown) {
  Matrix A = Matrix::Identity(size, size);
  A(10, 10) = 0.0;
  A(10, 11) = 1.0;  // x_11 twice, x_10 never
  Vector b = Vector::Ones(size);
  bool deficient = false;
  const Vector x = solved(A, Vector::Ones(size), b, deficient);
  EXPECT_TRUE(deficient);
  EXPECT_NEAR(x[11], 1.0, 1e-14);
  EXPECT_NEAR(x[10], 0.0, 1e-14);
}

TEST(SquareSolver, notices_numbers_that_are_not_finite_in_the_rows_it_uses) {
  Matrix A = Matrix::Identity(3, 3);
  A(2, 2) = std::numeric_limits<double>::quiet_NaN();
  const KernelMatrix rows = written(A);
  SquareSolver solver(3);
  solver.begin();
  for (const Index i : {0, 1, 0}) solver.add(rows, i);
  EXPECT_TRUE(solver.all_finite());
  solver.begin();
  for (const Index i : {0, 1, 2}) solver.add(rows, i);
  EXPECT_FALSE(solver.all_finite());
  EXPECT_FALSE(solver.factor(Vector::Ones(3)));
  Vector x;
  solver.solve(Vector::Ones(3), x);
  EXPECT_TRUE(x.array().isNaN().all());
}

}  // namespace
}  // namespace ricochet
