#include "binding.hpp"
#include "ricochet/certificate.hpp"
#include "ricochet/problem/range.hpp"
#include "ricochet/status.hpp"
#include "ricochet/text/text.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <string>
#include <vector>

namespace ricochet::python {
namespace {

void bind_range(nb::module_& m) {
  nb::class_<Range>(m, "Range", "The values a number may take: an interval of finite numbers.")
      .def(nb::init<>(), "Any finite number.")
      .def_static("positive", &Range::positive, "x > 0")
      .def_static("at_least", &Range::at_least, nb::arg("least"), "x >= least")
      .def_static("within", &Range::within, nb::arg("least"), nb::arg("most"), "least <= x <= most")
      .def_rw("least", &Range::least, "Lower bound.")
      .def_rw("most", &Range::most, "Upper bound.")
      .def_rw("with_least", &Range::with_least, "Whether the lower bound belongs to the range.")
      .def_rw("with_most", &Range::with_most, "Whether the upper bound belongs to the range.")
      .def("__contains__", &Range::contains, nb::arg("x"))
      .def("__repr__", [](const Range& r) { return "<range: " + r.text() + ">"; });
}

using Entry = std::pair<const char*, double Certificate::*>;

const std::vector<Entry>& entries() {
  static const std::vector<Entry> all = {{"dynamics", &Certificate::dynamics},
                                         {"equality", &Certificate::equality},
                                         {"complementarity", &Certificate::complementarity},
                                         {"sign", &Certificate::sign},
                                         {"tangency", &Certificate::tangency},
                                         {"gap", &Certificate::gap},
                                         {"friction", &Certificate::friction},
                                         {"jump", &Certificate::jump},
                                         {"energy", &Certificate::energy},
                                         {"branch", &Certificate::branch},
                                         {"limit", &Certificate::limit}};
  return all;
}

void bind_certificate(nb::module_& m) {
  nb::class_<Certificate>(m, "Certificate",
                          "Errors of a step, recomputed without any solver, as lengths [m].")
      .def_ro("dynamics", &Certificate::dynamics, "max |h M^-1 R|, R the equations of motion [m]")
      .def_ro("equality", &Certificate::equality, "max |f| [m]")
      .def_ro("complementarity", &Certificate::complementarity, "max |min(W_ii lambda_i, g_i)| [m]")
      .def_ro("sign", &Certificate::sign, "violation of inequalities and bounds [m]")
      .def_ro("tangency", &Certificate::tangency, "max |G^T M^-1 p|, |F^T M^-1 p|, times time [m]")
      .def_ro("gap", &Certificate::gap, "penetration that the method excludes [m]")
      .def_ro("friction", &Certificate::friction, "impulse outside its cone, or along the slip [m]")
      .def_ro("jump", &Certificate::jump, "an impact outside its cone or its law [m]")
      .def_ro("energy", &Certificate::energy, "energy mismatch of an impact [m]")
      .def_ro("branch", &Certificate::branch, "distance to the predictor; 1 is the limit")
      .def_ro("limit", &Certificate::limit, "allowed length [m]; 0: nothing was judged")
      .def_prop_ro("worst", &Certificate::worst, "The largest length [m]; NaN if any is NaN.")
      .def_prop_ro("ok", &Certificate::ok, "worst <= limit")
      .def_prop_ro("verdict", &Certificate::verdict, "The entry that decides, as text.")
      .def(
          "as_dict",
          [](const Certificate& c) {
            nb::dict all;
            for (const auto& [name, member] : entries()) all[name] = c.*member;
            return all;
          },
          "All entries by name.")
      .def("__repr__", [](const Certificate& c) { return "<certificate: " + c.verdict() + ">"; });
}

}  // namespace

void bind_values(nb::module_& m) {
  bind_range(m);
  bind_certificate(m);
  m.def(
      "statuses",
      [] {
        nb::dict all;
        for (const StepStatus status : all_statuses())
          all[nb::str(to_string(status).c_str())] = explain(status);
        return all;
      },
      "Every status of a step with its cause and cure.");
  m.def("suggestion", &suggestion, nb::arg("name"), nb::arg("candidates"),
        "\" (did you mean 'x'?)\", or the list of what exists.");
}

}  // namespace ricochet::python
