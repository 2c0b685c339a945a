#pragma once

#include "ricochet/certify/columns.hpp"
#include "ricochet/certify/findings.hpp"
#include "ricochet/certify/reaction_space.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/step.hpp"

#include <vector>

namespace ricochet {

/// Replays a reflection pass by pass, [KP12] (6.6)-(6.9): every pass pushes approaching contacts
/// only, along gradients without their part in the space of reactions (7.7), and keeps the energy,
/// or loses what the restitution of its contacts says; at the end no contact that takes part is
/// approached, and the momentum is the one claimed.
class ReflectionCheck {
 public:
  /// resting: a pass may push contacts that rest (Moreau's reflection, Algorithm 3).
  ReflectionCheck(const System& s, const Discretization& d, const Energy& energy, bool resting);

  void set_parameters(const System& s);
  /// Evaluates gradients and reactions at a place, and the potential at q, at a time [s].
  void place(const Vector& at, const Vector& q, double t);
  /// Speeds n_i.v, m, of a momentum freed from reactions; valid until the next call.
  [[nodiscard]] const Vector& speeds(const Vector& p);
  /// The passes [first, last) that took p_minus to p_plus at q, in a step h; gradients as placed.
  void check(const Vector& q, double h, const Vector& p_minus, const Vector& p_plus,
             const ReflectionPass* first, const ReflectionPass* last, Findings& found);
  /// The same for an impact that takes a share s > 0 of its reflection: the passes would lead to
  /// p- + (p+ - p-) / s, and its impulses are s times theirs.
  void check_scaled(const Impact& impact, double h, const ReflectionPass* first,
                    const ReflectionPass* last, Findings& found);
  /// n_i^T M^-1 n_j without reactions, at the place.
  [[nodiscard]] double coupling(Index i, Index j);
  /// 1/2 p^T M^-1 p [J].
  [[nodiscard]] double kinetic_energy(const Vector& p);
  /// No reflection was checked yet in this step.
  void begin() { restitution_.least = restitution_.of; }
  /// The least restitution that entry i had in a pass of this step, its own included.
  [[nodiscard]] double least_restitution(Index i) const { return restitution_.least[i]; }
  /// Entry i must not be approached any more: after check(), for those that take part.
  void check_left(Index i, Findings& found) const;

 private:
  void push(const ReflectionPass& pass);
  void choose_restitution(const ReflectionPass& pass, bool rests);
  void share_restitution(const ReflectionPass& pass);
  double loss(const ReflectionPass& pass);
  [[nodiscard]] double work_of_walls(const ReflectionPass& pass) const;
  void check_rebound(const ReflectionPass& pass, Findings& found);
  struct Energies {
    double given = 0.0, kinetic = 0.0;  ///< the energy of the reflection, and 1/2 p^T v [J]
  };
  [[nodiscard]] Energies energies(const Vector& q, const Vector& p, double h);

  double length_, time_, speed_tolerance_;
  bool resting_, keeps_H_, rheonomic_;
  Kernel terms_, energy_;
  Columns G_;
  Vector equality_rates_, gap_rates_, moving_;  // moving_: n.v of the least v that follows drives
  ReactionSpace reactions_;
  Vector theta_, speeds_, p_, push_, v_;
  Vector total_, reflected_;  // of a scaled reflection: impulses of its passes; where they lead
  struct Restitution {
    bool lossy = false;
    Vector of = {}, least = {};  ///< one per entry of g: its own; in the passes of this step
    Vector shared = {};          ///< one per member of a pass
    Vector speeds_before = {};   ///< n.v of its members [m/s]
    Matrix D = {};               ///< n_i.M^-1 n_j of its members
  } restitution_;
  double V_ = 0.0;  // at q [J]
};

}  // namespace ricochet
