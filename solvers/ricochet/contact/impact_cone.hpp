#pragma once

#include "ricochet/linear/dense_solver.hpp"
#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/step_solver.hpp"
#include "ricochet/steppers/smooth_contact.hpp"
#include "ricochet/system.hpp"

#include <memory>
#include <vector>

namespace ricochet {

/// The normal cone at an impact in the kinetic metric: which contacts are approached, and the
/// impulse d that stops the approach. For one contact d = -(n.v / n.W n) n; for several it is
/// Moreau's selection, the projection of p onto the cone, so that p + 2 d reflects p without loss.
///
/// W = M^-1 - M^-1 C (C^T M^-1 C)^+ C^T M^-1 with C the gradients of equalities and the
/// nonholonomic rows: what an impulse does to the velocity while their reactions act.
class ImpactCone {
 public:
  ImpactCone(const System& s, const Backend& backend);
  ImpactCone(const ImpactCone& other);
  ImpactCone& operator=(const ImpactCone&) = delete;
  ~ImpactCone() = default;

  void set_parameters(const System& s) { theta_ = s.parameter_values(); }

  /// Evaluates metric, gradients and normal speeds at (q, p).
  void place(const Vector& q, const Vector& p);
  [[nodiscard]] const Vector& normal_speeds() const { return speeds_; }  ///< m, n_i.v
  [[nodiscard]] const Vector& velocity() const { return velocity_; }     ///< n
  [[nodiscard]] const Matrix& metric() const { return W_; }
  [[nodiscard]] auto gradients() const { return G_.matrix(); }  ///< n x m, sparse
  /// n_i.W n_i: what a unit impulse along contact i does to its normal speed [1/kg].
  [[nodiscard]] double mobility(Index i);

  /// Over the contacts in K that approach or rest, and all pieces of a union in K: d, and y >= 0
  /// with d = G y. False if none of them approaches faster than the tolerance; the report tells why
  /// it failed otherwise.
  bool stop(const Mask& K, Vector& d, Vector& y, StepReport& report);
  /// Normal speeds after the momentum has changed by dp.
  [[nodiscard]] Vector speeds_after(const Vector& dp) const;

 private:
  bool project(Vector& y, StepReport& report);

  ContactTable contacts_;
  Index n_, m_, c_, slots_;
  double speed_tolerance_;
  Kernel terms_;
  std::unique_ptr<StepSolver> project_;
  DenseSolver rows_;
  Vector theta_, velocity_, speeds_, momentum_, parameters_, guess_, no_hint_, ones_;
  Vector column_, turned_, mobility_;
  KernelMatrix G_;
  Matrix Minv_, C_, W_, CMC_, solved_, rows_now_;
  std::vector<Index> members_;  // of the impact under way, each in a slot
  Mask V_;                      // slots in use
  Solution solution_;
};

}  // namespace ricochet
