#pragma once

#include <casadi/core/function.hpp>

namespace ricochet {

using OfOne = double (*)(double);
using OfTwo = double (*)(double, double);

/// The function that CasADi's virtual machine calls for an operation of one number, or null.
[[nodiscard]] OfOne elementary_of_one(casadi::Operation operation);

/// The same for an operation of two numbers.
[[nodiscard]] OfTwo elementary_of_two(casadi::Operation operation);

/// Whether the virtual machine calls that function with the second number first.
[[nodiscard]] bool called_backwards(casadi::Operation operation);

}  // namespace ricochet
