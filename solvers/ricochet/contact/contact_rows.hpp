#pragma once

#include "ricochet/system.hpp"

namespace ricochet {

/// duration * diagonal of A^T M^-1 A, without zeros: the length that a unit impulse along a column
/// moves in that time.
[[nodiscard]] inline Expr reach(const System& s, const Expr& A, const Expr& duration) {
  if (A.size2() == 0) return Expr(0, 1);
  return duration * densify(sum1(A * s.velocity(A)).T()) + 1e-300;
}

/// Natural sizes of the unknowns, those that move rows by a length 1: given ones of the first, and
/// those of impulses with reaches W.
[[nodiscard]] inline Expr natural_sizes(const Expr& first, const Expr& W_g, const Expr& W_f) {
  const Expr W = stack({W_g, W_f});
  return W.size1() == 0 ? first : vertcat(first, 1.0 / W);
}

/// Restitution of every row of g as a column; the system has no unions.
[[nodiscard]] inline Expr restitution(const System& s) {
  return s.m() == 0 ? Expr(0, 1) : s.contact_parameters()(0, casadi::Slice()).T();
}

}  // namespace ricochet
