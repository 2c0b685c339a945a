#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/step.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// Everything that is judged of a flight, evaluated at once from its record. Rows of motion are h
/// M^-1 (momentum), those of velocities are times .time, impulses are the lengths by which they
/// move their contact: all are lengths.
class FlightTerms {
 public:
  FlightTerms(const System& s, const Discretization& d);

  void set_parameters(const System& s) { theta_ = s.parameter_values(); }
  /// t: when the flight begins [s]; h: the step it belongs to.
  void evaluate(const FlightRecord& flight, double t, double h);

  Vector start, end;        ///< residuals of the equations of motion at both ends, n each
  Vector x;                 ///< where it ends
  Vector equality, hidden;  ///< f(x) and F(x)^T v there, k each
  Vector rows;              ///< omega w on average over the points of the rule
  Vector gap0, gap1;        ///< g at both ends, m
  Vector push, end_push;    ///< impulses lambda and mu of the contacts
  Vector speed1;            ///< n_i.v at the end [m/s]
  Vector slip, slip1;       ///< of the contact points on average and at the end, per tangent [m/s]
  double energy0 = 0.0, energy1 = 0.0;  ///< E_d at its start and at its end: forces have worked [J]
  /// Length per N s along a tangent, during the flight and at its end.
  Vector reach, end_reach;

 private:
  Kernel terms_;
  Vector theta_;
};

/// The mass matrix at q, of a resting system: that of L(q, v) is d2L/dv2.
[[nodiscard]] Expr mass_at(const System& s, const Expr& q);
/// The momentum of a system that rests at q: not 0 where L has terms linear in v.
[[nodiscard]] Expr rest_momentum(const System& s, const Expr& q);

}  // namespace ricochet
