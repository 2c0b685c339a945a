#include "ricochet/symbols/casadi_eigen.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ricochet {
namespace {

/// Rows that couple neighbours, with some that know no symbol, all symbols, or a parameter only.
Expr mixed_rows(Index rows, const Expr& x, const Expr& theta) {
  std::vector<Expr> all;
  for (Index i = 0; i < rows; ++i) {
    const auto j = static_cast<casadi_int>(i % (x.size1() - 1));
    all.push_back(i % 50 == 7 ? Expr(3.0) : i % 50 == 8 ? theta * sumsqr(x) : sin(x(j)) * x(j + 1));
  }
  return vertcat(all);
}

TEST(SparseJacobian, is_the_jacobian) {
  const Expr x = Expr::sym("x", 30), theta = Expr::sym("theta");
  for (const Index rows : {0, 1, 64, 65, 200}) {
    const Expr given_rows = rows > 0 ? mixed_rows(rows, x, theta) : Expr(0, 1);
    const Expr whole = jacobian(given_rows, x), made = sparse_jacobian(given_rows, x);
    EXPECT_EQ(made.sparsity(), whole.sparsity()) << rows;
    Kernel both("both", {x, theta}, {whole, made});
    Matrix A(rows, 30), B(rows, 30);
    both({Vector(Vector::LinSpaced(30, 0.1, 2.0)), 0.7}, {A, B});
    EXPECT_TRUE(A.isApprox(B, 1e-15) || rows == 0) << rows;
  }
}

/// Rows that share parts, and operations of one and of two operands.
Expr rows_of_every_kind(Index rows, const Expr& x) {
  const Expr shared = exp(x(0) * x(1)), y = x(2);
  const std::vector<Expr> kinds = {
      shared / y,       pow(y, 3.0) - shared, sqrt(y) * tan(shared),
      fmax(y, x(3)),    fabs(x(4) - y),       if_else(y > 0.5, y, x(5)),
      atan2(y, shared), log(shared) + 2.0,    fmin(x(6), 1.0) * y};
  std::vector<Expr> all;
  for (Index i = 0; i < rows; ++i)
    all.push_back(kinds[static_cast<size_t>(i) % kinds.size()] * static_cast<double>(i + 1));
  return vertcat(all);
}

TEST(SparseJacobian, knows_every_operation) {
  const Expr x = Expr::sym("x", 7), rows = rows_of_every_kind(90, x);
  Kernel both("both", {x}, {jacobian(rows, x), sparse_jacobian(rows, x)});
  Matrix A(90, 7), B(90, 7);
  both({Vector(Vector::LinSpaced(7, 0.2, 0.9))}, {A, B});
  EXPECT_TRUE(A.isApprox(B, 1e-14));
}

/// Such rows go to CasADi, whose own search numbers the nodes, too.
TEST(SparseJacobian, leaves_rows_with_calls_to_casadi) {
  const Expr x = Expr::sym("x", 7), y = Expr::sym("y");
  const casadi::Function f("f", {y}, {sin(y) * y}, {{"never_inline", true}});
  const Expr call = f(std::vector<Expr>{x(3)})[0];
  const Expr rows = vertcat(rows_of_every_kind(90, x), call * x(1), rows_of_every_kind(5, x));
  Kernel both("both", {x}, {jacobian(rows, x), sparse_jacobian(rows, x)});
  Matrix A(96, 7), B(96, 7);
  both({Vector(Vector::LinSpaced(7, 0.2, 0.9))}, {A, B});
  EXPECT_TRUE(A == B);
}

TEST(SparseJacobian, does_no_more_for_a_row_than_it_is_made_of) {
  const auto operations = [](Index rows) {
    const Expr x = Expr::sym("x", rows + 1);
    std::vector<Expr> all;
    for (Index i = 0; i < rows; ++i) all.push_back(sin(x(i)) * x(i + 1) + x(0));
    return casadi::Function("J", {x}, {sparse_jacobian(vertcat(all), x)}).n_instructions();
  };
  EXPECT_NEAR(static_cast<double>(operations(400)), 2.0 * static_cast<double>(operations(200)),
              0.01 * static_cast<double>(operations(400)));
}

}  // namespace
}  // namespace ricochet
