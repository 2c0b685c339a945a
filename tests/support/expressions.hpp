#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <vector>

namespace ricochet::support {

/// Expressions of symbols, which the library and CasADi can both compile.
struct Expressions {
  std::vector<Expr> in, out;

  [[nodiscard]] casadi::Function function() const { return {"f", in, out}; }
  /// Writes structural nonzeros, as the function does.
  [[nodiscard]] Kernel kernel(Kernels how) const { return {"f", in, out, true, how}; }
};

}  // namespace ricochet::support
