#pragma once

#include "ricochet/certify/columns.hpp"
#include "ricochet/certify/reaction_space.hpp"
#include "ricochet/step.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// What is judged of an impact: how contact points move before and after it, and what its impulses
/// do to the momentum.
class ImpactTerms {
 public:
  explicit ImpactTerms(const System& s);

  void set_parameters(const System& s) { theta_ = s.parameter_values(); }
  /// At the place and time of an impact, with the momenta before and after it.
  void evaluate(const Vector& q, double t, const Vector& before, const Vector& after);
  /// p_plus - p_minus less the impulses and all reactions, as M^-1 of it [m/s].
  [[nodiscard]] const Vector& unexplained(const Vector& before, const Vector& after,
                                          const std::vector<Index>& contacts, const Vector& impulse,
                                          const Vector& friction);
  /// How fast a unit impulse moves the contact along its normal or a tangent [1/kg].
  [[nodiscard]] double mobility(Index entry);
  [[nodiscard]] double tangent_mobility(Index tangent);
  /// |n_i| |v| before the impact: a bound of the speed at which the gap changes [m/s].
  [[nodiscard]] double top_speed(Index entry) const;

  Vector normal_minus, normal_plus;  ///< n_i.v, per entry of g [m/s]
  Vector slip_minus, slip_plus;      ///< per tangent [m/s]
  /// 1/2 v^T M v [J]. Of a rheonomic system v is relative to the least velocity that follows what
  /// moves by itself.
  double kinetic_minus = 0.0, kinetic_plus = 0.0;
  Vector moving;  ///< n_i.v of this velocity, per entry of g: impulses work on it [m/s]

 private:
  double velocity(const Vector& p, Vector& v);
  double share(const Vector& column);

  Kernel terms_;
  Columns G_;
  Matrix T_;
  ReactionSpace reactions_;
  ContactTable contacts_;
  bool rheonomic_;
  Vector theta_, rest_, rates_, gap_rates_, drift_, v_minus_, v_plus_, p_, left_;
};

}  // namespace ricochet
