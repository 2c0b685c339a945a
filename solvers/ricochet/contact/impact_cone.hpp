#pragma once

#include "ricochet/contact/cone_solver.hpp"
#include "ricochet/contact/contact_operator.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

#include <vector>

namespace ricochet {

/// The normal cone at an impact in the kinetic metric: which contacts are approached, and the
/// impulse d that stops the approach. For one contact d = -(n.v / n.W n) n; for several it is
/// Moreau's selection, the projection of p onto the cone, so that p + 2 d reflects p without loss.
///
/// W = M^-1 - M^-1 C (C^T M^-1 C)^+ C^T M^-1 with C the gradients of equalities and the
/// nonholonomic rows, see ContactOperator: what an impulse does to the velocity while their
/// reactions act.
class ImpactCone {
 public:
  ImpactCone(const System& s, const Backend& backend);

  void set_parameters(const System& s) { operator_.set_parameters(s); }

  /// Evaluates metric, gradients and normal speeds at (q, p).
  void place(const Vector& q, const Vector& p);
  [[nodiscard]] const Vector& normal_speeds() const { return speeds_; }   ///< m, n_i.v
  [[nodiscard]] const Vector& velocity() const { return velocity_; }      ///< n
  [[nodiscard]] auto gradients() const { return operator_.gradients(); }  ///< n x m, sparse
  /// n_i.W n_i: what a unit impulse along contact i does to its normal speed [1/kg].
  [[nodiscard]] double mobility(Index i) { return operator_.mobility(i); }
  /// The operator at the place, for a law to choose members of its own.
  [[nodiscard]] ContactOperator& contacts() { return operator_; }

  /// Over the contacts in K that approach or rest, and all pieces of a union in K: d, and y >= 0
  /// with d = G y. False if none of them approaches faster than the tolerance; the report tells why
  /// it failed otherwise.
  bool stop(const Mask& K, Vector& d, Vector& y, StepReport& report);
  /// Normal speeds after the momentum has changed by dp.
  [[nodiscard]] const Vector& speeds_after(const Vector& dp);

 private:
  [[nodiscard]] bool collect(const Mask& K);
  [[nodiscard]] bool may_open(Index size) const;
  bool solve(StepReport& report);

  ContactTable table_;
  double speed_tolerance_;
  ContactOperator operator_;
  ConeSolver cone_;
  std::vector<Index> members_;  // of the impact under way
  Vector velocity_, speeds_, after_, change_;
  Vector b_, ones_, impulses_;  // per member
};

}  // namespace ricochet
