#pragma once

#include "ricochet/contact/island_law.hpp"
#include "ricochet/contact/network_newton.hpp"
#include "ricochet/position/implicit_motion.hpp"
#include "ricochet/step.hpp"

namespace ricochet {

/// The velocity at the end of a step of Moreau and Jean with contacts: v1, their impulses r =
/// (lambda, rho) and the reactions nu, kappa with
///
///   R(v1) = H r + C (nu, kappa),   C^T v1 = 0,
///   Coulomb's law for r and the velocities H^T (v1 + e P v0),
///
/// H = (G, T) and C = (F, omega^T) at x. R is that of moreau_jean_dynamics(); P takes off v0 what C
/// forbids. Where no contact of an island is approached, e is 0 along tangents: what slides comes
/// to rest and does not slide back. Each island of the system is solved for itself, by Newton's
/// method: with K, the symmetric part of dR/dv1, an iteration is one Coulomb problem with W = H^T
/// K^-1 H, constraints eliminated. H does not depend on v1, so every iterate satisfies Coulomb's
/// law; what is left is R. Where forces are constant one iteration is exact.
///
/// A large island is solved in its band, see IslandNetwork, with the constraints as they are. Where
/// that fails, or the backend wants the problem posed, constraints are eliminated.
class MoreauJeanContact {
 public:
  MoreauJeanContact(const System& s, const Backend& backend);

  void set_parameters(const System& s);
  /// Fills the impulses of `to`; the contacts are to.contacts.predicted.
  StepReport solve(const Step& from, double h, const Vector& x, const Vector& v0, Step& to);
  [[nodiscard]] const Vector& velocity() const { return v_; }  ///< v1
  /// H r.
  [[nodiscard]] const Vector& push(const Multipliers& force);

 private:
  /// Impulses and reactions as columns of the system.
  struct Impulses {
    Vector normal, tangential, reactions;
  };
  void set_rebound(const Island& island, const Vector& v0);
  [[nodiscard]] bool take_network(const Island& island, const BlockCholesky& inertia,
                                  bool contacts);
  [[nodiscard]] bool constrained_in_band(const Island& island, const Vector& v0);
  [[nodiscard]] bool improved_in_band(const Island& island, StepReport& report);
  [[nodiscard]] double missed_by(const Island& island);
  StepReport improve(const Island& island);
  [[nodiscard]] double round_off(const Vector& x, double h) const;
  void hand_over(Multipliers& force) const;

  double speed_;  // 1e-11 of it is the limit of Coulomb's law [m/s]
  ImplicitMotion motion_;
  ContactGradients gradients_;
  ContactIslands islands_;
  IslandResponse response_;
  IslandLaw law_;
  bool in_bands_;  // the backend leaves contacts to their own solver
  IslandNetwork network_;
  NetworkNewton newton_;
  Vector theta_, v_, push_, trial_;
  Vector rebound_, slip_rebound_;  // e P v0 along normals and tangents [m/s]
  Impulses found_;
  Buffer v_part_, f_part_, nu_part_, r_part_, b_part_, y_;
};

}  // namespace ricochet
