#pragma once

#include "ricochet/step_problem.hpp"

namespace ricochet {

/// A nonlinear program in IPOPT's sense: min objective(x) with the first `inequalities` rows of
/// `constraints` >= 0 and the others = 0; the parameters change from solve to solve.
struct Nlp {
  std::string name = {};
  Expr x = {}, parameters = {};
  Expr objective = {};
  Expr constraints = {};
  Index inequalities = 0;
  /// Length per unit of grad objective, a function of parameters; default 1.
  Expr gradient_scale = {};
};

/// convex_qp, nlp: the program as it stands. Linear projections and square systems: their
/// equations with objective 0. scalar_root: min x subject to the equation; its bounds are set
/// later.
[[nodiscard]] Nlp direct_nlp(const StepProblem& problem);

/// One convex program of the chord sequence for a complementarity problem with a potential:
///
///   min potential(x)  s.t.  b_i(xk) + G_i^T (x - xk) >= 0 for pairs on,
///                           c(xk) + F^T (x - xk) = 0,
///
/// with G and F the frozen gradients along which the multipliers push. At the fixed point x = xk
/// the multipliers are lambda and nu of the problem. Parameters: (parameters, xk).
[[nodiscard]] Nlp chord_nlp(const StepProblem& problem);

/// The square smoothed Fischer-Burmeister system in (z, s), s = b(z):
/// W a + s - sqrt((W a)^2 + s^2 + 2 sigma) = 0 for pairs on, a = 0 for pairs off.
[[nodiscard]] Nlp fischer_burmeister_nlp(const StepProblem& problem);

constexpr double fischer_burmeister_sigma = 1e-12;  ///< of length^2

}  // namespace ricochet
