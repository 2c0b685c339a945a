#pragma once

#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/linear/square_solver.hpp"

#include <optional>

namespace ricochet {

/// The impulses with which equalities and nonholonomic rows answer others, for the columns C of
/// their gradients: a velocity v keeps v - M^-1 C (C^T M^-1 C)^+ C^T v, an impulse r keeps
/// r - C (C^T M^-1 C)^+ C^T M^-1 r.
///
/// Many columns keep their pattern, few are stored dense.
class Reactions {
 public:
  Reactions(const casadi::Sparsity& C, const casadi::Sparsity& inverse_masses);

  [[nodiscard]] bool any() const { return C_.columns() > 0; }
  /// The structural nonzeros of C, n x rows, where a Kernel writes.
  [[nodiscard]] Vector& gradients() { return C_.values(); }
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
  struct Few {
    explicit Few(const KernelMatrix& C);
    void factor(const KernelMatrix& given, const KernelMatrix& inverse_masses);

    Matrix C, MinvC, CMC;
    Vector ones;
    DenseSolver solver;
  };
  struct Many {
    Many(const casadi::Sparsity& C, const casadi::Sparsity& inverse_masses);
    void factor(const KernelMatrix& C, const KernelMatrix& inverse_masses);

    KernelMatrix MinvC, CMC;
    Vector column, ones;  // column: work space
    SquareSolver solver;
  };

  KernelMatrix C_;
  Vector speeds_, multipliers_;
  std::optional<Few> few_;    // one
  std::optional<Many> many_;  // of them
};

}  // namespace ricochet
