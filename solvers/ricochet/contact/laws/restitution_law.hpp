#pragma once

#include "ricochet/contact/coulomb/coulomb_solver.hpp"
#include "ricochet/contact/laws/hit_contacts.hpp"
#include "ricochet/contact/laws/lossy_law.hpp"
#include "ricochet/contact/member_rows.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ricochet {

/// The family of laws that act on momenta at the impact: n.v+ = -e n.v- and, with friction, a cone.
///
/// All contacts that are hit at once are one Coulomb problem for u+ + e u-, with one restitution:
/// the least of those that are approached; the impact is flagged if they differ. Then the energy
/// cannot grow under `moreau`, and rows of contacts that depend on each other stay consistent.
/// Contacts that leave too slowly, and those of the last impact that a step may have, come to
/// rest: e = 0, flagged.
class RestitutionLaw : public LossyLaw {
 public:
  RestitutionLaw(const System& s, const Backend& backend, double rest_energy);

  ImpactOutcome apply(const ImpactState& at) override;

 protected:
  /// Restitution of the slip where that of the normal speed is e.
  [[nodiscard]] virtual double of_slip(double e) const = 0;

 private:
  [[nodiscard]] LeastRestitution shared_restitution() const;
  void solve(const ImpactState& at, double e, ImpactOutcome& outcome);
  void write(double e);
  [[nodiscard]] std::string description(double e) const;

  double limit_;  // of the certificate [m/s]
  double speed_tolerance_;
  Vector no_friction_;
  HitContacts hit_;
  CoulombSolver coulomb_;
  MemberRows rows_;
  Matrix W_;
  Vector b_, r_, l_;
};

}  // namespace ricochet
