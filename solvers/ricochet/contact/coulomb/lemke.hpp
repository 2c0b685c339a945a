#pragma once

#include "ricochet/contact/coulomb/unit_problem.hpp"

#include <vector>

namespace ricochet {

/// Linear complementarity, 0 <= z _|_ M z + q >= 0, by Lemke's method with lexicographic ties.
struct LemkeAnswer {
  bool solved = false;
  Vector z = {};    ///< the solution
  Vector ray = {};  ///< if there is none: a direction along which the search goes to infinity
};
[[nodiscard]] LemkeAnswer lemke(const Matrix& M, const Vector& q);

/// Coulomb's law with a cone of friction of four facets, two in the plane. In the plane it is
/// exact. False if Lemke's method does not end at a solution.
[[nodiscard]] bool solve_on_facets(const UnitProblem& problem, ColumnRef y);

/// Normal impulses that act on no velocity and yet are worked against by the free one, as a
/// factor per contact; of size 0 if there are none. With them no velocity is admissible.
[[nodiscard]] Vector squeezing_impulses(const UnitProblem& problem);

}  // namespace ricochet
