#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <vector>

namespace ricochet {

/// Square linear systems A x = b whose nonzeros lie in a band, |i - j| <= band: LU with row pivots,
/// in time n band^2. Storage grows to the largest system and never shrinks.
class BandedSolver {
 public:
  /// Begins a matrix of zeros.
  void begin(Index size, Index band);
  /// An entry of it inside the band.
  double& at(Index i, Index j) { return values_[place(i, j)]; }

  /// Returns the smallest pivot relative to the largest. One of zero becomes the round-off of the
  /// largest.
  double factor();
  /// Replaces b by x.
  void solve(Eigen::Ref<Vector> b) const;

 private:
  /// Columns lie one behind the other, with room for the rows that pivots bring in.
  [[nodiscard]] size_t place(Index i, Index j) const {
    return static_cast<size_t>(j * (3 * band_ + 1) + 2 * band_ + i - j);
  }
  Index pivot_row(Index k) const;
  void swap_rows(Index k, Index pivot);
  void eliminate(Index k);

  Index size_ = 0, band_ = 0;
  std::vector<double> values_;
  std::vector<Index> pivots_;
};

}  // namespace ricochet
