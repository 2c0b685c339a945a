#pragma once

#include "ricochet/system.hpp"

namespace ricochet {

// Parameters that many problems have, with range and unit; each has the name of its symbol.

[[nodiscard]] Parameter mass_parameter(const Expr& symbol, double value = 1.0);  ///< > 0 [kg]
[[nodiscard]] Parameter gravity_parameter(const Expr& symbol, double value);     ///< [m/s^2]
[[nodiscard]] Parameter size_parameter(const Expr& symbol, double value);        ///< > 0 [m]
[[nodiscard]] Parameter speed_parameter(const Expr& symbol, double value);       ///< [m/s]
[[nodiscard]] Parameter angle_parameter(const Expr& symbol, double value);       ///< [rad]

}  // namespace ricochet
