#pragma once

#include "ricochet/linear/dense_solver.hpp"
#include "ricochet/linear/kernel_matrix.hpp"

#include <memory>
#include <utility>
#include <vector>

namespace ricochet {

/// Solves square systems whose rows are picked from sparse matrices.
///
/// Up to `largest_dense` unknowns they are solved densely. Beyond, every row with a single nonzero,
/// such as lambda_i = 0 of an open contact, gives its unknown at once; what is left is as large as
/// the motion and the closed contacts, and dense. Allocates at construction and, for large systems,
/// whenever the dense part changes its size.
class SquareSolver {
 public:
  static constexpr Index largest_dense = 240;  ///< unknowns; up to here splitting gains little

  explicit SquareSolver(Index size);
  SquareSolver(const SquareSolver& other) : SquareSolver(other.size_) {}
  SquareSolver& operator=(const SquareSolver&) = delete;
  ~SquareSolver() = default;

  /// Begins a matrix; add() gives its rows in order.
  void begin() { rows_.clear(); }
  void add(const KernelMatrix& from, Index row) { rows_.emplace_back(&from, row); }
  [[nodiscard]] bool all_finite() const;

  /// As many rows as unknowns were added. column_scale: natural size of each unknown, the metric of
  /// the minimum norm. The values of the rows must stay until the last solve().
  void factor(const Vector& column_scale);
  /// x with A x = b.
  void solve(const Vector& b, Vector& x);
  [[nodiscard]] bool rank_deficient() const { return dense_->rank_deficient(); }

 private:
  struct Single {
    Index row = 0, column = 0;
    double value = 0.0;
  };
  void split(const Vector& column_scale);

  Index size_;
  std::vector<std::pair<const KernelMatrix*, Index>> rows_;
  std::vector<Single> singles_;
  std::vector<Index> place_;  // per column: where it is in the dense part, or -1
  std::vector<Index> dense_rows_, dense_columns_;
  std::unique_ptr<DenseSolver> dense_;
  Index dense_size_;
  Matrix A_;
  Vector scale_, b_, x_;
};

}  // namespace ricochet
