#pragma once

#include "ricochet/linear/banded_solver.hpp"
#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/system.hpp"

#include <vector>

namespace ricochet {

/// The position on the equalities that is nearest to q*, in the metric of the masses,
///
///   min 1/2 (q - q*)^T M (q - q*)   with   f(q) = 0,      q = q* + M^-1 F(q) y
///
/// There always is one, wherever q* lies. Steps with the masses alone descend towards it, by a line
/// search over distance and |f|; Newton's method makes it exact. Coordinates and equalities are
/// sorted by bodies, so that both solve systems in a narrow band for a chain.
class NearestPosition {
 public:
  explicit NearestPosition(const System& s);

  void set_parameters(const System& s) { theta_ = s.parameter_values(); }
  /// From q* to q, and xi = y / h. False, with both as they were, where the search is lost.
  [[nodiscard]] bool solve(double h, Vector& q, Vector& xi);

 private:
  void sort(const System& s);
  void approach();
  void settle();
  /// One step (dq, dy) of Newton's method from (q_, y_), with the curvature of f or without.
  void find_step(double curvature);
  void evaluate();
  /// Distance and |f| weighed, at q_ + fraction dq_.
  double merit(double fraction, double weight);
  [[nodiscard]] bool accurate() const;

  double length_;
  Kernel residual_, slopes_, merit_;
  KernelMatrix K_;               // of (dq, dy), in the order of the band
  std::vector<Index> position_;  // in the band, of coordinates and behind them equalities
  Index band_ = 0;
  BandedSolver solver_;
  Vector theta_, start_, q_, y_, dq_, dy_, trial_;
  Vector pull_, f_, misplaced_;  // M (q - q*) - F y [kg m]; [m]; M^-1 pull [m]
  Vector rows_;
};

}  // namespace ricochet
