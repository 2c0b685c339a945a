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
/// only, along gradients without their part in the space of reactions (7.7), and keeps the energy;
/// at the end no contact that takes part is approached, and the momentum is the one claimed.
class ReflectionCheck {
 public:
  /// resting: a pass may push contacts that rest (Moreau's reflection, Algorithm 3).
  ReflectionCheck(const System& s, const Discretization& d, const Energy& energy, bool resting);

  void set_parameters(const System& s);
  /// Evaluates gradients and reactions at a place, and the potential at q.
  void place(const Vector& at, const Vector& q);
  /// Speeds n_i.v, m, of a momentum freed from reactions; valid until the next call.
  [[nodiscard]] const Vector& speeds(const Vector& p);
  /// The passes [first, last) that took p_minus to p_plus at q, in a step h; gradients as placed.
  void check(const Vector& q, double h, const Vector& p_minus, const Vector& p_plus,
             const ReflectionPass* first, const ReflectionPass* last, Findings& found);
  /// Entry i must not be approached any more: after check(), for those that take part.
  void check_left(Index i, Findings& found) const;

 private:
  void push(const ReflectionPass& pass);
  struct Energies {
    double given = 0.0, kinetic = 0.0;  ///< the energy of the reflection, and 1/2 p^T v [J]
  };
  [[nodiscard]] Energies energies(const Vector& q, const Vector& p, double h);

  double length_, time_, speed_tolerance_;
  bool resting_, keeps_H_;
  Kernel terms_, energy_;
  Columns G_;
  Matrix F_;
  ReactionSpace reactions_;
  Vector theta_, speeds_, p_, push_, v_;
  double V_ = 0.0;  // at q [J]
};

}  // namespace ricochet
