#pragma once

#include "method.hpp"

#include <casadi/core/function.hpp>

#include <string>
#include <vector>

namespace ricochet::python {

/// A step of a method as a function of casadi: (q, p, t, h[, parameters]) -> (q_next, p_next). A
/// step that fails gives NaN. It may be evaluated by several threads; the steps have the same bits
/// as those of the method.
///
/// A graph of casadi does not own the functions in it: this module keeps each one as long as
/// anything else holds it.
[[nodiscard]] casadi::Function step_function(const Method& method, const std::string& name,
                                             const std::vector<std::string>& parameters);

/// How many functions are held elsewhere; lets the others go.
[[nodiscard]] size_t functions_alive();

}  // namespace ricochet::python
