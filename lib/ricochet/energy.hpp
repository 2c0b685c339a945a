#pragma once

#include "ricochet/discretization.hpp"

#include <string>

namespace ricochet {

/// The energy that a reflection conserves: one of the two below or a user's expression.
class Energy {
 public:
  static const Energy continuous;  ///< H(q, p)
  static const Energy numerical;   ///< the second-order numerical Hamiltonian of the discretization
  /// A user's expression E(q, p) in the given symbols.
  static Energy of(const Expr& q, const Expr& p, const Expr& expression);

  [[nodiscard]] const std::string& name() const { return name_; }
  /// E(q, p) for a step of size h; throws if the discretization has no numerical Hamiltonian.
  [[nodiscard]] Expr expression(const System& s, const Discretization& d, const Expr& q,
                                const Expr& p, const Expr& h) const;

 private:
  explicit Energy(std::string name);

  std::string name_;
  Expr q_, p_, expression_;  // of a user's energy
};

}  // namespace ricochet
