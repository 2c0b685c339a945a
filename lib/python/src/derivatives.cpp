#include "ricochet/derivatives.hpp"

#include "binding.hpp"
#include "method.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/text/text.hpp"

#include <nanobind/eigen/dense.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ricochet::python {
namespace {

using Numbers = std::vector<double>;

/// The steps whose functions live in graphs of casadi, which do not own them; used with the
/// interpreter's lock only.
std::vector<std::shared_ptr<DifferentiableStep>>& all_steps() {
  // Never destroyed: at the end of the process casadi may be gone already.
  static auto* const all = new std::vector<std::shared_ptr<DifferentiableStep>>();
  return *all;
}

std::shared_ptr<DifferentiableStep> differentiable_step(const Method& method,
                                                        const std::vector<std::string>& parameters,
                                                        Index most_impacts, double t) {
  auto& all = all_steps();
  std::erase_if(all, [](const auto& step) { return step.use_count() == 1 && !step->in_use(); });
  return all.emplace_back(std::make_shared<DifferentiableStep>(
      method.stepper(), DifferentiableStep::Options{parameters, most_impacts, t}));
}

casadi::SXDict nlp(const Phases& path, const casadi::SX& objective) { return path.nlp(objective); }

std::map<std::string, Numbers> arguments(const Phases& path) {
  std::map<std::string, Numbers> all;
  for (const auto& [name, values] : path.arguments()) all[name] = values.nonzeros();
  return all;
}

nb::dict check(const Phases& path, const Numbers& solution) {
  const PathCheck found = path.check(solution);
  nb::dict all;
  all["why_not"] = found.why_not;
  all["sequence"] = found.sequence;
  all["same_sequence"] = found.same_sequence;
  all["distance"] = found.distance;
  all["smallest_gap"] = found.smallest_gap;
  return all;
}

ImpactRule rule_named(const std::string& name) {
  if (name == "energy") return ImpactRule::energy;
  if (name == "restitution") return ImpactRule::restitution;
  throw std::invalid_argument("Phases: rule must be 'restitution' or 'energy', not '" + name + "'" +
                              suggestion(name, {"restitution", "energy"}));
}

Phases make_phases(const System& s, const Vector& q, const Vector& p,
                   const std::vector<std::string>& sequence, const std::string& discretization,
                   const std::string& rule, Index substeps, double time, bool keep_gaps) {
  return {s, State{.q = q, .p = p}, sequence,
          PhaseOptions{.discretization = make_discretization(discretization),
                       .rule = rule_named(rule),
                       .substeps = substeps,
                       .time = time,
                       .keep_gaps = keep_gaps}};
}

}  // namespace

void bind_derivatives(nb::module_& m) {
  nb::class_<DifferentiableStep>(m, "DifferentiableStep",
                                 "A step as a function of casadi with exact derivatives; see "
                                 "ricochet.Stepper.differentiable.")
      .def_prop_ro("function", &DifferentiableStep::function,
                   "(x, theta, h) -> (end, impact_times, label, transversality, log10_growth, z, "
                   "delta), with x = (q, p).")
      .def_prop_ro("failure", &DifferentiableStep::failure,
                   "Why the last step that gave NaN did so; empty if none has.");
  m.def("differentiable_step", &differentiable_step, nb::arg("stepper"), nb::arg("parameters"),
        nb::arg("most_impacts"), nb::arg("t"));
  m.def(
      "flight_function",
      [](const Method& method, const std::string& contact, Index substeps) {
        return flight_function(method.stepper(), contact, substeps);
      },
      nb::arg("stepper"), nb::arg("contact"), nb::arg("substeps"));
  nb::class_<Phases>(m, "Phases", "A path through given impacts as a program; see ricochet.Phases.")
      .def(
          "__init__",
          [](Phases* self, const System& s, const Vector& q, const Vector& p,
             const std::vector<std::string>& sequence, const std::string& discretization,
             const std::string& rule, Index substeps, double time, bool keep_gaps) {
            new (self) Phases(
                make_phases(s, q, p, sequence, discretization, rule, substeps, time, keep_gaps));
          },
          nb::arg("system"), nb::arg("q"), nb::arg("p"), nb::arg("sequence"),
          nb::arg("discretization"), nb::arg("rule"), nb::arg("substeps"), nb::arg("time"),
          nb::arg("keep_gaps"))
      .def_prop_ro("variables", &Phases::variables, "States at all points, durations, impulses.")
      .def_prop_ro("names", &Phases::names, "Of the variables.")
      .def_prop_ro("theta", &Phases::theta, "The parameters of the system.")
      .def_prop_ro("durations", &Phases::durations, "Of the flights [s].")
      .def_prop_ro("start_q", &Phases::start_q, "Coordinates at the start.")
      .def_prop_ro("start_p", &Phases::start_p, "Momenta at the start.")
      .def_prop_ro("end_q", &Phases::end_q, "Coordinates at the end.")
      .def_prop_ro("end_p", &Phases::end_p, "Momenta at the end.")
      .def("add", nb::overload_cast<const Expr&, double, double>(&Phases::require), nb::arg("rows"),
           nb::arg("lower"), nb::arg("upper"))
      .def(
          "set_fixed",
          [](Phases& path, const std::string& name, std::optional<double> value) {
            value ? path.fix(name, *value) : path.fix(name);
          },
          nb::arg("variable"), nb::arg("value").none())
      .def("make_nlp", &nlp, nb::arg("objective"))
      .def("make_arguments", &arguments)
      .def("simulate", &check, nb::arg("solution"));
}

}  // namespace ricochet::python
