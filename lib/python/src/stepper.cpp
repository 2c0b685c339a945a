#include "ricochet/stepper.hpp"

#include "binding.hpp"
#include "method.hpp"
#include "ricochet/registry.hpp"
#include "step_function.hpp"

#include <nanobind/eigen/dense.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet::python {
namespace {

nb::dict info_of(const Method& method) {
  const StepperInfo& info = method.stepper().info();
  nb::dict all;
  all["name"] = info.name;
  all["citation"] = info.citation;
  all["order"] = info.order;
  all["bilateral_order"] = info.bilateral_order;
  all["contact_order"] = info.contact_order;
  all["symplectic"] = info.symplectic;
  all["symmetric"] = info.symmetric;
  all["impacts"] = info.impacts;
  all["logs_impacts"] = info.logs_impacts;
  all["predicts"] = info.predicts;
  all["conserves_momentum_maps"] = info.conserves_momentum_maps;
  return all;
}

/// Whether a step has as many numbers as one of the system: fast, for every step.
bool sizes_fit(const Step& step, const System& system) {
  const auto fits = [](const Vector& v, Index size) { return v.size() == 0 || v.size() == size; };
  const Multipliers& force = step.force;
  return step.state.q.size() == system.n() && fits(force.lambda, system.m()) &&
         fits(force.mu, system.m()) && fits(force.nu, system.k()) && fits(force.xi, system.k());
}

MadeStep advance(Method& method, const MadeStep& from, double h) {
  const Use use(method);
  if (!sizes_fit(from, method.system())) require_fit(from, method.system());
  MadeStep made{.method = method.name()};
  method.stepper().advance(from, h, made);
  return made;
}

std::pair<Certificate, std::string> certify(Method& method, const MadeStep& from, double h,
                                            const MadeStep& to) {
  const Use use(method);
  if (to.method != method.name())
    throw std::invalid_argument("Stepper '" + method.name() + "': it judges the steps of its own " +
                                "method, and this one was made by " +
                                (to.method.empty() ? "none" : "'" + to.method + "'"));
  require_fit(from, method.system());
  require_fit(to, method.system());
  const Certificate found = method.stepper().certify(from, h, to);
  return {found, found.ok() ? std::string() : method.stepper().culprit()};
}

void set_values(Method& method, const std::vector<std::string>& names,
                const std::vector<double>& values) {
  const Use use(method);
  method.stepper().set(names, values);
}

/// The table of options; of a flag `alone` is the value that the help describes.
nb::list option_table() {
  static const char* const notations[] = {"word", "flag", "count", "number", "numbers"};
  nb::list all;
  for (const StepperOption& option : all_stepper_options()) {
    nb::dict row;
    row["name"] = option.name;
    row["key"] = option.key;
    row["flag"] = option.flag;
    row["help"] = option.help;
    row["notation"] = notations[static_cast<size_t>(option.notation)];
    row["words"] = option.words;
    if (const bool* alone = std::get_if<bool>(&option.alone)) row["alone"] = *alone;
    all.append(row);
  }
  return all;
}

nb::list stepper_table() {
  nb::list all;
  for (const StepperEntry& entry : all_steppers()) {
    nb::dict row;
    row["name"] = entry.name;
    row["summary"] = entry.summary;
    row["options"] = entry.options;
    row["only_rule"] = entry.only_rule;
    all.append(row);
  }
  return all;
}

nb::list backend_table() {
  nb::list all;
  for (const BackendEntry& entry : all_backends()) {
    nb::dict row;
    row["name"] = entry.name;
    row["summary"] = entry.summary;
    all.append(row);
  }
  return all;
}

}  // namespace

void bind_methods(nb::module_& m) {
  m.def("option_table", &option_table, "Every option of every stepper.");
  m.def("stepper_table", &stepper_table, "Every stepper: name, summary, options.");
  m.def("backend_table", &backend_table, "Every backend: name, summary.");
  m.def(
      "why_not",
      [](const std::string& name, const System& s) { return find_stepper(name).why_not(s); },
      nb::arg("stepper"), nb::arg("system"), "Why a stepper cannot take a system; or empty.");
}

void bind_stepper(nb::module_& m) {
  nb::class_<Method>(m, "Stepper", "A method on a system; see ricochet.Stepper.")
      .def(nb::init<std::string, const System&, SettingList, const std::optional<Discretization>&,
                    const std::optional<Energy>&>(),
           nb::arg("name"), nb::arg("system"), nb::arg("options"), nb::arg("rule").none(),
           nb::arg("energy").none())
      .def(nb::init<const Method&>(), nb::arg("other"))
      .def_prop_ro("name", &Method::name, "As make_stepper takes it.")
      .def_prop_ro("option_list", &Method::options, "The options that were given.")
      .def_prop_ro("core_system", &Method::system, "The system with the values now in force.")
      .def_prop_ro("info", &info_of, "What the method declares about itself.")
      .def("advance", &advance, nb::arg("start"), nb::arg("h"),
           "One step of size h [s] from a Step. A failed step is returned, with its status.")
      .def("judge", &certify, nb::arg("start"), nb::arg("h"), nb::arg("end"),
           "The certificate of a step that this method made, and its cause if it is missed.")
      .def("set_values", &set_values, nb::arg("names"), nb::arg("values"))
      .def("step_function", &step_function, nb::arg("name"), nb::arg("parameters"))
      .def_static("functions_alive", &functions_alive,
                  "How many functions of steps are in use; the others are let go.");
}

}  // namespace ricochet::python
