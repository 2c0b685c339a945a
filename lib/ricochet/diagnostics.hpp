#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/system.hpp"
#include "ricochet/trajectory.hpp"

namespace ricochet {

// Free functions (System, Trajectory) -> series, one entry (row) per recorded step.

// They build kernels and hold lock_symbolics() meanwhile.

/// Energy [J], see Measures: H(q, p), or E_d of the last (sub)step for a Lagrangian .L and for
/// nonholonomic rows. The start of such a run has the energy of the first step. Throws
/// std::invalid_argument if a step has no energy; the result is never NaN for this reason. H(q, p)
/// itself is `system.H(q, p)`.
[[nodiscard]] Vector energy(const System& system, const Trajectory& run);
/// Energy minus the start's [J].
[[nodiscard]] Vector energy_error(const System& system, const Trajectory& run);
/// Work of the forces since the start [J]: the sum of Q . w tau over the points of the rule, flight
/// by flight where the method has flights, else step by step. Less this work, energy_error() stays
/// in the band of the rule but for what impacts lose; E_d is the energy in the middle of the last
/// flight, whose second half is not done yet. Throws std::invalid_argument if the run does
/// not have all of its steps, if it runs backwards, or if the rule declares no nodes.
[[nodiscard]] Vector work_of_forces(const System& system, const Discretization& rule,
                                    const Trajectory& run);
/// The same for what moves by itself in a rheonomic system: walls, equalities and rows push with
/// their impulses, V changes with the time.
[[nodiscard]] Vector work_of_moving_parts(const System& system, const Discretization& rule,
                                          const Trajectory& run);
/// Least-squares slope of a series per entry: the secular drift. Bounded oscillation hardly changes
/// it.
[[nodiscard]] double drift_per_step(const Vector& series);
/// Momentum maps minus their start values; one column per map.
[[nodiscard]] Matrix momentum_error(const System& system, const Trajectory& run);
/// Gaps g(q) [m]; one column per entry.
[[nodiscard]] Matrix gaps(const System& system, const Trajectory& run);
/// Smallest admissible gap of the run [m]; +infinity without inequalities.
[[nodiscard]] double smallest_gap(const System& system, const Trajectory& run);
/// Largest |f(q)| of each record [m].
[[nodiscard]] Vector equality_error(const System& system, const Trajectory& run);
/// Largest min(W_ii lambda_i, g_i) in absolute value of each record [m], from the certificates.
[[nodiscard]] Vector complementarity_error(const Trajectory& run);
/// All impacts of the recorded steps in order of time.
[[nodiscard]] std::vector<Impact> impacts(const Trajectory& run);

}  // namespace ricochet
