#pragma once

#include "ricochet/system.hpp"

#include <string>
#include <vector>

namespace ricochet {

/// A datum of the start that a boundary value problem may leave open.
struct StartValue {
  std::string name = {};
  double guess = 0.0;
  double least = 0.0, most = 0.0;  ///< range of random guesses; equal: the value is known

  [[nodiscard]] bool known() const { return least == most; }
};

/// Where a motion shall end: conditions on (q, v) at the end. The unknowns are data of the start:
/// velocities and the duration. The coordinates at the start are those of the problem.
struct BoundaryValue {
  std::string name = {};
  std::string summary = {};                 ///< one line
  Expr q = {}, v = {};                      ///< symbols: coordinates and velocities at the end, n
  std::vector<Parameter> targets = {};      ///< data of the end; symbols beside those of the system
  std::vector<StartValue> velocities = {};  ///< one per coordinate [m/s, rad/s]
  StartValue duration = {};                 ///< [s], > 0
  Constraints end = {};                     ///< rows that vanish
  Constraints ahead = {};                   ///< rows that are positive: they tell directions apart

  /// All data of the start: velocities, then the duration.
  [[nodiscard]] std::vector<StartValue> start_values() const;
  [[nodiscard]] Index unknown_count() const;
  [[nodiscard]] Expr target_symbols() const;
  [[nodiscard]] Vector target_values() const;
  /// Sets the value of a target; false if there is no target of that name.
  bool set_target(const std::string& target, double value);
};

/// Throws std::invalid_argument naming what does not fit: sizes, names, ranges, more end conditions
/// than unknowns.
void check(const BoundaryValue& b, const System& system);

}  // namespace ricochet
