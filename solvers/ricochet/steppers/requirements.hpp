#pragma once

#include "ricochet/system.hpp"

#include <string>

namespace ricochet {

// What methods need of a system. Each function returns the reason why a system does not have the
// property, or nothing. Methods call these functions in their constructors, the registry before it
// builds a method.

/// Why most methods take nothing that moves by itself.
inline constexpr const char* minimum_over_positions =
    "its step is a minimum over positions, not a variation of an action with times in it: it has "
    "no "
    "account for the work of what moves";

/// A constant mass matrix, and neither nonholonomic rows nor forces nor unions, nothing that moves
/// by itself; `because` as for not_rheonomic().
[[nodiscard]] std::string not_plain(const System& s,
                                    const std::string& because = minimum_over_positions);
/// The same, but forces are taken.
[[nodiscard]] std::string not_plain_but_forced(const System& s);
/// Nothing that moves by itself, see System::rheonomic(); `because` says what of the method does
/// not allow it.
[[nodiscard]] std::string not_rheonomic(const System& s, const std::string& because);
/// Restitution 1 and friction 0 of every contact: for methods that conserve energy.
[[nodiscard]] std::string not_elastic(const System& s);
/// Friction 0 of every contact.
[[nodiscard]] std::string not_frictionless(const System& s);

/// One or two tangents of every contact with friction.
[[nodiscard]] std::string rubs_without_tangents(const System& s);

[[nodiscard]] std::string not_plain_and_elastic(const System& s);
[[nodiscard]] std::string not_plain_but_forced_and_elastic(const System& s);

/// Returns the system; throws std::invalid_argument if the reason is not empty.
const System& require(const System& s, const std::string& stepper, const std::string& reason);

/// Returns the limit of impacts in a step; throws std::invalid_argument if it is below 1.
int checked_events(int max_events, const std::string& stepper);

}  // namespace ricochet
