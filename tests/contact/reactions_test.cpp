#include "ricochet/contact/reactions.hpp"

#include "support/matchers.hpp"

#include <Eigen/QR>
#include <Eigen/SparseCore>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near;

KernelMatrix written(const Matrix& A) {
  KernelMatrix matrix(casadi::Sparsity::dense(A.rows(), A.cols()));
  matrix.values() = A.reshaped();
  return matrix;
}

const Matrix masses{{2.0, 0.0}, {0.0, 1.0}};
const Matrix inverse{{0.5, 0.0}, {0.0, 1.0}};

/// Along the wire x + y = 0, said so many times.
Reactions wire(Index times) {
  Reactions reactions(casadi::Sparsity::dense(2, times), casadi::Sparsity::dense(2, 2));
  reactions.gradients().setOnes();
  reactions.factor(written(inverse));
  return reactions;
}

TEST(Reactions, leave_the_velocity_along_the_constraint) {
  // v - M^-1 C (C^T M^-1 C)^-1 C^T v with C = (1, 1) and C^T v = 3.
  Reactions reactions = wire(1);
  Vector v{{4.0, -1.0}};
  reactions.constrain(v);
  EXPECT_TRUE(near(v, Vector{{3.0, -3.0}}, 1e-14));
}

TEST(Reactions, are_taken_off_the_impulse_that_gave_the_velocity) {
  Reactions reactions = wire(1);
  Vector impulse{{8.0, -1.0}}, v = inverse * impulse;
  reactions.constrain(v, impulse);
  EXPECT_TRUE(near(v, Vector{{3.0, -3.0}}, 1e-14));
  EXPECT_TRUE(near(impulse, masses * v, 1e-14));
}

TEST(Reactions, count_rows_that_repeat_once) {
  Reactions once = wire(1), twice = wire(2);
  Vector v{{4.0, -1.0}}, w = v;
  once.constrain(v);
  twice.constrain(w);
  EXPECT_TRUE(near(w, v, 1e-14));
}

TEST(Reactions, of_no_rows_change_nothing) {
  Reactions none(casadi::Sparsity(2, 0), casadi::Sparsity::dense(2, 2));
  none.factor(written(inverse));
  EXPECT_FALSE(none.any());
  Vector v{{4.0, -1.0}}, impulse{{8.0, -1.0}};
  none.constrain(v, impulse);
  EXPECT_TRUE(support::same_bits(v, Vector{{4.0, -1.0}}));
  EXPECT_TRUE(support::same_bits(impulse, Vector{{8.0, -1.0}}));
}

/// Neighbours along a line keep their distance; the last row says once more what the first says.
Matrix neighbours(Index bodies) {
  Matrix C = Matrix::Zero(bodies, bodies);
  for (Index j = 0; j < bodies; ++j) {
    C(j % (bodies - 1), j) = -1.0;
    C(j % (bodies - 1) + 1, j) = 1.0;
  }
  return C;
}

TEST(Reactions, of_many_rows_are_those_of_a_dense_decomposition) {
  for (const Index bodies : {10, 60}) {  // on both sides of what is stored dense
    const Matrix C = neighbours(bodies);
    const Vector inertia = Vector::LinSpaced(bodies, 1.0, 3.0), v = inertia.array().sin();
    const Matrix moved = inertia.cwiseInverse().asDiagonal() * C;
    KernelMatrix inverse_masses(casadi::Sparsity::diag(bodies));
    inverse_masses.values() = inertia.cwiseInverse();
    const Eigen::SparseMatrix<double> sparse = C.sparseView();
    const casadi::Sparsity pattern(
        bodies, bodies, {sparse.outerIndexPtr(), sparse.outerIndexPtr() + bodies + 1},
        {sparse.innerIndexPtr(), sparse.innerIndexPtr() + sparse.nonZeros()});
    Reactions reactions(pattern, casadi::Sparsity::diag(bodies));
    reactions.gradients() = Eigen::Map<const Vector>(sparse.valuePtr(), sparse.nonZeros());
    reactions.factor(inverse_masses);
    Vector found = v, impulse = inertia.cwiseProduct(v);
    reactions.constrain(found, impulse);
    const Matrix joined = C.transpose() * moved;
    const Vector expected =
        v - moved * joined.completeOrthogonalDecomposition().solve(C.transpose() * v);
    EXPECT_TRUE(near(found, expected, 1e-12)) << bodies;
    EXPECT_TRUE(near(impulse, Vector(inertia.cwiseProduct(expected)), 1e-12)) << bodies;
  }
}

}  // namespace
}  // namespace ricochet
