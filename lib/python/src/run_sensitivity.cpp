#include "ricochet/derivatives/run_sensitivity.hpp"

#include "binding.hpp"
#include "method.hpp"
#include "ricochet/simulate.hpp"

#include <nanobind/eigen/dense.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet::python {
namespace {

/// A run and its derivatives. It has a clone of the stepper; other uses of that one do not matter.
class Sweeps {
 public:
  Sweeps(const Method& method, Index most_impacts, double memory)
      : method_(method),
        derivatives_(method_.stepper(),
                     RunSensitivity::Options{.most_impacts = most_impacts, .memory = memory}) {}

  void make(const Vector& q, const Vector& p, double t, double h, long steps,
            const std::vector<std::string>& names, const std::vector<double>& values) {
    Stepper& stepper = method_.stepper();
    const Changed changed(stepper, names, values);
    made_ = false;
    run_ = simulate(stepper, State{.t = t, .q = q, .p = p}, {.h = h, .steps = steps});
    if (!run_.ok()) throw std::invalid_argument(run_.message());
    derivatives_.set_parameters(stepper.system().parameter_values());
    if (const std::string why = derivatives_.take(run_); !why.empty())
      throw std::invalid_argument("RunSensitivity: the run has no derivative: " + why);
    made_ = true;
  }

  [[nodiscard]] const System& system() const { return method_.system(); }
  [[nodiscard]] RunSensitivity& derivatives() {
    if (!made_) throw std::invalid_argument("RunSensitivity: there is no run; call simulate first");
    return derivatives_;
  }
  [[nodiscard]] const Trajectory& run() {
    (void)derivatives();
    return run_;
  }
  [[nodiscard]] Index inputs() const { return derivatives_.inputs(); }

 private:
  Method method_;
  RunSensitivity derivatives_;
  Trajectory run_;
  bool made_ = false;
};

Vector times(Sweeps& sweeps) {
  const std::vector<Step>& steps = sweeps.run().steps;
  Vector all(static_cast<Index>(steps.size()));
  for (Index k = 0; k < all.size(); ++k) all[k] = steps[static_cast<size_t>(k)].state.t;
  return all;
}

/// One row per state.
Matrix table(Sweeps& sweeps, const Vector State::*part) {
  const std::vector<Step>& steps = sweeps.run().steps;
  Matrix all(static_cast<Index>(steps.size()), sweeps.system().n());
  for (Index k = 0; k < all.rows(); ++k)
    all.row(k) = (steps[static_cast<size_t>(k)].state.*part).transpose();
  return all;
}

std::vector<double> times_of_impacts(Sweeps& sweeps) {
  std::vector<double> all;
  for (const Step& step : sweeps.run().steps)
    for (const Impact& impact : step.impacts) all.push_back(impact.t);
  return all;
}

}  // namespace

void bind_run_sensitivity(nb::module_& m) {
  nb::class_<Sweeps>(m, "RunSensitivity", "Derivatives of a run; see ricochet.RunSensitivity.")
      .def(nb::init<const Method&, Index, double>(), nb::arg("stepper"), nb::arg("most_impacts"),
           nb::arg("memory"))
      .def("make", &Sweeps::make, nb::arg("q"), nb::arg("p"), nb::arg("t"), nb::arg("h"),
           nb::arg("steps"), nb::arg("names"), nb::arg("values"))
      .def_prop_ro("core_system", &Sweeps::system, nb::rv_policy::copy)
      .def_prop_ro("size", &Sweeps::inputs)
      .def_prop_ro("t", &times, "Times of the states [s].")
      .def_prop_ro(
          "q", [](Sweeps& s) { return table(s, &State::q); }, "Coordinates, one row per state.")
      .def_prop_ro(
          "p", [](Sweeps& s) { return table(s, &State::p); }, "Momenta, one row per state [N s].")
      .def_prop_ro("impact_times", &times_of_impacts, "When contacts were hit [s].")
      .def(
          "sweep", [](Sweeps& s, const Matrix& all) { return s.derivatives().forward(all); },
          nb::arg("directions"))
      .def(
          "sweep_along", [](Sweeps& s, const Matrix& all) { return s.derivatives().along(all); },
          nb::arg("directions"))
      .def(
          "sweep_back", [](Sweeps& s, const Vector& bar) { return s.derivatives().adjoint(bar); },
          nb::arg("bar"))
      .def(
          "sweep_twice",
          [](Sweeps& s, const Vector& bar, const Vector& direction) {
            return s.derivatives().hessian_vector(bar, direction);
          },
          nb::arg("bar"), nb::arg("direction"))
      .def_prop_ro(
          "growth", [](Sweeps& s) { return s.derivatives().growth(); },
          "log10 of the largest entry of the derivative by the start. Beyond about 6 it tells "
          "little "
          "of the motion.");
}

}  // namespace ricochet::python
