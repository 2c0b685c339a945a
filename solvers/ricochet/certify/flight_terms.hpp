#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/step.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// Everything that is judged of a flight, from its record. Rows of motion are h M^-1 (momentum),
/// those of velocities are times .time, impulses are the lengths by which they move their contact:
/// all are lengths. Contacts and energies are evaluated by calls of their own, so that a flight
/// without them pays for its motion only.
class FlightTerms {
 public:
  /// rows_act: contacts are judged by velocities from which the nonholonomic rows took their part.
  FlightTerms(const System& s, const Discretization& d, bool rows_act = false);

  void set_parameters(const System& s) { theta_ = s.parameter_values(); }
  /// Motion, gaps and, if one acts or is held, the contacts. t: when the flight begins [s]; h: the
  /// step it belongs to.
  void evaluate(const FlightRecord& flight, double t, double h);
  void evaluate_energies(const FlightRecord& flight, double t);

  /// Whether contacts act or are held; else their terms are meaningless.
  [[nodiscard]] bool touches() const { return touches_; }
  // Residuals of the equations of motion at both ends, f(x) and F(x)^T v at the end, and omega w on
  // average over the points of the rule.
  [[nodiscard]] auto start() const { return rows_.head(n_); }
  [[nodiscard]] auto end() const { return rows_.segment(n_, n_); }
  [[nodiscard]] auto equality() const { return rows_.segment(2 * n_, k_); }
  [[nodiscard]] auto hidden() const { return rows_.segment(2 * n_ + k_, k_); }
  [[nodiscard]] auto rows() const { return rows_.tail(rows_.size() - 2 * n_ - 2 * k_); }
  // Impulses lambda and mu of a contact; n.v at the end [m/s].
  [[nodiscard]] double push(Index i) const { return contact_(i, 0); }
  [[nodiscard]] double end_push(Index i) const { return contact_(i, 1); }
  [[nodiscard]] double speed1(Index i) const { return contact_(i, 2); }
  // Slip of contact points on average and at the end, per tangent [m/s]; length per N s along a
  // tangent, during the flight and at its end.
  [[nodiscard]] double slip(Index j) const { return tangent_(j, 0); }
  [[nodiscard]] double slip1(Index j) const { return tangent_(j, 1); }
  [[nodiscard]] double reach(Index j) const { return tangent_(j, 2); }
  [[nodiscard]] double end_reach(Index j) const { return tangent_(j, 3); }

  Vector x;                             ///< where it ends
  Vector gap0, gap1;                    ///< g at both ends, m
  double energy0 = 0.0, energy1 = 0.0;  ///< E_d at its start and at its end: forces have worked [J]

 private:
  Index n_, k_;
  bool reacts_, touches_ = false;  // reacts: there are equalities or nonholonomic rows
  Kernel motion_, contacts_, energies_;
  Vector theta_, rows_, p_start_, p_end_;  // momenta that the contacts leave at both ends
  Matrix contact_, tangent_;               // columns: see the functions above
};

/// The mass matrix at q, of a resting system: that of L(q, v) is d2L/dv2.
[[nodiscard]] Expr mass_at(const System& s, const Expr& q);
/// The momentum of a system that rests at q: not 0 where L has terms linear in v.
[[nodiscard]] Expr rest_momentum(const System& s, const Expr& q);

}  // namespace ricochet
