#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"
#include "ricochet/system.hpp"

#include <Eigen/QR>

namespace ricochet {

/// Whether the nonholonomic rows of a system are independent at a place. Where they are not, their
/// multipliers are not determined.
class IndependentRows {
 public:
  explicit IndependentRows(const System& s);

  void set_parameters(const System& s) { theta_ = s.parameter_values(); }
  /// True without rows, and where they are not finite: other checks say so.
  [[nodiscard]] bool at(const Vector& q, double t);

 private:
  bool rheonomic_;
  Vector theta_;
  Kernel rows_;
  Matrix omega_T_;  // n x rows
  Eigen::ColPivHouseholderQR<Matrix> qr_;
};

}  // namespace ricochet
