#pragma once

#include "ricochet/certify/constrained_velocity.hpp"
#include "ricochet/certify/coulomb_check.hpp"
#include "ricochet/step.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// What is judged of a step of Moreau and Jean. Rows of motion are h M^-1 (momentum), those of
/// velocities are times .time: all are lengths. Contacts are evaluated by a call of their own, so
/// that a step without them pays for its motion only.
class MoreauJeanTerms {
 public:
  MoreauJeanTerms(const System& s, bool projected);

  void set_parameters(const System& s);
  void evaluate_motion(const Step& from, double h, const Step& to);
  /// Fills contacts() and before() from the motion; `bounces`: P v0 is needed.
  void evaluate_contacts(const Step& to, bool bounces);
  /// Adds e (G, T)^T P v0 of a contact to its velocities.
  void add_rebound(Index contact, double e);

  [[nodiscard]] const Vector& dynamics() const { return dynamics_; }
  [[nodiscard]] const Vector& equality() const { return equality_; }
  [[nodiscard]] const Vector& hidden() const { return hidden_; }
  [[nodiscard]] const Vector& gaps() const { return gaps_; }      ///< at the forecast
  [[nodiscard]] const Vector& before() const { return before_; }  ///< n.P v0 [m/s]
  [[nodiscard]] const CoulombTerms& contacts() const { return contacts_; }

 private:
  void make_motion(const System& s, bool projected);
  void make_contacts(const System& s);

  double noticeable_;
  ContactTable table_;
  Kernel motion_, place_, touch_;
  Vector theta_, dynamics_, equality_, hidden_, gaps_, other_place_;
  Vector x_, v0_, v1_, p0_;
  Vector before_, slip_before_;
  CoulombTerms contacts_;
  ConstrainedVelocity constrained_;
};

}  // namespace ricochet
