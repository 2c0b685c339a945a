#include "ricochet/backends/globalize.hpp"

#include "ricochet/backends/merit.hpp"

#include <cmath>

namespace ricochet {
namespace {

constexpr int descent_limit = 200;
constexpr Index largest_descent = 600;  // unknowns: dense matrices, up to 200 times, take minutes
constexpr double near_zero = 1e-9;      // |Phi|, of the length: close enough to read the active set
constexpr double clearly_not = 1e-7;    // |Phi|, of the length: a minimum that is not zero
constexpr double stationary = 1e-6;     // |J^T Phi| / |Phi|: a minimum
constexpr double sufficient_decrease = 1e-4;
constexpr double shortest_step = 1e-10;
constexpr int window = 20;               // iterations over which a descent must make progress,
constexpr double least_progress = 1e-2;  // relative

enum class Descent { arrived, stuck_at_minimum, gave_up };

/// Armijo backtracking; false if no step decreases the merit.
bool line_search(Merit& merit, const Vector& dz, double slope, double value, Vector& z) {
  for (double t = 1.0; t >= shortest_step; t *= 0.5) {
    const Vector trial = z + t * dz;
    if (merit.at(trial) <= value + sufficient_decrease * t * slope) {
      z = trial;
      return true;
    }
  }
  return false;
}

Descent descend(Merit& merit, double length, Vector& z, SolverStatistics& statistics) {
  if (z.size() > largest_descent) return Descent::gave_up;
  Vector dz(z.size());
  double slope = 0.0, before = 0.0;
  for (int iteration = 0; iteration < descent_limit; ++iteration) {
    const double value = merit.at(z);
    if (std::sqrt(2.0 * value) <= near_zero * length) return Descent::arrived;
    if (iteration % window == 0) {
      if (iteration > 0 && value > (1.0 - least_progress) * before)
        return Descent::stuck_at_minimum;
      before = value;
    }
    merit.step(z, dz, slope);
    ++statistics.newton_iterations;
    ++statistics.factorizations;
    if (!dz.allFinite()) return Descent::gave_up;
    if (merit.stationarity() <= stationary) return Descent::stuck_at_minimum;
    if (!line_search(merit, dz, slope, value, z)) return Descent::stuck_at_minimum;
  }
  return Descent::gave_up;
}

}  // namespace

bool has_no_feasible_point(ActiveSet& rows, const Vector& guess, SolverStatistics& statistics) {
  Vector z = guess;
  Merit violation(rows, Goal::feasible_point);
  return descend(violation, rows.length(), z, statistics) == Descent::stuck_at_minimum &&
         std::sqrt(2.0 * violation.at(z)) > clearly_not * rows.length();
}

StepStatus globalize(Crossover& crossover, const Vector& guess, ActiveFlags& active,
                     SolverStatistics& statistics) {
  ++statistics.fallbacks;
  ActiveSet& rows = crossover.rows();
  Vector z = guess;
  Merit merit(rows, Goal::solution);
  const Descent descent = descend(merit, rows.length(), z, statistics);
  if (descent != Descent::arrived && has_no_feasible_point(rows, guess, statistics))
    return StepStatus::infeasible;

  for (const Vector* start : {&guess, static_cast<const Vector*>(&z)}) {
    if (start == &z && z == guess) break;  // searched from there already
    crossover.set_from(z, active);
    if (crossover.search(*start, active, statistics) == StepStatus::converged)
      return StepStatus::converged;
    if (crossover.enumerate(*start, z, active, statistics) == StepStatus::converged)
      return StepStatus::converged;
  }
  return descent == Descent::stuck_at_minimum ? StepStatus::singular : StepStatus::iteration_limit;
}

}  // namespace ricochet
