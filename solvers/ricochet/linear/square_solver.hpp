#pragma once

#include "ricochet/linear/dense_solver.hpp"
#include "ricochet/linear/static_elimination.hpp"

#include <memory>
#include <vector>

namespace ricochet {

/// Solves square systems whose rows are picked from sparse matrices.
///
/// Pivots that the pattern chooses are tried first, sparse and without search. Where one of them is
/// weak the system is solved densely, with pivots chosen by size, and where its rank is defective
/// in the sense of least norm. Above `largest_dense` unknowns every row with a single nonzero, such
/// as lambda_i = 0 of an open contact, then gives its unknown at once, and what is left is dense:
/// as large as the motion and the closed contacts. Up to there it allocates at construction only;
/// above whenever it meets a pattern or a size of the dense part that it does not keep.
class SquareSolver {
 public:
  static constexpr Index largest_dense = EliminationPlanner::reserved;  ///< unknowns

  explicit SquareSolver(Index size);
  SquareSolver(const SquareSolver& other) : SquareSolver(other.size_) {}
  SquareSolver& operator=(const SquareSolver&) = delete;
  ~SquareSolver() = default;

  /// Begins a matrix; add() gives its rows in order.
  void begin() { rows_.clear(); }
  void add(const PickedRow& row) { rows_.push_back(row); }
  /// A row that gives the unknown of its own place.
  void add(const KernelMatrix& from, Index row) {
    add({.from = &from, .row = row, .partner = static_cast<Index>(rows_.size())});
  }
  [[nodiscard]] bool all_finite() const;

  /// As many rows as unknowns were added, from matrices that keep their patterns. column_scale:
  /// natural size of each unknown, the metric of the minimum norm. The values of the rows must stay
  /// until the last solve(). False if a number in them is not finite; then solve() gives NaN.
  bool factor(const Vector& column_scale);
  /// x with A x = b.
  void solve(const Vector& b, Vector& x);
  [[nodiscard]] bool rank_deficient() const {
    return by_ == Factors::dense && dense_->rank_deficient();
  }

 private:
  struct Single {
    Index row = 0, column = 0;
    double value = 0.0;
  };
  enum class Factors { none, planned, dense };
  void factor_densely(const Vector& column_scale);
  void solve_densely(const Vector& b, Vector& x);
  void split(const Vector& column_scale);

  Index size_;
  std::vector<PickedRow> rows_;
  StaticElimination planned_;
  Factors by_ = Factors::none;
  std::vector<Single> singles_;
  std::vector<Index> place_;  // per column: where it is in the dense part, or -1
  std::vector<Index> dense_rows_, dense_columns_;
  std::unique_ptr<DenseSolver> dense_;
  Index dense_size_;
  Matrix A_;
  Vector scale_, b_, x_;
};

}  // namespace ricochet
