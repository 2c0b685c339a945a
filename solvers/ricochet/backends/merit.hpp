#pragma once

#include "ricochet/backends/step_rows.hpp"

namespace ricochet {

/// What a descent looks for: all rows zero, or just the constraints (equalities behind the
/// dynamics = 0, gaps >= 0) satisfied.
enum class Goal { solution, feasible_point };

/// The merit 1/2 |Phi|^2 of a step problem and its Levenberg-Marquardt directions; dense.
///
/// Rows Phi for the solution: the equalities and, per pair, Fischer-Burmeister's
/// a + b - sqrt(a^2 + b^2). For a feasible point: the constraints' equalities and min(b, 0).
class Merit {
 public:
  Merit(StepRows& rows, Goal goal) : rows_(rows), goal_(goal) {}

  /// +infinity if the rows are not finite.
  [[nodiscard]] double at(const Vector& z);
  /// The direction at z; slope: of the merit along it.
  void step(const Vector& z, Vector& dz, double& slope);
  [[nodiscard]] double stationarity() const { return stationarity_; }  ///< |J^T Phi| / |Phi|

 private:
  void fill_jacobian(Index unknowns);

  StepRows& rows_;
  Goal goal_;
  Vector phi_;
  Matrix J_;
  double stationarity_ = 0.0;
};

}  // namespace ricochet
