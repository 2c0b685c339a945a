#include "ricochet/symbols/casadi_eigen.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace ricochet {
namespace {

using support::near;
using support::same_bits;

/// (x, a) -> (a x, the matrix [x0 a; 0 x1]).
struct Sample {
  Expr x = Expr::sym("x", 2), a = Expr::sym("a");
  std::vector<Expr> in{x, a};
  std::vector<Expr> out{a * x, blockcat(x(0), a, Expr(1, 1), x(1))};
};

TEST(Kernel, computes_vectors_and_column_major_matrices) {
  const Sample s;
  Kernel kernel("f", s.in, s.out);
  Vector scaled(2);
  Matrix table(2, 2);
  kernel({Vector{{3.0, 5.0}}, 2.0}, {scaled, table});
  EXPECT_TRUE(same_bits(scaled, Vector{{6.0, 10.0}}));
  EXPECT_TRUE(near(table, Matrix{{3.0, 2.0}, {0.0, 5.0}}, 0.0));
}

TEST(Kernel, reads_and_writes_parts_of_vectors_and_single_numbers) {
  const Expr x = Expr::sym("x", 2);
  Kernel kernel("f", {x}, {sum1(x), 2.0 * x});
  const Vector all{{1.0, 2.0, 3.0, 4.0}};
  Vector into = Vector::Zero(4);
  double sum = 0.0;
  kernel({all.segment(1, 2)}, {sum, into.tail(2)});
  EXPECT_EQ(sum, 5.0);
  EXPECT_TRUE(same_bits(into, Vector{{0.0, 0.0, 4.0, 6.0}}));
  std::vector<double> list{7.0, 8.0}, doubled(2);
  kernel({list}, {sum, doubled});
  EXPECT_EQ(doubled, (std::vector<double>{14.0, 16.0}));
}

TEST(Kernel, writes_structural_nonzeros_only_if_sparse) {
  const Sample s;
  Kernel kernel("f", s.in, s.out, true);
  const casadi::Sparsity pattern = kernel.sparsity_out(1);
  ASSERT_EQ(pattern.nnz(), 3);
  EXPECT_EQ(pattern.get_row(), (std::vector<casadi_int>{0, 0, 1}));
  EXPECT_EQ(pattern.get_col(), (std::vector<casadi_int>{0, 1, 1}));
  Vector scaled(2), nonzeros(3);
  kernel({Vector{{3.0, 5.0}}, 2.0}, {scaled, nonzeros});
  EXPECT_TRUE(same_bits(nonzeros, Vector{{3.0, 2.0, 5.0}}));
}

TEST(Kernel, is_dense_unless_told) {
  const Sample s;
  EXPECT_TRUE(Kernel("f", s.in, s.out).sparsity_out(1).is_dense());
}

TEST(Kernel, copied_is_independent_of_the_original) {
  const Sample s;
  Vector scaled(2);
  Matrix table(2, 2);
  Kernel copy;
  {
    Kernel original("f", s.in, s.out);
    copy = original;
    Kernel second(original);
    second({Vector{{1.0, 1.0}}, 4.0}, {scaled, table});
    EXPECT_TRUE(same_bits(scaled, Vector{{4.0, 4.0}}));
  }
  copy({Vector{{3.0, 5.0}}, 2.0}, {scaled, table});
  EXPECT_TRUE(same_bits(scaled, Vector{{6.0, 10.0}}));
}

TEST(Kernel, moved_takes_everything_along) {
  const Sample s;
  Kernel original("f", s.in, s.out);
  Kernel moved(std::move(original));
  Kernel assigned;
  assigned = std::move(moved);
  Vector scaled(2);
  Matrix table(2, 2);
  assigned({Vector{{3.0, 5.0}}, 2.0}, {scaled, table});
  EXPECT_TRUE(same_bits(scaled, Vector{{6.0, 10.0}}));
}

TEST(Kernel, that_computes_nothing_can_be_copied) {
  const Kernel empty;
  const Kernel copy(empty);  // NOLINT(performance-unnecessary-copy-initialization)
  EXPECT_EQ(copy.how(), Kernels::interpreted);
}

TEST(Kernel, knows_its_sizes_whatever_computes_it) {
  const Sample s;
  for (const Kernels how : {Kernels::native, Kernels::interpreted}) {
    const Kernel dense("f", s.in, s.out, false, how), sparse("f", s.in, s.out, true, how);
    EXPECT_EQ(dense.size_in(0), 2);
    EXPECT_EQ(dense.size_in(1), 1);
    EXPECT_EQ(dense.sparsity_out(0).nnz(), 2);
    EXPECT_EQ(dense.sparsity_out(1).nnz(), 4);
    EXPECT_EQ(sparse.sparsity_out(1).nnz(), 3);
  }
}

TEST(Kernel, refuses_symbols_that_are_not_given) {
  const Expr x = Expr::sym("x"), y = Expr::sym("y");
  EXPECT_ANY_THROW(Kernel("f", {x}, {x * y}));
  EXPECT_NO_THROW(Kernel("f", {x, y}, {x * y}));
}

TEST(Kernel, takes_empty_arguments_and_results) {
  const Expr x = Expr::sym("x"), none = Expr::sym("none", 0);
  Kernel kernel("f", {x, none}, {Expr(0, 1), 3.0 * x});
  Vector nothing(0);
  double tripled = 0.0;
  kernel({2.0, nothing}, {nothing, tripled});
  EXPECT_EQ(tripled, 6.0);
}

TEST(Kernel, passes_nan_on) {
  const Expr x = Expr::sym("x");
  Kernel kernel("f", {x}, {sqrt(x)});
  double root = 0.0;
  kernel({-1.0}, {root});
  EXPECT_TRUE(std::isnan(root));
}

TEST(Stack, drops_what_was_not_given) {
  const Expr x = Expr::sym("x", 2), y = Expr::sym("y");
  EXPECT_EQ(stack({x, Expr(), y}).size1(), 3);
  EXPECT_EQ(stack({x, Expr(0, 1), y}).size1(), 3);
  EXPECT_EQ(stack({}).size1(), 0);
  EXPECT_EQ(stack({}).size2(), 1);
  EXPECT_EQ(stack({Expr(), Expr()}).size2(), 1);
}

TEST(Stack, keeps_zeros_that_are_not_stored) {
  const Expr x = Expr::sym("x", 2), hole(2, 1);
  const Expr column = stack({x, hole, Expr(3.0)});
  EXPECT_EQ(column.sparsity(), vertcat(x, hole, Expr(3.0)).sparsity());
  Kernel kernel("column", {x}, {column});
  Vector made(5);
  kernel({Vector{{1.0, 2.0}}}, {made});
  EXPECT_EQ(made, (Vector{{1.0, 2.0, 0.0, 0.0, 3.0}}));
  EXPECT_EQ(stack({hole}).sparsity(), hole.sparsity());
}

TEST(Given, tells_a_zero_from_nothing) {
  EXPECT_FALSE(given(Expr()));
  EXPECT_TRUE(given(Expr(0.0)));
  EXPECT_TRUE(given(Expr(2, 1)));
}

}  // namespace
}  // namespace ricochet
