#pragma once

#include "ricochet/system.hpp"

#include <string>

namespace ricochet {

/// Refuses a wrong specification with std::invalid_argument. The message says which object is
/// wrong, what was expected, what was found, and how to cure it.
void check_specification(const SystemSpecification& s);

/// The value must be in the range of the parameter.
void check_value(const std::string& system, const Parameter& p, double value);

/// Nonholonomic rows, and the tangents of a contact with its gradient, must be independent
/// somewhere. They must be orthogonal where they involve the coordinates of one point alone: two or
/// three coordinates of the same mass, none of them an angle. For a body that turns, and for two
/// bodies, they need not be orthogonal as n-vectors.
void check_independence(const SystemSpecification& s);

/// M must be finite, symmetric and positive definite at the present parameter values.
void check_mass(const std::string& system, const System::Sparse& M);

/// 0 <= restitution <= 1 and friction >= 0 at the present parameter values.
void check_contact(const std::string& system, const std::string& constraint, double restitution,
                   double friction);

}  // namespace ricochet
