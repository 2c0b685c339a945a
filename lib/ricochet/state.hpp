#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

namespace ricochet {

/// Numbers at one instant.
struct State {
  double t = 0.0;  ///< time [s]
  Vector q = {};   ///< coordinates, n [m, rad]
  Vector p = {};   ///< momenta, n [N s]
};

/// The impulses of one step [N s]; h is already inside. Empty: not computed.
struct Multipliers {
  Vector lambda = {};  ///< of g, position level, lambda >= 0
  Vector nu = {};      ///< of f, position level
  Vector mu = {};      ///< of g, momentum level: makes G^T M^-1 p = 0 at the end of the step
  Vector xi = {};      ///< of f, momentum level: makes F^T M^-1 p = 0 at the end of the step
  Vector kappa = {};   ///< of omega, along its rows
  Vector rho = {};     ///< friction of held contacts, one per tangent
  Vector pi = {};      ///< the same at the end of the step, momentum level
};

}  // namespace ricochet
