#include "ricochet/problem/problem.hpp"

#include "binding.hpp"
#include "ricochet/problems.hpp"

#include <nanobind/eigen/dense.h>
#include <nanobind/stl/map.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <vector>

namespace ricochet::python {
namespace {

/// The problem with other parameter values: its start and its walls depend on them.
Problem changed(Problem problem, const std::vector<std::string>& names,
                const std::vector<double>& values) {
  if (!names.empty()) problem.system = problem.system.with(names, values);
  problem.initial = problem.start(problem.system);
  if (problem.walls_for) problem.walls = problem.walls_for(problem.system);
  return problem;
}

nb::list structure_table(const ProblemEntry& entry) {
  nb::list all;
  for (const StructuralParameter& p : entry.structure)
    all.append(nb::make_tuple(p.name, p.value, p.least, p.most, p.meaning));
  return all;
}

nb::list problem_table() {
  nb::list all;
  for (const ProblemEntry& entry : all_problems())
    all.append(nb::make_tuple(entry.name, structure_table(entry)));
  return all;
}

std::vector<std::string> body_names(const Problem& p) {
  std::vector<std::string> names;
  for (const PlanarBody& body : p.bodies) names.push_back(body.name);
  return names;
}

std::vector<std::string> targets_of(const Problem& p) {
  std::vector<std::string> names;
  for (const BoundaryValue& b : p.boundary_values) names.push_back(b.name);
  return names;
}

}  // namespace

void bind_problem(nb::module_& m) {
  nb::class_<Problem>(m, "Problem", "A system with everything needed to run it.")
      .def_prop_ro("core_system", [](const Problem& p) { return p.system; })
      .def_prop_ro(
          "h", [](const Problem& p) { return p.h; }, "Step size [s].")
      .def_prop_ro(
          "duration", [](const Problem& p) { return p.duration; }, "[s]")
      .def_prop_ro(
          "stepper", [](const Problem& p) { return p.stepper; }, "Its own method.")
      .def_prop_ro(
          "discretization", [](const Problem& p) { return p.discretization.name(); },
          "Its own discrete Lagrangian.")
      .def_prop_ro(
          "summary", [](const Problem& p) { return p.summary; }, "One line.")
      .def_prop_ro(
          "source", [](const Problem& p) { return p.source; },
          "What the paper states and what was chosen.")
      .def_prop_ro(
          "reported", [](const Problem& p) { return p.reported; },
          "What users of another engine saw.")
      .def_prop_ro("bodies", &body_names, "Names of the bodies that pictures draw.")
      .def_prop_ro("targets", &targets_of, "Names of the ends that `shoot` can aim at.")
      .def(
          "start",
          [](const Problem& p, const System& system, const Discretization& rule, double h) {
            const State start = p.start(system, rule, h);
            return std::make_tuple(start.t, start.q, start.p);
          },
          nb::arg("system"), nb::arg("rule"), nb::arg("h"))
      .def(
          "changed",
          [](const Problem& p, const std::vector<std::string>& names,
             const std::vector<double>& values) { return changed(p, names, values); },
          nb::arg("names"), nb::arg("values"));
  m.def("problem_table", &problem_table,
        "Every problem: name and structural parameters (name, value, least, most, meaning).");
  m.def(
      "make_problem",
      [](const std::string& name, const Structure& structure) {
        return find_problem(name).make(structure);
      },
      nb::arg("name"), nb::arg("structure"));
}

}  // namespace ricochet::python
