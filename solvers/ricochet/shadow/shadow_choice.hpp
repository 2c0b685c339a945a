#pragma once

#include "ricochet/shadow/shadow_meter.hpp"

#include <string>

namespace ricochet {

/// The shadow energy that suits a system and a rule, by what it costs to evaluate:
///
///   order 6  up to 6 coordinates, if the closed form of order 4 has at most 400 operations,
///   order 4  if that of order 2 has at most 3000 operations,
///   S_3      where closed forms are longer or where there is none.
///
/// An order more makes a closed form 5 to 10 times as long.
[[nodiscard]] ShadowKind suitable_shadow(const System& s, const Discretization& d);

/// Why there is none; empty if there is one.
[[nodiscard]] std::string no_suitable_shadow(const System& s, const Discretization& d);

}  // namespace ricochet
