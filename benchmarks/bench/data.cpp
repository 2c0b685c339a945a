#include "bench/report.hpp"
#include "program/machine.hpp"
#include "program/record/settings_json.hpp"
#include "program/record/summary.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ricochet::cli {
namespace {

/// The suites that a row belongs to.
std::vector<std::string> suites_of(const BenchReport& report, const Measurement& row) {
  std::vector<std::string> names;
  for (const SuiteResult& result : report.suites)
    if (std::find(result.rows.begin(), result.rows.end(), &row) != result.rows.end())
      names.push_back(result.suite.name);
  return names;
}

/// Steps that are null go to the end of the problem.
Json limits_json(const BenchLimits& limits) {
  return {{"steps", limits.steps ? Json(*limits.steps) : Json()}, {"seconds", limits.seconds}};
}

Json row_json(const BenchReport& report, const Measurement& r) {
  const RunSummary& s = r.summary;
  const auto ran = [&](const Json& x) { return r.ran() ? x : Json(); };
  const auto made = [&](double x) { return r.stepped() ? number_or_null(x) : Json(); };
  const auto count = [&](long x) { return r.stepped() ? Json(x) : Json(); };
  return {
      {"case", r.trial.problem.name()},
      {"problem", r.trial.problem.problem},
      {"method", r.trial.method},
      {"backend", r.trial.backend},
      {"suites", suites_of(report, r)},
      {"status", r.status},
      {"message", r.message},
      {"report", ran("runs/" + run_name(r.trial))},
      {"limits", limits_json(r.trial.limits)},
      {"n", ran(r.n)},
      {"m", ran(r.m)},
      {"k", ran(r.k)},
      {"h", ran(r.h)},
      {"steps", ran(s.steps)},
      {"steps_wanted", ran(r.steps_wanted)},
      {"seconds_per_step", {{"median", made(r.seconds_median)}, {"mean", made(r.seconds_mean)}}},
      {"seconds_setup", ran(r.seconds_setup)},
      {"certificate_max", made(s.certificate_max)},
      {"violation", made(r.violation())},
      {"gap_min", made(s.gap_min)},
      {"equality_max", made(s.equality_max)},
      {"energy",
       {{"initial", made(s.energy_initial)},
        {"band", made(r.energy_band())},
        {"slope", made(s.energy_slope())}}},
      {"momentum_max_error", made(r.momentum_error())},
      {"impacts", r.logs_impacts ? count(s.impacts) : Json()},
      {"ipopt_iterations", count(s.solver.ipopt_iterations)},
      {"newton_iterations", count(s.solver.newton_iterations)},
      {"fallbacks", count(s.solver.fallbacks)},
      {"options", settings_json(r.settings.options)},
      {"structure", settings_json(r.settings.structure)},
      {"parameters", settings_json(r.settings.parameters)}};
}

Json suite_json(const SuiteResult& result) {
  Json methods = Json::array();
  for (const Competitor& c : competitors(result))
    methods.push_back({{"method", c.method},
                       {"backend", c.backend},
                       {"cases", c.cases},
                       {"taken", c.taken()},
                       {"solved", c.done},
                       {"cut", c.cut},
                       {"not_tried", c.not_tried},
                       {"failed", c.failed},
                       {"mean_seconds", number_or_null(c.mean_time)},
                       {"certificate_max", number_or_null(c.certificate_max)},
                       {"violation", number_or_null(c.violation)},
                       {"median_band", number_or_null(c.median_band)}});
  return {{"suite", result.suite.name},
          {"summary", result.suite.summary},
          {"limits", limits_json(result.suite.limits)},
          {"methods", methods}};
}

Json precision_json(const WorkPrecision& study) {
  Json curves = Json::array();
  for (const PrecisionCurve& curve : study.curves) {
    Json points = Json::array();
    for (const PrecisionPoint& p : curve.points)
      points.push_back({{"h", p.h}, {"error", number_or_null(p.error)}, {"seconds", p.seconds}});
    curves.push_back({{"method", curve.method}, {"points", points}});
  }
  return {{"case", study.problem.name()}, {"reference", study.reference},
          {"duration", study.duration},   {"uncertainty", number_or_null(study.uncertainty)},
          {"message", study.message},     {"methods", curves}};
}

std::string csv_row(const BenchReport& report, const Measurement& r) {
  const RunSummary& s = r.summary;
  const auto ran = [&](long x) { return r.ran() ? std::to_string(x) : ""; };
  const auto made = [&](double x) { return r.stepped() ? exact_or_empty(x) : ""; };
  std::string text = fmt::format("{},{},{},{},\"{}\",{},{},{},{},{},{}", r.trial.problem.name(),
                                 ran(r.n), ran(r.m), ran(r.k), r.trial.method, r.trial.backend,
                                 join(suites_of(report, r), " "), r.status,
                                 r.ran() ? exact(r.h) : "", ran(s.steps), ran(r.steps_wanted));
  text += fmt::format(",{},{},{}", made(r.seconds_median), made(r.seconds_mean),
                      r.ran() ? exact(r.seconds_setup) : "");
  for (const double x : {r.ipopt_iterations(), r.newton_iterations()}) text += ',' + made(x);
  text += ',' + (r.stepped() ? std::to_string(s.solver.fallbacks) : "");
  for (const double x : {s.certificate_max, r.violation(), s.gap_min, s.equality_max,
                         s.energy_initial, r.energy_band(), s.energy_slope(), r.momentum_error()})
    text += ',' + made(x);
  return text + ',' + (r.stepped() && r.logs_impacts ? std::to_string(s.impacts) : "");
}

}  // namespace

std::string bench_csv(const BenchReport& report) {
  std::string text =
      "case,n,m,k,method,backend,suites,status,h,steps,steps_wanted,seconds_per_step_median,"
      "seconds_per_step_mean,seconds_setup,ipopt_iterations_per_step,newton_iterations_per_step,"
      "fallbacks,certificate_max,violation,gap_min,equality_max,energy_initial,energy_band,"
      "energy_slope,momentum_max_error,impacts\n";
  for (const Measurement& r : report.rows) text += csv_row(report, r) + '\n';
  return text;
}

std::string precision_csv(const std::vector<WorkPrecision>& results) {
  std::string text = "case,reference,uncertainty,method,h,error,seconds\n";
  for (const WorkPrecision& study : results)
    for (const PrecisionCurve& curve : study.curves)
      for (const PrecisionPoint& p : curve.points)
        text += fmt::format("{},{},{},\"{}\",{},{},{}\n", study.problem.name(), study.reference,
                            exact(study.uncertainty), curve.method, exact(p.h), exact(p.error),
                            exact(p.seconds));
  return text;
}

std::string bench_json(const BenchReport& report) {
  Json suites = Json::array(), rows = Json::array(), precision = Json::array();
  for (const SuiteResult& result : report.suites) suites.push_back(suite_json(result));
  for (const Measurement& row : report.rows) rows.push_back(row_json(report, row));
  for (const WorkPrecision& study : report.precision) precision.push_back(precision_json(study));
  const Json json = {{"command", report.command},
                     {"versions", versions()},
                     {"machine", {{"processor", processor()}, {"threads", hardware_threads()}}},
                     {"jobs", report.jobs},
                     {"stopped", report.stopped},
                     {"wall_seconds", report.wall_seconds},
                     {"mean_time_shift", time_shift},
                     {"suites", suites},
                     {"cases", rows},
                     {"work_precision", precision}};
  return json.dump(2) + "\n";
}

}  // namespace ricochet::cli
