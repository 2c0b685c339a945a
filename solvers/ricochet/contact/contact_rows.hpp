#pragma once

#include "ricochet/system.hpp"

#include <string>
#include <vector>

namespace ricochet {

/// Names of the inequalities and of the equalities, row by row.
[[nodiscard]] inline std::vector<std::string> gap_names(const System& s) {
  std::vector<std::string> names;
  for (Index i = 0; i < s.m(); ++i) names.push_back(s.gap_name(i));
  return names;
}
[[nodiscard]] inline std::vector<std::string> equality_names(const System& s) {
  return s.specification().f.names();
}

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
  return W.size1() == 0 ? first : stack({first, 1.0 / W});
}

/// Restitution of every row of g as a column; the system has no unions.
[[nodiscard]] inline Expr restitution(const System& s) {
  return s.m() == 0 ? Expr(0, 1) : s.contact_parameters()(0, casadi::Slice()).T();
}

}  // namespace ricochet
