#include "binding.hpp"
#include "ricochet/measured_errors.hpp"
#include "ricochet/registry.hpp"

#include <nanobind/eigen/dense.h>
#include <nanobind/stl/array.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <array>
#include <string>
#include <variant>
#include <vector>

namespace ricochet::python {
namespace {

constexpr long most_steps = 100;  // of size h that are measured

using Errors = std::array<double, measured_parts.size()>;  // with h, h/3, h/11 [m]

/// The options that are set, as make_stepper takes them.
nb::dict settings_of(const StepperOptions& options) {
  nb::dict all;
  for (const StepperOption& option : all_stepper_options()) {
    const SettingValue value = option.get(options);
    if (const auto* word = std::get_if<std::string>(&value)) all[option.name.c_str()] = *word;
    if (const auto* flag = std::get_if<bool>(&value)) all[option.name.c_str()] = *flag;
    if (const auto* count = std::get_if<long>(&value)) all[option.name.c_str()] = *count;
    if (const auto* number = std::get_if<double>(&value)) all[option.name.c_str()] = *number;
  }
  return all;
}

nb::list as_list(const std::vector<Advice>& advice) {
  nb::list all;
  for (const Advice& a : advice)
    all.append(nb::make_tuple(a.stepper, settings_of(a.options), a.why));
  return all;
}

nb::list refusals_of(const System& system) {
  nb::list all;
  for (const StepperEntry& entry : all_steppers())
    if (const std::string reason = entry.why_not(system); !reason.empty())
      all.append(nb::make_tuple(entry.name, reason));
  return all;
}

nb::dict as_dict(const MethodErrors& method) {
  nb::dict all;
  all["stepper"] = method.method.stepper;
  all["options"] = settings_of(method.method.options);
  all["errors"] = nb::make_tuple(method.errors[0], method.errors[1], method.errors[2]);
  all["uncertainty"] = method.uncertainty;
  all["impacts"] = method.impacts;
  all["same_motion"] = method.same_motion;
  all["failure"] = method.failure;
  return all;
}

nb::dict as_dict(const MeasuredErrors& measured, long steps) {
  nb::list methods;
  for (const MethodErrors& method : measured.methods) methods.append(as_dict(method));
  nb::dict all;
  all["steps"] = steps;
  all["reference"] = measured.reference;
  all["uncertainty"] = measured.uncertainty;
  all["way"] = measured.way;
  all["methods"] = methods;
  return all;
}

/// It keeps the lock of the interpreter: every method is built when its turn comes, which makes
/// expressions, and other threads of the interpreter must make none meanwhile. It looks for signals
/// before every step.
nb::dict measure(const System& system, double t, const Vector& q, const Vector& p, double h,
                 long steps, const std::string& rule) {
  bool stopped = false;
  steps = std::min(steps, most_steps);
  const MeasuredErrors measured = measure_errors(system, {.t = t, .q = q, .p = p},
                                                 {.h = h,
                                                  .steps = steps,
                                                  .discretization = make_discretization(rule),
                                                  .stop_requested = [&stopped] {
                                                    stopped = stopped || PyErr_CheckSignals() != 0;
                                                    return stopped;
                                                  }});
  if (stopped) throw nb::python_error();
  return as_dict(measured, steps);
}

double ratio(double uncertainty, double way, const Errors& errors, const Errors& other) {
  const MeasuredErrors measured{.uncertainty = uncertainty, .way = way};
  return measured.ratio({.errors = errors}, {.errors = other});
}

}  // namespace

void bind_study(nb::module_& m) {
  m.def(
      "advise",
      [](const System& s, double t, const Vector& q, const Vector& p) {
        const State start{.t = t, .q = q, .p = p};
        return nb::make_tuple(as_list(advise(s, start)), as_list(unfit(s, start)), refusals_of(s));
      },
      nb::arg("system"), nb::arg("t"), nb::arg("q"), nb::arg("p"),
      "Methods that fit, methods that do badly, methods that cannot: (name, options, why).");
  m.def(
      "measured_parts", [] { return measured_parts; },
      "The runs that are measured have steps of h over these.");
  m.def("measure_errors", &measure, nb::arg("system"), nb::arg("t"), nb::arg("q"), nb::arg("p"),
        nb::arg("h"), nb::arg("steps"), nb::arg("discretization"),
        "Errors of the methods that fit; see ricochet.choose.");
  m.def("error_ratio", &ratio, nb::arg("uncertainty"), nb::arg("way"), nb::arg("errors"),
        nb::arg("other"), "How many times the errors of one method are those of another.");
  m.def(
      "errors_tell",
      [](double uncertainty, double way) {
        return MeasuredErrors{.uncertainty = uncertainty, .way = way}.tells();
      },
      nb::arg("uncertainty"), nb::arg("way"), "Whether a reference is certain enough.");
}

}  // namespace ricochet::python
