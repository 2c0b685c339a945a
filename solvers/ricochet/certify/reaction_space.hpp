#pragma once

#include "ricochet/certify/columns.hpp"
#include "ricochet/certify/raised_factor.hpp"
#include "ricochet/symbols/mass_blocks.hpp"

#include <optional>

namespace ricochet {

/// The momenta that the reactions of equalities and nonholonomic rows can give at one position, the
/// span of C = (F, omega^T). Dependent columns count once. It allocates at construction only.
///
/// Few columns, and such that act on each other all, have an orthonormal basis in the metric M^-1.
/// Many that act on their neighbours only keep their pattern: C^T M^-1 C is factored with a raised
/// diagonal, and answers are corrected by what that misses.
class ReactionSpace {
 public:
  ReactionSpace() = default;
  /// With the patterns of M^-1 and C.
  ReactionSpace(const casadi::Sparsity& inverse_masses, const casadi::Sparsity& C);
  /// With constant masses.
  ReactionSpace(const MassBlocks& masses, const casadi::Sparsity& C);

  /// The structural nonzeros of M^-1 and C at the position, to be written before place().
  [[nodiscard]] Vector& inverse_masses() { return M_inverse_.values(); }
  [[nodiscard]] Vector& gradients() { return C_.values(); }
  /// Other masses, whose blocks have the same rows.
  void set_masses(const MassBlocks& masses);
  void place() { place(at_rest_); }
  /// For follow(): how fast the rows change where nothing moves.
  void place(const Vector& rates);
  /// Takes the part of p that lies in the space away: what is left moves no constraint.
  void remove_from(Vector& p);
  /// Adds the least velocity v that follows constraints which move, C^T v + rates = 0.
  void follow(Vector& v);
  /// M^-1 p.
  void velocity(const Vector& p, Vector& v) const { v.noalias() = M_inverse_.matrix() * p; }

 private:
  void find_basis();
  void fill_mobility();

  Columns M_inverse_, C_;
  Vector at_rest_, rates_;
  // The basis, M^-1 times it, and its rates.
  Matrix basis_, turned_;
  Vector share_, basis_rates_;
  Index size_ = 0;
  // C^T M^-1 C and work space.
  std::optional<RaisedFactor> factor_;
  Columns mobility_;
  Vector impulse_, velocity_, left_;
};

}  // namespace ricochet
