#pragma once

#include "ricochet/contact/coulomb/unit_problem.hpp"

namespace ricochet {

/// The outer iteration of Acary and Cadoux: with the slip s = |w_T| known, Coulomb's law is a
/// convex program,
///
///   min 1/2 y^T A y + (c + mu s e_N)^T y   subject to   |y_T| <= mu y_N,
///
/// solved here by accelerated projected gradients, which restart where they climb.
class AcaryCadoux {
 public:
  void run(const UnitProblem& problem, ColumnRef y, int outer, int inner);

 private:
  void minimise(const UnitProblem& problem, ColumnRef y, double step, int iterations);

  Buffer w_, slip_, ahead_, next_;
};

}  // namespace ricochet
