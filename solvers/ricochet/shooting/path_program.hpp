#pragma once

#include "ricochet/backends/ipopt_program.hpp"
#include "ricochet/derivatives/frozen_steps.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/problem/boundary_value.hpp"

#include <vector>

namespace ricochet {

/// A step of a path that was made.
struct PathStep {
  double label = 0.0;  ///< of its sequence, see FrozenSteps
  FrozenStep* equations = nullptr;
  FrozenStep::Point at = {};  ///< where they stand
  Vector q1 = {};             ///< its end
};

using PathPlan = std::vector<double>;  ///< the label of every step, in order of time

/// The labels of steps.
[[nodiscard]] PathPlan plan_of(const std::vector<PathStep>& path);

/// A whole path, what each of its steps decides given, as one nonlinear program.
///
/// Unknowns are the open data of the start, and per step the unknowns z and the end q1 of its
/// equations (StepKernel):
///
///   R(q, p, h, z) = 0,  p that of Y of the step before
///   q1 = Y_q(q, p, h, z)
///   the end conditions hold of the last q1 and its velocity
///
/// Lengths of flights are not bounded, so that an impact may leave its step while the program is
/// solved. A simulation from the start found then shows whether it does. Where the end conditions
/// do not determine all data of the start, the solution is the one nearest to the guess.
class PathProgram {
 public:
  /// Of steps with this plan, whose equations `steps` knows.
  PathProgram(const System& s, const Discretization& d, const BoundaryValue& b,
              const FrozenSteps& steps, PathPlan plan);

  [[nodiscard]] const PathPlan& plan() const { return plan_; }
  /// Solves from a path with this plan and its data of the start (velocities, T). Afterwards
  /// `start` has those of the solution.
  IpoptEnd solve(const std::vector<PathStep>& path, Vector& start);
  [[nodiscard]] long iterations() const { return program_.iterations(); }

 private:
  PathPlan plan_;
  std::vector<bool> open_;  // per datum of the start
  Vector theta_, targets_;
  IpoptProgram program_;
};

}  // namespace ricochet
