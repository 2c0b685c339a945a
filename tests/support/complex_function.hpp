#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <complex>
#include <vector>

namespace ricochet::support {

using Complex = std::complex<double>;
using ComplexVector = Eigen::VectorXcd;

/// A function of SX over complex numbers: its instructions, one after another. With an input
/// x + i eps v and eps far below round-off, the imaginary part of an output is eps times its
/// derivative along v, without a difference and so to round-off. Comparisons, signs and absolute
/// values look at real parts.
class ComplexFunction {
 public:
  /// Throws std::invalid_argument for what is not a function of SX.
  ComplexFunction(const std::vector<Expr>& in, const std::vector<Expr>& out);

  /// Inputs and outputs are dense columns.
  [[nodiscard]] std::vector<ComplexVector> operator()(const std::vector<ComplexVector>& in) const;

 private:
  casadi::Function function_;
};

}  // namespace ricochet::support
