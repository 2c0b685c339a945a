#pragma once

#include "ricochet/run/ensemble.hpp"
#include "ricochet/system.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

// The tables of a sweep: numbers with 17 significant digits, empty where nothing is measured. Rows
// begin with the member, counted from 0 over all parts, and the values of the swept names; they end
// with the sign of the sweep. Columns with wall times have "seconds" in their names. No field has a
// comma: those of messages became semicolons.

/// Of one run: member, names, status, steps, the end t,q0,..,p0,.., ...; `n` is the largest number
/// of coordinates of any member.
[[nodiscard]] std::vector<std::string> sweep_columns(const std::vector<std::string>& names,
                                                     Index n);
/// Of one impact: member, names, number of the impact in its run, time, alpha, constraints,
/// impulse, approach speed, energies, position and momenta.
[[nodiscard]] std::vector<std::string> impact_columns(const std::vector<std::string>& names,
                                                      Index n);

/// What the rows of a member have in common.
struct RowOf {
  size_t member = 0;  ///< of the sweep
  const std::vector<double>& values;
  Index n = 0;
  const std::string& sign;
};

/// The row of a run; `lists_impacts` says whether its method does.
[[nodiscard]] std::string sweep_row(const RowOf& of, const MemberRun& run, bool lists_impacts);

/// The rows of its impacts later than `after` [s] since its start. `system` has its parameters.
[[nodiscard]] std::string impact_rows(const RowOf& of, const MemberRun& run, const System& system,
                                      double after);

}  // namespace ricochet::cli
