#include "ricochet/linear/compiled_elimination.hpp"

#include "ricochet/linear/static_elimination.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace ricochet {
namespace {

using support::near;

/// A system of positions and constraints, (D C; B^T 0), whose entries are arguments.
struct Saddle {
  Index positions, constraints;
  Expr entries = {}, sizes = Expr::sym("sizes", size());
  SymbolicSystem system = {};

  Saddle(Index n, Index k) : positions(n), constraints(k) {
    std::vector<casadi_int> row, column;
    const auto add = [&](Index i, Index j) {
      row.push_back(i);
      column.push_back(j);
    };
    for (Index i = 0; i < n; ++i) {
      add(i, i);
      if (i > 0) add(i, i - 1);
      if (i > 0) add(i - 1, i);
    }
    for (Index c = 0; c < k; ++c)
      for (Index l = 0; l < std::min<Index>(n, 3); ++l) {
        add(n + c, (2 * c + l) % n);
        add((2 * c + l) % n, n + c);
      }
    const auto pattern = casadi::Sparsity::triplet(size(), size(), row, column);
    entries = Expr::sym("entries", pattern.nnz());
    system.matrix = Expr(pattern, entries);
    system.arguments = {entries, sizes};
    system.column_scale = sizes;
    for (Index i = 0; i < size(); ++i) system.partners.push_back({.unknown = i, .late = i >= n});
    system.first = n;
  }
  [[nodiscard]] Index size() const { return positions + constraints; }

  [[nodiscard]] Vector drawn(std::mt19937_64& random) const {
    std::normal_distribution<double> normal;
    Vector values(entries.size1());
    const casadi::Sparsity& pattern = system.matrix.sparsity();
    for (Index i = 0; i < values.size(); ++i) {
      const bool diagonal = pattern.get_col()[static_cast<size_t>(i)] == pattern.row(i);
      values[i] = diagonal ? -2.0 + 0.1 * normal(random) : normal(random);
    }
    return values;
  }
  [[nodiscard]] KernelMatrix written(const Vector& values) const {
    KernelMatrix matrix(system.matrix.sparsity());
    matrix.values() = values;
    return matrix;
  }
};

Vector solution(CompiledElimination& lu, const Saddle& saddle, const Vector& b) {
  Vector x(b.size());
  lu.solve(b.head(saddle.positions), b.tail(saddle.constraints), x);
  return x;
}

TEST(CompiledElimination, agrees_with_the_elimination_that_is_not_written_out) {
  std::mt19937_64 random(1);
  for (const auto& [n, k] : {std::pair<Index, Index>{1, 0}, {4, 1}, {6, 2}, {14, 5}}) {
    const Saddle saddle(n, k);
    std::optional<CompiledElimination> lu = CompiledElimination::of(saddle.system);
    ASSERT_TRUE(lu);
    StaticElimination other(saddle.size());
    for (int round = 0; round < 20; ++round) {
      const Vector values = saddle.drawn(random);
      const Vector sizes = Vector::LinSpaced(saddle.size(), 0.5, 2.0);
      const KernelMatrix matrix = saddle.written(values);
      std::vector<PickedRow> rows;
      for (Index i = 0; i < saddle.size(); ++i)
        rows.push_back({.from = &matrix, .row = i, .partner = i, .late = i >= n});
      const bool strong = lu->factor({values, sizes});
      ASSERT_EQ(strong, other.factor(rows, sizes)) << n;
      EXPECT_TRUE(near(lu->column_scale(), sizes, 0.0));
      if (!strong) continue;
      const Vector b = Vector::LinSpaced(saddle.size(), -1.0, 2.0);
      Vector x;
      other.solve(b, x);
      EXPECT_TRUE(near(solution(*lu, saddle, b), x, 1e-9 * (1.0 + x.norm()))) << n;
    }
  }
}

TEST(CompiledElimination, refuses_weak_pivots_and_numbers_that_are_not_finite) {
  const Saddle saddle(2, 1);
  std::optional<CompiledElimination> lu = CompiledElimination::of(saddle.system);
  ASSERT_TRUE(lu);
  const Vector sizes = Vector::Ones(3);
  std::mt19937_64 random(2);
  Vector values = saddle.drawn(random);
  ASSERT_TRUE(lu->factor({values, sizes}));
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()})
    for (Index i = 0; i < values.size(); ++i) {
      Vector wrong = values;
      wrong[i] = bad;
      EXPECT_FALSE(lu->factor({wrong, sizes})) << bad << " in entry " << i;
    }
  EXPECT_FALSE(lu->factor({Vector(Vector::Zero(values.size())), sizes}));
  EXPECT_FALSE(lu->factor({Vector(Vector::Ones(values.size())), sizes})) << "a rank of one";
  EXPECT_TRUE(lu->factor({values, sizes})) << "as before";
}

TEST(CompiledElimination, is_for_small_systems) {
  EXPECT_TRUE(CompiledElimination::of(Saddle(30, 4).system));
  EXPECT_FALSE(CompiledElimination::of(Saddle(60, 0).system));
  Saddle full(40, 0);
  full.system.matrix = Expr::sym("A", 40, 40);
  full.system.arguments = {full.system.matrix, full.sizes};
  EXPECT_FALSE(CompiledElimination::of(full.system));
}

}  // namespace
}  // namespace ricochet
