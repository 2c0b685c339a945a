#pragma once

#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// Gradients of a system, sparse columns: G of the inequalities, T the tangents, C the equalities
/// and behind them the nonholonomic rows.
class ContactGradients {
 public:
  /// At a position: place({q, parameters}).
  explicit ContactGradients(const System& s);
  /// Those that a kernel writes, sparse, G, T and C.
  explicit ContactGradients(Kernel kernel);

  void place(std::initializer_list<In> at) { kernel_(at, {G_.values(), T_.values(), C_.values()}); }
  /// to += G normal + T tangential.
  void add_impulses(const Vector& normal, const Vector& tangential, Vector& to) const;
  [[nodiscard]] const KernelMatrix& G() const { return G_; }
  [[nodiscard]] const KernelMatrix& T() const { return T_; }
  [[nodiscard]] const KernelMatrix& C() const { return C_; }

 private:
  Kernel kernel_;
  KernelMatrix G_, T_, C_;
};

}  // namespace ricochet
