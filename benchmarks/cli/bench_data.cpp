#include "cli/bench_report.hpp"
#include "cli/machine.hpp"
#include "cli/settings_json.hpp"
#include "ricochet/text.hpp"

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

Json row_json(const BenchReport& report, const Measurement& r) {
  const RunSummary& s = r.summary;
  return {{"case", r.trial.problem.name()},
          {"problem", r.trial.problem.problem},
          {"method", r.trial.method},
          {"backend", r.trial.backend},
          {"suites", suites_of(report, r)},
          {"status", r.status},
          {"message", r.message},
          {"n", r.n},
          {"m", r.m},
          {"k", r.k},
          {"h", r.h},
          {"steps", s.steps},
          {"steps_wanted", r.steps_wanted},
          {"seconds_per_step", {{"median", r.seconds_median}, {"mean", r.seconds_mean}}},
          {"seconds_setup", r.seconds_setup},
          {"certificate_max", number_or_null(s.certificate_max)},
          {"violation", number_or_null(r.violation())},
          {"gap_min", number_or_null(s.gap_min)},
          {"equality_max", number_or_null(s.equality_max)},
          {"energy",
           {{"initial", number_or_null(s.energy_initial)},
            {"band", number_or_null(r.energy_band())},
            {"slope", number_or_null(s.energy_slope())}}},
          {"momentum_max_error", number_or_null(r.momentum_error())},
          {"impacts", s.impacts},
          {"ipopt_iterations", s.solver.ipopt_iterations},
          {"newton_iterations", s.solver.newton_iterations},
          {"fallbacks", s.solver.fallbacks},
          {"options", settings_json(r.settings.options)},
          {"structure", settings_json(r.settings.structure)},
          {"parameters", settings_json(r.settings.parameters)}};
}

Json suite_json(const SuiteResult& result, double limit) {
  Json methods = Json::array();
  for (const Competitor& c : competitors(result, limit))
    methods.push_back({{"method", c.method},
                       {"backend", c.backend},
                       {"cases", c.cases},
                       {"taken", c.taken()},
                       {"solved", c.done},
                       {"cut", c.cut},
                       {"failed", c.failed},
                       {"mean_seconds", number_or_null(c.mean_time)},
                       {"certificate_max", number_or_null(c.certificate_max)},
                       {"violation", number_or_null(c.violation)},
                       {"median_band", number_or_null(c.median_band)}});
  return {{"suite", result.suite.name}, {"summary", result.suite.summary}, {"methods", methods}};
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

}  // namespace

std::string bench_csv(const BenchReport& report) {
  std::string text =
      "case,n,m,k,method,backend,suites,status,h,steps,steps_wanted,seconds_per_step_median,"
      "seconds_per_step_mean,seconds_setup,ipopt_iterations_per_step,newton_iterations_per_step,"
      "fallbacks,certificate_max,violation,gap_min,equality_max,energy_initial,energy_band,"
      "energy_slope,momentum_max_error,impacts\n";
  for (const Measurement& r : report.rows) {
    const RunSummary& s = r.summary;
    text += fmt::format("{},{},{},{},\"{}\",{},{},{},{},{},{}", r.trial.problem.name(), r.n, r.m,
                        r.k, r.trial.method, r.trial.backend, join(suites_of(report, r), " "),
                        r.status, exact(r.h), s.steps, r.steps_wanted);
    for (const double x : {r.seconds_median, r.seconds_mean, r.seconds_setup, r.ipopt_iterations(),
                           r.newton_iterations()})
      text += fmt::format(",{}", exact(x));
    text += fmt::format(",{}", s.solver.fallbacks);
    for (const double x : {s.certificate_max, r.violation(), s.gap_min, s.equality_max,
                           s.energy_initial, r.energy_band(), s.energy_slope(), r.momentum_error()})
      text += fmt::format(",{}", exact(x));
    text += fmt::format(",{}\n", s.impacts);
  }
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
  for (const SuiteResult& result : report.suites)
    suites.push_back(suite_json(result, report.limits.seconds));
  for (const Measurement& row : report.rows) rows.push_back(row_json(report, row));
  for (const WorkPrecision& study : report.precision) precision.push_back(precision_json(study));
  const Json json = {
      {"command", report.command},
      {"versions", versions()},
      {"machine", {{"processor", processor()}, {"threads", hardware_threads()}}},
      {"limits", {{"steps", report.limits.steps}, {"seconds", report.limits.seconds}}},
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
