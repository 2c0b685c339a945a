#pragma once

#include "ricochet/discretization.hpp"

#include <string>

namespace ricochet {

/// The energy that a reflection conserves: one of those below or a user's expression.
class Energy {
 public:
  static const Energy continuous;  ///< H(q, p)
  static const Energy numerical;   ///< the second-order numerical Hamiltonian of the discretization
  /// The shadow energy of the discretization up to h^order, order 2, 4, 6 or 8: its map conserves
  /// it to O(h^(order + 2)), and reflections that do so, too, leave little to add up over impacts.
  static Energy shadow(int order);
  /// Why a shadow energy has no closed form for a system and a rule; empty if it has one.
  [[nodiscard]] static std::string no_shadow(const System& s, const Discretization& d);
  /// Why there is none of virtual steps either, see VirtualEnergy; empty if there is one.
  [[nodiscard]] static std::string no_virtual_shadow(const System& s, const Discretization& d);
  /// A user's expression E(q, p) in the given symbols.
  static Energy of(const Expr& q, const Expr& p, const Expr& expression);

  [[nodiscard]] const std::string& name() const { return name_; }
  /// E(q, p) for a step of size h; throws if there is no such energy for system and discretization.
  [[nodiscard]] Expr expression(const System& s, const Discretization& d, const Expr& q,
                                const Expr& p, const Expr& h) const;

 private:
  explicit Energy(std::string name);

  std::string name_;
  int order_ = 0;            // of a shadow energy
  Expr q_, p_, expression_;  // of a user's energy
};

}  // namespace ricochet
