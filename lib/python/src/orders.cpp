#include "binding.hpp"
#include "method.hpp"
#include "ricochet/run/observed_orders.hpp"

#include <nanobind/eigen/dense.h>
#include <nanobind/stl/pair.h>

#include <utility>

namespace ricochet::python {
namespace {

/// Positions at multiples of h of a run whose steps are cut into 2^level. It looks for signals
/// before every step.
Refined refined(Stepper& stepper, const State& start, double h, long steps, int level) {
  const long parts = 1L << level;
  ContactWatch watch(stepper.system(), start);
  Refined run{.positions = {start.q}};
  Step at{.state = start}, next;
  for (long k = 1; k <= steps * parts; ++k) {
    if (PyErr_CheckSignals() != 0) throw nb::python_error();
    stepper.advance(at, h / static_cast<double>(parts), next);
    if (!next.report.ok()) return {};
    std::swap(at, next);
    watch.take(at);
    if (k % parts == 0) run.positions.push_back(at.state.q);
  }
  run.smooth = 1 + static_cast<size_t>(watch.smooth_steps() / parts);
  return run;
}

std::pair<double, double> observed(Method& method, double t, const Vector& q, const Vector& p,
                                   double h, long steps) {
  const Use use(method);
  const State start{.t = t, .q = q, .p = p};
  const ObservedOrders orders = observe_orders(
      steps, method.system().length(),
      [&](long some, int level) { return refined(method.stepper(), start, h, some, level); });
  return {orders.smooth, orders.through_impacts};
}

int claimed(const Method& method, double t, const Vector& q, const Vector& p) {
  return claimed_order(method.stepper().info(), method.system(), {.t = t, .q = q, .p = p});
}

}  // namespace

void bind_orders(nb::module_& m) {
  m.def("observe_orders", &observed, nb::arg("stepper"), nb::arg("t"), nb::arg("q"), nb::arg("p"),
        nb::arg("h"), nb::arg("steps"),
        "Orders of positions before a contact acts and after it, from steps h, h/2, h/4 and h/8.");
  m.def("claimed_order", &claimed, nb::arg("stepper"), nb::arg("t"), nb::arg("q"), nb::arg("p"),
        "What a method claims for motion that starts like this; 0: nothing.");
}

}  // namespace ricochet::python
