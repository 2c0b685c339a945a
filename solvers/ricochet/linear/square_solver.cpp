#include "ricochet/linear/square_solver.hpp"

#include <cassert>
#include <cmath>
#include <limits>

namespace ricochet {
namespace {

constexpr double clear_pivot = 1e-6;  // of a row with one nonzero, scaled; weaker ones stay

}  // namespace

SquareSolver::SquareSolver(Index size)
    : size_(size), planned_(size), dense_size_(size <= largest_dense ? size : 0) {
  rows_.reserve(static_cast<size_t>(size));
  dense_ = std::make_unique<DenseSolver>(dense_size_);
  A_.resize(dense_size_, dense_size_);
}

bool SquareSolver::all_finite() const {
  bool finite = true;
  for (const PickedRow& row : rows_)
    row.from->each(row.row, [&](Index, double value) { finite = finite && std::isfinite(value); });
  return finite;
}

bool SquareSolver::factor(const Vector& column_scale) {
  assert(static_cast<Index>(rows_.size()) == size_);
  by_ = Factors::planned;
  if (planned_.factor(rows_, column_scale)) return true;
  const bool finite = all_finite();
  by_ = finite ? Factors::dense : Factors::none;
  if (finite) factor_densely(column_scale);
  return finite;
}

void SquareSolver::factor_densely(const Vector& column_scale) {
  if (size_ <= largest_dense) {
    A_.setZero();
    for (size_t i = 0; i < rows_.size(); ++i)
      rows_[i].from->each(rows_[i].row, [&](Index column, double value) {
        A_(static_cast<Index>(i), column) = value;
      });
    return dense_->factor(A_, column_scale);
  }
  split(column_scale);
  const auto size = static_cast<Index>(dense_columns_.size());
  if (size != dense_size_) {
    dense_ = std::make_unique<DenseSolver>(size);
    dense_size_ = size;
  }
  A_.setZero(size, size);
  scale_.resize(size);
  for (Index j = 0; j < size; ++j) scale_[j] = column_scale[dense_columns_[static_cast<size_t>(j)]];
  for (Index i = 0; i < size; ++i) {
    const PickedRow& row = rows_[static_cast<size_t>(dense_rows_[static_cast<size_t>(i)])];
    row.from->each(row.row, [&](Index column, double value) {
      const Index j = place_[static_cast<size_t>(column)];
      if (j >= 0) A_(i, j) = value;
    });
  }
  if (size > 0) dense_->factor(A_, scale_);
}

/// Splits off the rows with a single nonzero, each in another column; the other rows and columns
/// are left.
void SquareSolver::split(const Vector& column_scale) {
  singles_.clear();
  dense_rows_.clear();
  dense_columns_.clear();
  place_.assign(static_cast<size_t>(size_), 0);
  for (Index i = 0; i < size_; ++i) {
    Single only{.row = i};
    int nonzeros = 0;
    const PickedRow& row = rows_[static_cast<size_t>(i)];
    row.from->each(row.row, [&](Index column, double value) {
      if (value == 0.0) return;
      ++nonzeros;
      only.column = column;
      only.value = value;
    });
    const bool clear = nonzeros == 1 && place_[static_cast<size_t>(only.column)] == 0 &&
                       std::abs(only.value * column_scale[only.column]) >= clear_pivot;
    if (clear) {
      place_[static_cast<size_t>(only.column)] = -1;
      singles_.push_back(only);
    } else {
      dense_rows_.push_back(i);
    }
  }
  for (Index j = 0; j < size_; ++j) {
    Index& place = place_[static_cast<size_t>(j)];
    if (place < 0) continue;
    place = static_cast<Index>(dense_columns_.size());
    dense_columns_.push_back(j);
  }
}

void SquareSolver::solve(const Vector& b, Vector& x) {
  if (by_ == Factors::planned) return planned_.solve(b, x);
  if (by_ == Factors::dense) return solve_densely(b, x);
  x.setConstant(size_, std::numeric_limits<double>::quiet_NaN());
}

void SquareSolver::solve_densely(const Vector& b, Vector& x) {
  if (size_ <= largest_dense) return dense_->solve(b, x);
  x.setZero(size_);
  for (const Single& single : singles_) x[single.column] = b[single.row] / single.value;
  b_.resize(dense_size_);
  for (Index i = 0; i < dense_size_; ++i) {
    const Index at = dense_rows_[static_cast<size_t>(i)];
    const PickedRow& row = rows_[static_cast<size_t>(at)];
    double rest = b[at];
    row.from->each(row.row, [&](Index column, double value) {
      if (place_[static_cast<size_t>(column)] < 0) rest -= value * x[column];
    });
    b_[i] = rest;
  }
  x_.resize(dense_size_);
  if (dense_size_ > 0) dense_->solve(b_, x_);
  for (Index j = 0; j < dense_size_; ++j) x[dense_columns_[static_cast<size_t>(j)]] = x_[j];
}

}  // namespace ricochet
