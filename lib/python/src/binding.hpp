#pragma once

#include "casadi_caster.hpp"
#include "ricochet/symbols/casadi_eigen.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <initializer_list>
#include <vector>

namespace ricochet::python {

namespace nb = nanobind;

// The parts of the module, each in a source of its name.
void bind_values(nb::module_& m);
void bind_system(nb::module_& m);
void bind_rules(nb::module_& m);
void bind_step(nb::module_& m);
void bind_methods(nb::module_& m);
void bind_stepper(nb::module_& m);
void bind_run(nb::module_& m);
void bind_problem(nb::module_& m);
void bind_player(nb::module_& m);
void bind_shooting(nb::module_& m);
void bind_study(nb::module_& m);
void bind_orders(nb::module_& m);
void bind_derivatives(nb::module_& m);
void bind_run_sensitivity(nb::module_& m);

using View = nb::ndarray<nb::numpy, const double>;  ///< read-only array of NumPy

/// How properties hand arrays over that have an owner already.
inline constexpr auto shared = nb::rv_policy::automatic;

/// Numbers that `owner` holds, as an array that keeps the owner alive.
inline View view(const double* data, std::initializer_list<size_t> shape, nb::handle owner) {
  static constexpr double none = 0.0;
  return {data ? data : &none, shape, owner};
}

inline View view(const Vector& v, nb::handle owner) {
  return view(v.data(), {static_cast<size_t>(v.size())}, owner);
}

}  // namespace ricochet::python
