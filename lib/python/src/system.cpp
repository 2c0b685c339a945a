#include "ricochet/system.hpp"

#include "binding.hpp"
#include "ricochet/project.hpp"
#include "ricochet/start.hpp"

#include <nanobind/eigen/dense.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ricochet::python {
namespace {

/// J(q, p) as an expression in symbols of its own.
struct MomentumExpression {
  Expr q, p, J;

  Expr operator()(const Expr& at_q, const Expr& at_p) const {
    return Expr::substitute({J}, {q, p}, {at_q, at_p}).at(0);
  }
};

void add_inequality(SystemSpecification& s, std::string name, std::vector<Expr> pieces,
                    bool is_union, const Expr& restitution, const Expr& friction,
                    std::vector<Expr> tangents) {
  Contact contact{
      .restitution = restitution, .friction = friction, .tangents = std::move(tangents)};
  if (is_union)
    s.g.add_any(std::move(name), std::move(pieces), std::move(contact));
  else
    s.g.add(std::move(name), pieces.at(0), std::move(contact));
}

void add_momentum(SystemSpecification& s, std::string name, const Expr& q, const Expr& p,
                  const Expr& J) {
  s.momenta.push_back({std::move(name), MomentumExpression{q, p, J}});
}

/// A system as data, for pickling: (name, symbol, value, range, unit), ...
nb::list parameters_of(const System& s) {
  nb::list all;
  for (const Parameter& p : s.specification().parameters)
    all.append(nb::make_tuple(p.name, p.symbol, s.parameter(p.name), p.range, p.unit));
  return all;
}

nb::list rows_of(const Constraints& rows) {
  nb::list all;
  for (const Constraint& row : rows)
    all.append(nb::make_tuple(row.name, row.is_union() ? row.any_of : std::vector<Expr>{row.value},
                              row.is_union(), row.contact.restitution, row.contact.friction,
                              row.contact.tangents));
  return all;
}

nb::list forces_of(const System& s) {
  nb::list all;
  for (const Force& force : s.specification().forces)
    all.append(nb::make_tuple(force.name, force.Q));
  return all;
}

nb::list momenta_of_system(const System& s) {
  nb::list all;
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n());
  for (const MomentumMap& map : s.specification().momenta)
    all.append(nb::make_tuple(map.name, q, p, map.J(q, p)));
  return all;
}

void bind_specification(nb::module_& m) {
  using S = SystemSpecification;
  nb::class_<S>(m, "Specification", "What a System is made of; see ricochet.System.")
      .def(nb::init<>())
      .def_rw("name", &S::name)
      .def_rw("q", &S::q)
      .def_rw("v", &S::v)
      .def_rw("t", &S::t)
      .def_rw("M", &S::M)
      .def_rw("V", &S::V)
      .def_rw("L", &S::L)
      .def_rw("length", &S::length)
      .def_rw("time", &S::time)
      .def(
          "add_parameter",
          [](S& s, std::string name, const Expr& symbol, double value, const Range& range,
             std::string unit) {
            s.parameters.push_back({std::move(name), symbol, value, range, std::move(unit)});
          },
          nb::arg("name"), nb::arg("symbol"), nb::arg("value"), nb::arg("range"), nb::arg("unit"))
      .def(
          "add_equality",
          [](S& s, std::string name, const Expr& value) { s.f.add(std::move(name), value); },
          nb::arg("name"), nb::arg("value"))
      .def("add_inequality", &add_inequality, nb::arg("name"), nb::arg("pieces"),
           nb::arg("is_union"), nb::arg("restitution"), nb::arg("friction"), nb::arg("tangents"))
      .def(
          "add_row",
          [](S& s, std::string name, const Expr& value) { s.omega.add(std::move(name), value); },
          nb::arg("name"), nb::arg("value"))
      .def(
          "add_force",
          [](S& s, std::string name, const Expr& Q) {
            s.forces.push_back({std::move(name), Q});
          },
          nb::arg("name"), nb::arg("Q"))
      .def("add_momentum", &add_momentum, nb::arg("name"), nb::arg("q"), nb::arg("p"),
           nb::arg("J"));
}

std::vector<std::string> gap_names(const System& s) {
  std::vector<std::string> names;
  for (Index i = 0; i < s.m(); ++i) names.push_back(s.gap_name(i));
  return names;
}

std::vector<std::string> momentum_names(const System& s) {
  std::vector<std::string> names;
  for (const MomentumMap& map : s.specification().momenta) names.push_back(map.name);
  return names;
}

using OfPosition = Expr (System::*)(const Expr&) const;
using VectorAt = Vector (System::*)(const Vector&) const;
using MatrixAt = Matrix (System::*)(const Vector&) const;
using OfTwo = Expr (System::*)(const Expr&, const Expr&) const;
using NumberAt = double (System::*)(const Vector&, const Vector&) const;
using VectorOfTwo = Vector (System::*)(const Vector&, const Vector&) const;

