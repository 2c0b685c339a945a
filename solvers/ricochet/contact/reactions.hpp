#pragma once

#include "ricochet/linear/dense_solver.hpp"
#include "ricochet/linear/kernel_matrix.hpp"

namespace ricochet {

/// The impulses with which equalities and nonholonomic rows answer others, for the columns C of
/// their gradients: a velocity v keeps v - M^-1 C (C^T M^-1 C)^+ C^T v, an impulse r keeps
/// r - C (C^T M^-1 C)^+ C^T M^-1 r.
class Reactions {
 public:
  Reactions(Index n, Index rows);

  [[nodiscard]] bool any() const { return C_.cols() > 0; }
  /// C, n x rows, where a Kernel writes.
  [[nodiscard]] Matrix& gradients() { return C_; }
  /// After the gradients have changed.
  void factor(const KernelMatrix& inverse_masses);

  /// Takes the reactions off a velocity; with `impulse` off the impulse that gave it, too.
  void constrain(Eigen::Ref<Vector> velocity);
  void constrain(Eigen::Ref<Vector> velocity, Eigen::Ref<Vector> impulse);
  /// Takes given rates off those of the constraints: C^T velocity becomes less by `rates`.
  void slow(Eigen::Ref<Vector> velocity, const Vector& rates);
  /// The multipliers of what was last taken off.
  [[nodiscard]] const Vector& multipliers() const { return multipliers_; }

 private:
  Matrix C_, MinvC_, CMC_;
  Vector ones_, speeds_, multipliers_;
  DenseSolver solver_;
};

}  // namespace ricochet
