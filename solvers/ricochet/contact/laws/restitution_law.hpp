#pragma once

#include "ricochet/contact/laws/friction_solver.hpp"
#include "ricochet/contact/laws/lossy_law.hpp"

namespace ricochet {

/// The family of laws that act on momenta at the impact: n.v+ = -e n.v- and, with friction, a cone.
/// Contacts that leave too slowly, and those of the last impact that a step may have, come to
/// rest: e = 0, flagged.
class RestitutionLaw : public LossyLaw {
 public:
  RestitutionLaw(const System& s, const Backend& backend, double rest_energy);

  ImpactOutcome apply(const ImpactState& at) override;

 protected:
  /// The numbers of the friction problem for restitutions e of the contacts that are hit.
  [[nodiscard]] virtual ImpactNumbers numbers(const Vector& e, const Vector& mu) const = 0;
  /// The answer for restitutions e.
  virtual void solve(const ImpactState& at, const Vector& e, ImpactOutcome& outcome);
  [[nodiscard]] const HitContacts& hit() const { return hit_; }
  [[nodiscard]] const Vector& impulses() const { return l_; }  ///< of the last answer

 private:
  HitContacts hit_;
  FrictionSolver friction_;
  Vector l_;
};

}  // namespace ricochet
