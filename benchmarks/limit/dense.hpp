#pragma once

#include <array>
#include <cmath>
#include <cstddef>

namespace ricochet::limit {

/// An array whose places are counted by int.
template <class Entry, int n>
struct Array : std::array<Entry, static_cast<std::size_t>(n)> {
  [[nodiscard]] constexpr Entry& operator[](int i) { return this->data()[i]; }
  [[nodiscard]] constexpr const Entry& operator[](int i) const { return this->data()[i]; }
};

template <int n>
using Row = Array<double, n>;
template <int n>
using Square = Array<Row<n>, n>;

/// A x = b by elimination in the given order, of the first `size` rows and columns; b becomes x.
///
/// It needs no search for pivots where velocities come first and multipliers last: the block of the
/// velocities is near to the mass matrix, and what elimination leaves of the others is definite.
/// False if a pivot vanishes or is not a number.
template <int n>
[[nodiscard]] inline bool solve(Square<n>& A, Row<n>& b, int size = n) {
  for (int k = 0; k < size; ++k) {
    if (!(std::abs(A[k][k]) > 1e-14)) return false;
    const double inverse = 1.0 / A[k][k];
    for (int i = k + 1; i < size; ++i) {
      const double factor = A[i][k] * inverse;
      if (factor == 0.0) continue;
      for (int j = k + 1; j < size; ++j) A[i][j] -= factor * A[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (int k = size - 1; k >= 0; --k) {
    for (int j = k + 1; j < size; ++j) b[k] -= A[k][j] * b[j];
    b[k] /= A[k][k];
  }
  return true;
}

}  // namespace ricochet::limit
