#include "binding.hpp"
#include "method.hpp"
#include "record.hpp"
#include "ricochet/io/checkpoint.hpp"
#include "ricochet/io/report.hpp"
#include "ricochet/run/run_measures.hpp"
#include "run_object.hpp"

#include <nanobind/eigen/dense.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include <limits>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ricochet::python {
namespace {

const RunData& data_of(nb::handle run) { return *nb::cast<const Run&>(run).data; }

/// An array that keeps the numbers of a run alive, not the run.
nb::object owner_of(nb::handle run) {
  using Owner = std::shared_ptr<const RunData>;
  auto* owner = new Owner(nb::cast<const Run&>(run).data);
  return nb::capsule(owner, [](void* p) noexcept { delete static_cast<Owner*>(p); });
}

View column(nb::handle run, const std::vector<double>& numbers) {
  return view(numbers.data(), {numbers.size()}, owner_of(run));
}

View table(nb::handle run, const Table& t) {
  return view(t.numbers.data(), {t.rows, t.columns}, owner_of(run));
}

Report report_of(const RunData& data, bool resumable) {
  const RecordedRun& made = data.made;
  Report report{.status = to_string(made.end.status),
                .message = made.message,
                .summary = made.summary,
                .wall_seconds = made.wall_seconds,
                .settings = made.settings};
  if (resumable) report.last = made.last;
  return report;
}

nb::dict measures_of(const RunData& data) {
  const RecordedRun& made = data.made;
  nb::dict all;
  all["energy_band"] = energy_band(made);
  all["largest_energy_error"] = largest_energy_error(made);
  all["energy_drift"] = energy_drift(made);
  all["seconds_per_step"] = made.seconds_per_step;
  all["steps"] = made.summary.steps;
  all["steps_wanted"] = made.steps_wanted;
  all["h"] = made.h;
  return all;
}

void bind_numbers(nb::class_<Run>& run) {
  run.def_prop_ro(
         "t", [](nb::handle r) { return column(r, data_of(r).t); }, shared, "Times [s].")
      .def_prop_ro(
          "q", [](nb::handle r) { return table(r, data_of(r).q); }, shared,
          "Coordinates, one row per record.")
      .def_prop_ro(
          "p", [](nb::handle r) { return table(r, data_of(r).p); }, shared,
          "Momenta, one row per record [N s].")
      .def_prop_ro(
          "energy", [](nb::handle r) { return column(r, data_of(r).energy); }, shared,
          "H(q, p), or E_d of the last (sub)step for a Lagrangian or nonholonomic rows [J].")
      .def_prop_ro(
          "energy_least", [](nb::handle r) { return column(r, data_of(r).energy_least); }, shared,
          "Least energy over the steps since the record before [J].")
      .def_prop_ro(
          "energy_most", [](nb::handle r) { return column(r, data_of(r).energy_most); }, shared,
          "Largest energy over the steps since the record before [J].")
      .def_prop_ro(
          "momenta", [](nb::handle r) { return table(r, data_of(r).momenta); }, shared,
          "Momentum maps, one column each.")
      .def_prop_ro(
          "gaps", [](nb::handle r) { return table(r, data_of(r).gaps); }, shared,
          "g(q), one column per entry [m].")
      .def_prop_ro(
          "certificates", [](nb::handle r) { return column(r, data_of(r).certificates); }, shared,
          "Worst length of the certificate of each record's step [m].");
}

void bind_facts(nb::class_<Run>& run) {
  run.def_prop_ro("core_system", [](nb::handle r) { return data_of(r).system; })
      .def_prop_ro(
          "ok", [](nb::handle r) { return data_of(r).made.ok(); }, "The run reached its end.")
      .def_prop_ro(
          "status", [](nb::handle r) { return to_string(data_of(r).made.end.status); },
          "'converged', 'interrupted', or the name of the failure that ended the run.")
      .def_prop_ro(
          "message", [](nb::handle r) { return data_of(r).made.message; },
          "How far the run came, why it ended and what cures it.")
      .def_prop_ro(
          "last",
          [](nb::handle r) {
            return MadeStep{data_of(r).made.last, data_of(r).method};
          },
          "The last certified step; another run may start from it.")
      .def_prop_ro("measures", [](nb::handle r) { return measures_of(data_of(r)); })
      .def("report_json", [](nb::handle r) { return to_json(report_of(data_of(r), false)); })
      .def(
          "save_checkpoint",
          [](nb::handle r, const std::string& file) {
            const RecordedRun& made = data_of(r).made;
            save(Checkpoint{.step = made.last,
                            .summary = made.summary,
                            .wall_seconds = made.wall_seconds,
                            .settings = made.settings},
                 file);
          },
          nb::arg("file"))
      .def(
          "save_report",
          [](nb::handle r, const std::string& file) { save(report_of(data_of(r), true), file); },
          nb::arg("file"));
}

nb::dict impact_arrays(nb::handle run) {
  const ImpactTable& table_of = data_of(run).impacts;
  nb::dict all;
  all["t"] = column(run, table_of.t);
  all["alpha"] = column(run, table_of.alpha);
  all["energy_minus"] = column(run, table_of.energy_minus);
  all["energy_plus"] = column(run, table_of.energy_plus);
  all["q"] = table(run, table_of.q);
  all["p_minus"] = table(run, table_of.p_minus);
  all["p_plus"] = table(run, table_of.p_plus);
  all["impulses"] = column(run, table_of.impulses);
  all["contacts"] = table_of.contacts;
  all["first"] = table_of.first;
  all["flagged"] = table_of.flagged;
  return all;
}

/// What Python says about a run to make.
struct Request {
  RunRecipe recipe = {};
  std::vector<std::string> names = {};
  std::vector<double> values = {};
};

void bind_request(nb::module_& m) {
  nb::class_<Request>(m, "Request", "A run to make; see ricochet.Stepper.simulate.")
      .def(
          "__init__",
          [](Request* made, double h, long steps) {
            new (made) Request{.recipe = {.h = h, .steps = steps}};
            made->recipe.samples = {
                .every = 1, .most = std::numeric_limits<long>::max() / 2, .impacts = true};
          },
          nb::arg("h"), nb::arg("steps"))
      .def(
          "every", [](Request& r, long rows) { r.recipe.every = r.recipe.samples.every = rows; },
          nb::arg("rows"))
      .def(
          "certify_every", [](Request& r, long n) { r.recipe.certify_every = n; }, nb::arg("n"))
      .def(
          "violated_start", [](Request& r, bool on) { r.recipe.violated_start = on; },
          nb::arg("on"))
      .def(
          "parameters",
          [](Request& r, std::vector<std::string> names, std::vector<double> values) {
            r.names = std::move(names);
            r.values = std::move(values);
          },
          nb::arg("names"), nb::arg("values"))
      .def(
          "files",
          [](Request& r, std::string trajectory, std::string events, std::string contacts,
             std::string checkpoint, std::string report) {
            r.recipe.files = {std::move(trajectory), std::move(events), std::move(contacts),
                              std::move(checkpoint), std::move(report)};
          },
          nb::arg("trajectory"), nb::arg("events"), nb::arg("contacts"), nb::arg("checkpoint"),
          nb::arg("report"))
      .def(
          "settings",
          [](Request& r, SettingList options, SettingList structure) {
            r.recipe.settings.options = std::move(options);
            r.recipe.settings.structure = std::move(structure);
          },
          nb::arg("options"), nb::arg("structure"));
}

Run made(Method& method, const Request& request, const Beginning& begin, nb::object progress) {
  const Use use(method);
  const Changed changed(method.stepper(), request.names, request.values);
  return {record_run(method, begin, request.recipe, std::move(progress))};
}

}  // namespace

