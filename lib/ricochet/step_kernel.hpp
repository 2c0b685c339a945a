#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

namespace ricochet {

/// The equations of a step with everything frozen that the step decided:
///
///   R(x, theta, h, z; t) = 0,   (q1, p1) = Y(x, theta, h, z; t)
///
/// x = (q, p) is its start, z what it solved for, R square. Derivatives of the step are those of
/// these equations by the implicit function theorem. All members are symbols and expressions.
struct StepKernel {
  Expr x = {};
  Expr theta = {};  ///< every parameter of the system
  Expr h = {};      ///< of the step [s]
  Expr z = {};
  Expr t = {};         ///< at the start [s], which does not vary
  Expr residual = {};  ///< R [m]
  Expr end = {};       ///< Y
  Expr times = {};     ///< of the impacts, since the start of the step [s]
  Expr speeds = {};    ///< with which gaps close at the impacts, > 0 [m/s]
  /// Rows that are 0 where steps of this kind begin: equalities, contacts that rest, and their
  /// rates. Only along directions that keep them 0 is the derivative one of the motion.
  Expr kept = {};
};

}  // namespace ricochet
