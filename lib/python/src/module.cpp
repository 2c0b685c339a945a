#include "binding.hpp"

#include <casadi/core/casadi_meta.hpp>
#include <dlfcn.h>
#include <nanobind/stl/string.h>

#include <stdexcept>
#include <string>

namespace nb = nanobind;

namespace {

/// The file of the library that holds a function.
std::string file_of(const void* function) {
  Dl_info info{};
  return dladdr(function, &info) != 0 && info.dli_fname ? info.dli_fname : "";
}

}  // namespace

NB_MODULE(_core, m) {
  m.doc() = "The C++ library ricochet. Use the package `ricochet`, which gives it Python's manner.";
  m.def(
      "version", [] { return RICOCHET_VERSION; }, "Of the library.");
  m.def(
      "libcasadi",
      [] { return file_of(reinterpret_cast<const void*>(&casadi::CasadiMeta::version)); },
      "The file of the libcasadi that this module uses.");
  nb::register_exception_translator([](const std::exception_ptr& pointer, void* /*unused*/) {
    try {
      std::rethrow_exception(pointer);
    } catch (const casadi::CasadiException& error) {
      PyErr_SetString(PyExc_RuntimeError, error.what());
    }
  });
  ricochet::python::bind_values(m);
  ricochet::python::bind_system(m);
  ricochet::python::bind_rules(m);
  ricochet::python::bind_step(m);
  ricochet::python::bind_methods(m);
  ricochet::python::bind_stepper(m);
  ricochet::python::bind_run(m);
  ricochet::python::bind_problem(m);
  ricochet::python::bind_player(m);
  ricochet::python::bind_shooting(m);
  ricochet::python::bind_study(m);
  ricochet::python::bind_orders(m);
  ricochet::python::bind_derivatives(m);
  ricochet::python::bind_run_sensitivity(m);
}
