#pragma once

#include "ricochet/contact/mass_factor.hpp"
#include "ricochet/state.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// The motion of a step of Moreau and Jean without contacts and constraints, linearised at a
/// velocity v1: what is missing of the momentum, R, and the inertia K with K dv = -R; see
/// moreau_jean_dynamics().
class ImplicitMotion {
 public:
  explicit ImplicitMotion(const System& s);

  void set_parameters(const System& s);
  /// False if a number is not finite.
  [[nodiscard]] bool evaluate(const State& from, const Vector& v1, double h);

  [[nodiscard]] const Vector& missing() const { return R_; }
  /// Where forces make K indefinite, the masses alone.
  [[nodiscard]] const BlockCholesky& inertia() const { return definite_ ? stiff_ : masses(); }
  [[nodiscard]] const BlockCholesky& masses() const { return masses_.blocks(); }

 private:
  Kernel dynamics_;
  KernelMatrix K_;
  BlockCholesky stiff_;  // of K
  MassFactor masses_;    // in the pattern of K
  bool definite_ = true;
  Vector theta_, R_;
};

}  // namespace ricochet
