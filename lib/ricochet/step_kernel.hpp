#pragma once

#include "ricochet/step.hpp"
#include "ricochet/symbols/casadi_eigen.hpp"

#include <functional>
#include <string>

namespace ricochet {

/// The equations of a step with so many impacts, with everything frozen that the step decided:
///
///   R(x, theta, h, z; delta) = 0,   (q1, p1) = Y(x, theta, h, z; delta)
///
/// x = (q, p) is its start, z what it solved for, R square. Derivatives of the step are those of
/// these equations by the implicit function theorem. All members are symbols and expressions.
struct StepKernel {
  Index impacts = 0;
  Expr x = {};
  Expr theta = {};  ///< every parameter of the system
  Expr h = {};      ///< of the step [s]
  Expr z = {};
  Expr delta = {};     ///< numbers that do not vary: t at the start, which contacts are hit
  Expr residual = {};  ///< R [m]
  Expr end = {};       ///< Y
  Expr times = {};     ///< of the impacts, since the start of the step [s]
  Expr speeds = {};    ///< with which gaps close at the impacts, > 0 [m/s]

  /// Reads z and delta from a step that was made, to the accuracy of its record. Returns why these
  /// equations are not those of the step, or nothing.
  std::function<std::string(const Step& from, const Step& to, Vector& z, Vector& delta)> read = {};
};

}  // namespace ricochet