void bind_facts(nb::class_<System>& system) {
  system
      .def_prop_ro(
          "name", [](const System& s) { return s.name(); }, "As messages call it.")
      .def_prop_ro("n", &System::n, "Coordinates.")
      .def_prop_ro("m", &System::m, "Inequality entries: one per row, one per piece of a union.")
      .def_prop_ro("k", &System::k, "Equalities.")
      .def_prop_ro("separable", &System::separable, "Given by M and V.")
      .def_prop_ro("rheonomic", &System::rheonomic, "Something moves by itself.")
      .def_prop_ro("length", &System::length, "Characteristic length [m].")
      .def_prop_ro(
          "time", [](const System& s) { return s.specification().time; },
          "Characteristic time [s].")
      .def_prop_ro(
          "tolerances",
          [](const System& s) {
            nb::dict all;
            all["gap"] = s.tolerances().gap;
            all["speed"] = s.tolerances().speed;
            all["impulse"] = s.tolerances().impulse;
            return all;
          },
          "What counts as zero: gap [m], speed [m/s], impulse [m/s].")
      .def_prop_ro("parameter_names", &System::parameter_names, "In the order of parameters.")
      .def_prop_ro("gap_names", &gap_names, "Of the entries of g(q).")
      .def_prop_ro("momentum_names", &momentum_names, "Of the entries of J(q, p).")
      .def_prop_ro("parameter_terms", &parameters_of, "Tuples (name, symbol, value, range, unit).")
      .def_prop_ro("equalities", [](const System& s) { return rows_of(s.specification().f); })
      .def_prop_ro("inequalities", [](const System& s) { return rows_of(s.specification().g); })
      .def_prop_ro("rows", [](const System& s) { return rows_of(s.specification().omega); })
      .def_prop_ro("force_terms", &forces_of)
      .def_prop_ro("momentum_terms", &momenta_of_system)
      .def_prop_ro(
          "symbols",
          [](const System& s) {
            const SystemSpecification& given = s.specification();
            return nb::make_tuple(given.q, given.v, given.t, given.M, given.V, given.L);
          },
          "(q, v, t, M, V, L) as they were given.");
}

void bind_mechanics(nb::class_<System>& system) {
  system.def("parameter", &System::parameter, nb::arg("name"), "The value of a parameter.")
      .def("with_values",
           nb::overload_cast<const std::vector<std::string>&, const std::vector<double>&>(
               &System::with, nb::const_),
           nb::arg("names"), nb::arg("values"))
      .def("at", nb::overload_cast<double>(&System::at, nb::const_), nb::arg("t"))
      .def("later", &System::later, nb::arg("duration"))
      .def("M_now", &System::M_now)
      .def("f", static_cast<OfPosition>(&System::f), nb::arg("q"))
      .def("f", static_cast<VectorAt>(&System::f), nb::arg("q"))
      .def("g", static_cast<OfPosition>(&System::g), nb::arg("q"))
      .def("g", static_cast<VectorAt>(&System::g), nb::arg("q"))
      .def("F", static_cast<OfPosition>(&System::F), nb::arg("q"))
      .def("F", static_cast<MatrixAt>(&System::F), nb::arg("q"))
      .def("G", static_cast<OfPosition>(&System::G), nb::arg("q"))
      .def("G", static_cast<MatrixAt>(&System::G), nb::arg("q"))
      .def("omega", static_cast<OfPosition>(&System::omega), nb::arg("q"))
      .def("omega", static_cast<MatrixAt>(&System::omega), nb::arg("q"))
      .def("L", static_cast<OfTwo>(&System::L), nb::arg("q"), nb::arg("v"))
      .def("L", static_cast<NumberAt>(&System::L), nb::arg("q"), nb::arg("v"))
      .def("H", static_cast<OfTwo>(&System::H), nb::arg("q"), nb::arg("p"))
      .def("H", static_cast<NumberAt>(&System::H), nb::arg("q"), nb::arg("p"))
      .def("momentum", static_cast<OfTwo>(&System::momentum), nb::arg("q"), nb::arg("v"))
      .def("momentum", static_cast<VectorOfTwo>(&System::momentum), nb::arg("q"), nb::arg("v"))
      .def("velocity", static_cast<VectorOfTwo>(&System::velocity), nb::arg("q"), nb::arg("p"))
      .def("mass", &System::mass, nb::arg("q"), nb::arg("v"))
      .def("Q", nb::overload_cast<const Expr&, const Expr&, const Expr&>(&System::Q, nb::const_),
           nb::arg("q"), nb::arg("v"), nb::arg("t"))
      .def("Q", nb::overload_cast<const Vector&, const Vector&, double>(&System::Q, nb::const_),
           nb::arg("q"), nb::arg("v"), nb::arg("t"))
      .def("J", static_cast<OfTwo>(&System::J), nb::arg("q"), nb::arg("p"))
      .def("J", static_cast<VectorOfTwo>(&System::J), nb::arg("q"), nb::arg("p"));
}

}  // namespace

void bind_system(nb::module_& m) {
  bind_specification(m);
  nb::class_<System> system(m, "System", "The mechanics of ricochet.System.");
  system.def(nb::init<SystemSpecification>(), nb::arg("specification"))
      .def(nb::init<const System&>(), nb::arg("other"));
  bind_facts(system);
  bind_mechanics(system);
  system
      .def(
          "violations",
          [](const System& s, const Vector& q, const Vector& p, double t, double h) {
            return violations(s, {.t = t, .q = q, .p = p}, h);
          },
          nb::arg("q"), nb::arg("p"), nb::arg("t"), nb::arg("h"))
      .def(
          "project",
          [](const System& s, const Vector& q, const Vector& p, double t) {
            const State found = project(s, {.t = t, .q = q, .p = p});
            return std::make_pair(found.q, found.p);
          },
          nb::arg("q"), nb::arg("p"), nb::arg("t"));
}

}  // namespace ricochet::python
