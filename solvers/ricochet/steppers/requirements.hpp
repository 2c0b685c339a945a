#pragma once

#include "ricochet/system.hpp"

#include <string>

namespace ricochet {

// What a method may need of a system: each function gives the reason why the system is not so, or
// nothing. Methods ask in their constructors, the registry before it builds one.

/// A constant mass matrix, and neither nonholonomic rows nor forces nor unions.
[[nodiscard]] std::string not_plain(const System& s);
/// Restitution 1 and friction 0 of every contact: for methods that conserve energy.
[[nodiscard]] std::string not_elastic(const System& s);
/// Friction 0 of every contact.
[[nodiscard]] std::string not_frictionless(const System& s);

[[nodiscard]] std::string not_plain_and_elastic(const System& s);
[[nodiscard]] std::string not_plain_and_frictionless(const System& s);

/// The system itself; throws std::invalid_argument if there is a reason against it.
const System& require(const System& s, const std::string& stepper, const std::string& reason);

/// The limit of impacts in a step; throws std::invalid_argument if it is below 1.
int checked_events(int max_events, const std::string& stepper);

}  // namespace ricochet