void bind_run(nb::module_& m) {
  nb::class_<Run> run(m, "Run", "What a run made and how it ended; see ricochet.Run.");
  run.def(nb::init<const Run&>(), nb::arg("other")).def_prop_ro("impact_arrays", &impact_arrays);
  bind_numbers(run);
  bind_facts(run);
  bind_request(m);
  m.def(
      "simulate",
      [](Method& method, const Request& request, Vector q, Vector p, double t,
         nb::object progress) {
        const State start{.t = t, .q = std::move(q), .p = std::move(p)};
        return made(method, request, {.state = start}, std::move(progress));
      },
      nb::arg("stepper"), nb::arg("request"), nb::arg("q"), nb::arg("p"), nb::arg("t"),
      nb::arg("progress").none());
  m.def(
      "go_on",
      [](Method& method, const Request& request, const MadeStep& step, nb::object progress) {
        require_fit(step, method.system());
        return made(method, request, {.step = step}, std::move(progress));
      },
      nb::arg("stepper"), nb::arg("request"), nb::arg("step"), nb::arg("progress").none());
  m.def(
      "resume",
      [](Method& method, const Request& request, const std::string& file, nb::object progress) {
        return made(method, request, {.file = file}, std::move(progress));
      },
      nb::arg("stepper"), nb::arg("request"), nb::arg("file"), nb::arg("progress").none());
  m.def(
      "load_settings",
      [](const std::string& file) {
        const Settings all = load_settings(file);
        return std::make_tuple(all.options, all.structure, all.parameters);
      },
      nb::arg("file"), "(options, structure, parameters) of a checkpoint or a report.");
}

}  // namespace ricochet::python
