#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

namespace ricochet {

/// The momenta that the reactions of equalities and nonholonomic rows can give at one position, the
/// span of C = (F, omega^T), by an orthonormal basis in the metric M^-1. Dependent columns count
/// once. It allocates at construction only.
class ReactionSpace {
 public:
  ReactionSpace(Index coordinates, Index columns);

  /// M^-1 at the position, to be written before place().
  [[nodiscard]] Matrix& M_inverse() { return M_inverse_; }
  /// C at the position; for follow() also how fast its rows change where nothing moves.
  void place(const Matrix& C) { place(C, at_rest_); }
  void place(const Matrix& C, const Vector& rates);
  /// Takes the part of p that lies in the space away: what is left moves no constraint.
  void remove_from(Vector& p);
  /// Adds the least velocity v that follows constraints which move, C^T v + rates = 0.
  void follow(Vector& v) const { v.noalias() -= turned_.leftCols(size_) * rates_.head(size_); }
  /// M^-1 p; M^-1 is symmetric.
  void velocity(const Vector& p, Vector& v) const {
    v.noalias() = M_inverse_.transpose().lazyProduct(p);
  }
  [[nodiscard]] const Matrix& M_inverse() const { return M_inverse_; }

 private:
  Matrix M_inverse_, basis_, turned_;  // turned_: M^-1 times the basis
  Vector share_, rates_, at_rest_;     // rates_: of the basis
  Index size_ = 0;
};

}  // namespace ricochet
