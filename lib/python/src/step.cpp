#include "ricochet/step.hpp"

#include "binding.hpp"
#include "method.hpp"
#include "ricochet/io/checkpoint.hpp"

#include <nanobind/eigen/dense.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <utility>

namespace ricochet::python {
namespace {

nb::dict statistics_of(const MadeStep& step) {
  const SolverStatistics& s = step.report.statistics;
  nb::dict all;
  all["ipopt_solves"] = s.ipopt_solves;
  all["ipopt_iterations"] = s.ipopt_iterations;
  all["newton_iterations"] = s.newton_iterations;
  all["factorizations"] = s.factorizations;
  all["set_changes"] = s.set_changes;
  all["fallbacks"] = s.fallbacks;
  all["enumerations"] = s.enumerations;
  return all;
}

nb::dict multipliers_of(nb::handle owner) {
  const auto& force = nb::cast<const MadeStep&>(owner).force;
  nb::dict all;
  for (const auto& [name, values] :
       std::initializer_list<std::pair<const char*, const Vector&>>{{"lambda", force.lambda},
                                                                    {"nu", force.nu},
                                                                    {"mu", force.mu},
                                                                    {"xi", force.xi},
                                                                    {"kappa", force.kappa},
                                                                    {"rho", force.rho},
                                                                    {"pi", force.pi}})
    all[name] = view(values, owner);
  return all;
}

nb::dict contacts_of(const MadeStep& step) {
  const ContactSets& sets = step.contacts;
  nb::dict all;
  all["predicted"] = sets.predicted;
  all["smooth"] = sets.smooth;
  all["held"] = sets.held;
  all["weak"] = sets.weak;
  return all;
}

nb::dict limited_of(const MadeStep& step) {
  nb::dict all;
  for (const LimitedRestitution& of : step.limited) all[nb::int_(of.contact)] = of.share;
  return all;
}

void bind_impact(nb::module_& m) {
  nb::class_<Impact>(m, "Impact", "One impact located inside a step.")
      .def_ro("t", &Impact::t, "Time [s].")
      .def_ro("alpha", &Impact::alpha, "Fraction of the step, 0 <= alpha <= 1.")
      .def_prop_ro(
          "q", [](nb::handle i) { return view(nb::cast<const Impact&>(i).q, i); }, shared,
          "Position.")
      .def_prop_ro(
          "p_minus", [](nb::handle i) { return view(nb::cast<const Impact&>(i).p_minus, i); },
          shared, "Momentum just before [N s].")
      .def_prop_ro(
          "p_plus", [](nb::handle i) { return view(nb::cast<const Impact&>(i).p_plus, i); }, shared,
          "Momentum just after [N s].")
      .def_ro("constraints", &Impact::constraints, "Entries of g that were hit.")
      .def_prop_ro(
          "impulse", [](nb::handle i) { return view(nb::cast<const Impact&>(i).impulse, i); },
          shared, "One per entry [N s].")
      .def_prop_ro(
          "friction", [](nb::handle i) { return view(nb::cast<const Impact&>(i).friction, i); },
          shared, "One per tangent of these entries [N s].")
      .def_ro("energy_minus", &Impact::energy_minus, "Energy just before [J].")
      .def_ro("energy_plus", &Impact::energy_plus, "Energy just after [J].")
      .def_ro("flagged", &Impact::flagged, "Resolved by another law than the one asked for.");
}

/// Whatever NumPy takes for a row of numbers.
Vector numbers(nb::handle given) {
  return nb::cast<Vector>(
      nb::module_::import_("numpy").attr("asarray")(given, "float64").attr("ravel")());
}

/// Numbers of a step as arrays that keep the step alive.
void bind_state(nb::class_<MadeStep>& step) {
  step.def(
          "__init__",
          [](MadeStep* made, nb::handle q, nb::handle p, double t) {
            new (made) MadeStep{Step{.state = {.t = t, .q = numbers(q), .p = numbers(p)}}};
          },
          nb::arg("q"), nb::arg("p"), nb::arg("t") = 0.0)
      .def_prop_ro(
          "t", [](const MadeStep& s) { return s.state.t; }, "Time [s].")
      .def_prop_ro(
          "q", [](nb::handle s) { return view(nb::cast<const MadeStep&>(s).state.q, s); }, shared,
          "Coordinates.")
      .def_prop_ro(
          "p", [](nb::handle s) { return view(nb::cast<const MadeStep&>(s).state.p, s); }, shared,
          "Momenta [N s].")
      .def_prop_ro(
          "predicted", [](nb::handle s) { return view(nb::cast<const MadeStep&>(s).predicted, s); },
          shared, "The predicted position; empty if the method predicts none.")
      .def_ro("discrete_energy", &MadeStep::discrete_energy,
              "E_d = -D3 L_d of the last (sub)step [J]; NaN if not computed.");
}

}  // namespace

void bind_step(nb::module_& m) {
  bind_impact(m);
  nb::class_<MadeStep> step(
      m, "Step",
      "All that one step produced; also the start, and the warm start, of the next one.");
  bind_state(step);
  step.def_prop_ro("multipliers", &multipliers_of,
                   "Impulses by name [N s]: lambda, nu, mu, xi, kappa, rho, pi.")
      .def_prop_ro("contacts", &contacts_of, "Sets of entries of g: predicted, smooth, held, weak.")
      .def_prop_ro("limited", &limited_of,
                   "Shares of their restitution that limited contacts got, by entry of g.")
      .def_prop_ro(
          "impacts", [](const MadeStep& s) { return s.impacts; }, "Impacts inside the step.")
      .def_prop_ro(
          "ok", [](const MadeStep& s) { return s.report.ok(); }, "The step converged.")
      .def_prop_ro(
          "status", [](const MadeStep& s) { return to_string(s.report.status); },
          "'converged', or the name of a failure.")
      .def_prop_ro(
          "message", [](const MadeStep& s) { return s.report.message; }, "What exactly failed.")
      .def_prop_ro(
          "certificate", [](const MadeStep& s) { return s.report.certificate; },
          "Errors of the step, as lengths.")
      .def_prop_ro(
          "certified", [](const MadeStep& s) { return s.report.certified; },
          "The whole step was judged.")
      .def_prop_ro("statistics", &statistics_of, "What the solvers did.")
      .def("__repr__", [](const MadeStep& s) {
        return "<step to t = " + std::to_string(s.state.t) + " s: " + to_string(s.report.status) +
               ">";
      });
  m.def(
      "load_step",
      [](const std::string& file) {
        const Checkpoint from = load_checkpoint(file);
        MadeStep made{from.step};
        if (const SettingValue* name = find(from.settings.options, "stepper"))
          if (const auto* word = std::get_if<std::string>(name)) made.method = *word;
        return made;
      },
      nb::arg("file"), "The step of a checkpoint or a report.");
}

}  // namespace ricochet::python
