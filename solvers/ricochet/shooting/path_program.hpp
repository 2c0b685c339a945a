#pragma once

#include "ricochet/backends/ipopt_program.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/problem/boundary_value.hpp"
#include "ricochet/steppers/collision_sensitivity.hpp"

#include <vector>

namespace ricochet {

/// An impact of a path: in which step, on which entry of g.
struct PlannedImpact {
  long step = 0;
  Index entry = 0;

  bool operator==(const PlannedImpact&) const = default;
};

using ImpactPlan = std::vector<PlannedImpact>;  ///< in order of time

/// A whole path through given impacts as one nonlinear program.
///
/// Unknowns are the open data of the start, for every flight its velocity w and its end x, and for
/// every impact its fraction alpha of its step and its impulse lambda. With tau the duration of a
/// flight from q,
///
///   p + D1 L_d(q, x, tau) + [lambda grad g_a(q)] = 0,  p the D2 L_d of the flight before
///   x = q + tau w
///   E_d of the flights before and after an impact are equal, g_a = 0 between them
///   the end conditions hold of the last x and its velocity
///
/// [FMOW03] (46)-(48), (74)-(76). alpha is not bounded, so that an impact may leave its step while
/// the program is solved. A simulation from the start found then shows whether it does. Where the
/// end conditions do not determine all data of the start, the solution is the one nearest to the
/// guess.
class PathProgram {
 public:
  PathProgram(const System& s, const Discretization& d, const BoundaryValue& b, long steps,
              ImpactPlan plan);

  [[nodiscard]] const ImpactPlan& plan() const { return plan_; }
  /// Solves from the flights of a path with these impacts and its data of the start (velocities,
  /// T). Afterwards `start` has those of the solution.
  IpoptEnd solve(const std::vector<PathFlight>& flights, double h, Vector& start);
  [[nodiscard]] long iterations() const { return program_.iterations(); }

 private:
  Index n_;
  ImpactPlan plan_;
  std::vector<bool> open_;  // per datum of the start
  Vector theta_, targets_;
  IpoptProgram program_;
};

}  // namespace ricochet
