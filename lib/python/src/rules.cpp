#include "binding.hpp"
#include "ricochet/discretization.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/problem/problem.hpp"
#include "ricochet/registry.hpp"

#include <nanobind/eigen/dense.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ricochet::python {
namespace {

/// A function of Python that C++ may copy and let go without the lock of the interpreter.
class Callable {
 public:
  explicit Callable(nb::object function)
      : function_(new nb::object(std::move(function)), [](nb::object* held) {
          const nb::gil_scoped_acquire locked;
          delete held;
        }) {}

  Expr operator()(const System& s, const Expr& q0, const Expr& q1, const Expr& h) const {
    const nb::gil_scoped_acquire locked;
    return nb::cast<Expr>((*function_)(s, q0, q1, h));
  }

 private:
  std::shared_ptr<nb::object> function_;
};

Discretization make_rule(const std::string& name, int order, bool symmetric, nb::object Ld,
                         const std::vector<std::pair<double, double>>& nodes) {
  Discretization rule(name, order, symmetric, Callable(std::move(Ld)));
  std::vector<Node> all;
  for (const auto& [weight, at] : nodes) all.push_back({.weight = weight, .at = at});
  if (!all.empty()) rule.with_nodes(all);
  return rule;
}

}  // namespace

void bind_rules(nb::module_& m) {
  nb::class_<Discretization>(m, "Rule", "A discrete Lagrangian; see ricochet.Discretization.")
      .def(
          "__init__",
          [](Discretization* made, const std::string& name, int order, bool symmetric,
             nb::object Ld, const std::vector<std::pair<double, double>>& nodes) {
            new (made) Discretization(make_rule(name, order, symmetric, std::move(Ld), nodes));
          },
          nb::arg("name"), nb::arg("order"), nb::arg("symmetric"), nb::arg("Ld"), nb::arg("nodes"))
      .def_static("named", &make_discretization, nb::arg("name"),
                  "midpoint, verlet, left or gamma:G");
  nb::class_<Energy>(m, "ReflectionEnergy", "E(q, p) that a reflection conserves.")
      .def_static("of", &Energy::of, nb::arg("q"), nb::arg("p"), nb::arg("expression"));
  m.def(
      "momenta_of",
      [](const System& s, const Discretization& rule, const Vector& q, const Vector& v, double h) {
        return momenta_of(s, rule, q, v, h);
      },
      nb::arg("system"), nb::arg("rule"), nb::arg("q"), nb::arg("v"), nb::arg("h"),
      "Momenta of a motion that begins with velocities v [N s].");
}

}  // namespace ricochet::python
