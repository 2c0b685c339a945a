#pragma once

#include <casadi/core/function.hpp>
#include <casadi/core/sx.hpp>
#include <nanobind/nanobind.h>

/// casadi.SX and casadi.Function of Python are C++ objects of the same library: they are exchanged
/// by address. A copy shares its nodes, so symbols stay the same symbols.
///
/// casadi's proxies give the address of their object as the number `this`. That is not a documented
/// interface of casadi; its version is therefore fixed, and a test covers it.
namespace ricochet::python {

template <class Object>
Object& object_of(nanobind::handle proxy) {
  const nanobind::object number(nanobind::int_(nanobind::getattr(proxy, "this")));
  void* address = PyLong_AsVoidPtr(number.ptr());
  if (!address) throw nanobind::python_error();
  return *static_cast<Object*>(address);
}

inline nanobind::object casadi_type(const char* name) {
  return nanobind::module_::import_("casadi").attr(name);
}

/// False if `source` is no object of this type.
template <class Object>
bool take(nanobind::handle source, const char* type, Object& value) noexcept {
  try {
    if (!nanobind::isinstance(source, casadi_type(type))) return false;
    value = object_of<Object>(source);
    return true;
  } catch (...) {
    PyErr_Clear();
    return false;
  }
}

template <class Object>
nanobind::handle give(const Object& object, const char* type) noexcept {
  try {
    nanobind::object proxy = casadi_type(type)();
    object_of<Object>(proxy) = object;
    return proxy.release();
  } catch (nanobind::python_error& error) {
    error.restore();
  } catch (...) {
    PyErr_SetString(PyExc_RuntimeError, "casadi object cannot be handed to Python");
  }
  return {};
}

}  // namespace ricochet::python

namespace nanobind::detail {

template <>
struct type_caster<casadi::SX> {
  NB_TYPE_CASTER(casadi::SX, const_name("casadi.SX"))

  bool from_python(handle source, uint8_t /*flags*/, cleanup_list* /*cleanup*/) noexcept {
    return ricochet::python::take(source, "SX", value);
  }
  static handle from_cpp(const casadi::SX& given, rv_policy /*policy*/,
                         cleanup_list* /*cleanup*/) noexcept {
    return ricochet::python::give(given, "SX");
  }
};

template <>
struct type_caster<casadi::Function> {
  NB_TYPE_CASTER(casadi::Function, const_name("casadi.Function"))

  bool from_python(handle source, uint8_t /*flags*/, cleanup_list* /*cleanup*/) noexcept {
    return ricochet::python::take(source, "Function", value);
  }
  static handle from_cpp(const casadi::Function& given, rv_policy /*policy*/,
                         cleanup_list* /*cleanup*/) noexcept {
    return ricochet::python::give(given, "Function");
  }
};

}  // namespace nanobind::detail
