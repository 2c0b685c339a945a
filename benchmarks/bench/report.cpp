#include "bench/report.hpp"

#include "bench/attempt_report.hpp"
#include "bench/charts.hpp"
#include "program/machine.hpp"
#include "program/record/summary.hpp"
#include "program/text_table.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

namespace ricochet::cli {
namespace {

const Measurement* find(const Measurements& rows, const Trial& like, const std::string& backend) {
  for (const Measurement& row : rows)
    if (row.trial.problem == like.problem && row.trial.method == like.method &&
        row.trial.backend == backend)
      return &row;
  return nullptr;
}

std::string percent(long part, long whole) {
  return whole > 0 ? fmt::format("{} % of {}", (200 * part + whole) / (2 * whole), whole) : "-";
}

/// What the cases of a suite may take.
std::string limits_text(const BenchLimits& limits) {
  return (limits.steps ? fmt::format("At most {} steps", *limits.steps)
                       : std::string("The whole duration of each problem")) +
         fmt::format(", cut after {} s.", brief(limits.seconds));
}

/// How the numbers were made, for the page.
std::string method_text(const BenchReport& r) {
  return fmt::format(
      "Each case is a problem with its own rule, step and start under one method. It ends after as "
      "many steps as its suite allows, at the\nend of the problem, or when the limit of wall time "
      "of the suite, set-up included, cuts it; larger cases of the same kind are then\nnot tried. "
      "A case in several suites has the largest of their limits. A case is solved if it reached "
      "its end with every step certified.\nOnly the steps are timed, {}. `ricochet run --from "
      "runs/CASE_METHOD_BACKEND.json` repeats a case bit for bit.\n\n"
      "- machine: {}, {} threads\n- versions: {}\n- command: `{}`\n- wall time: {:.0f} s{}\n",
      r.jobs == 1 ? "one case after another"
                  : fmt::format("**{} cases at a time, which disturb each other's times**", r.jobs),
      processor(), hardware_threads(), versions(), r.command, r.wall_seconds,
      r.stopped ? "; **stopped on request before its end**" : "");
}

/// A link, if there is something to be seen.
std::string picture(const std::string& text, const std::string& file, const Chart& chart) {
  return chart.diagrams.empty() ? "" : fmt::format("![{}]({})\n\n", text, file);
}

std::string suite_section(const SuiteResult& result, const BenchReport& r) {
  std::string text = fmt::format("## {}: {}\n\n{}\n\n", result.suite.name, result.suite.summary,
                                 limits_text(result.suite.limits));
  if (result.rows.empty()) return text + "No problem is like that.\n\n";
  const BenchCharts charts(r);
  const Suite& suite = result.suite;
  text += suite_table(result) + '\n';
  if (const std::string told = reported_lines(result); !told.empty()) text += told + '\n';
  text += picture("performance profiles", profile_name(suite), charts.profiles(result));
  if (!suite.sizes.empty())
    text += picture("time per step", scaling_name(suite), charts.scaling(result));
  return text + picture("error over cost", precision_name(suite), charts.precision(result));
}

/// Problems without error over cost, with the reason; empty if there is none.
std::string precision_notes(const std::vector<WorkPrecision>& studies) {
  std::string notes;
  for (const WorkPrecision& study : studies)
    if (!study.message.empty())
      notes += fmt::format("- {}: {}\n", study.problem.name(), study.message);
  return notes.empty() ? notes : "Without error over cost:\n\n" + notes + '\n';
}

constexpr const char* legend =
    "`success`: the share of the cases that the method takes, each of which is `solved`, `failed` "
    "(a step did), `cut` by the limit of time, or\n`not tried` because a smaller case shows that "
    "it would be cut. `mean time`: shifted geometric mean of the time of all steps of a case,\n"
    "shift 1 ms, over the cases taken; one not solved counts as the limit. "
    "`certificate`: the worst of all steps, `violation`: the worst penetration or equality error "
    "[m]; `median "
    "band`: of the cases solved,\nlargest minus smallest energy [J]. A case that is solved may "
    "still "
    "have large errors.\nPerformance profiles: the fraction of cases "
    "solved "
    "at no more than that multiple of the time of the fastest method; a method that\ncannot take a "
    "case does not solve it. Error over cost: mean distance of the positions of the first 100 "
    "steps "
    "(at most) to those of\nthe problem's own method with h / 64, for h, h/2, h/4 and h/8. A "
    "method "
    "with another law of impact levels off at its distance to it;\nthe thin line is the distance "
    "of the reference to itself with h / 32, below which an error says nothing.\n\n";

constexpr const char* columns =
    "`violation`: the worst of penetration and equality error [m]; `band`: largest minus smallest "
    "energy [J]; `drift`: its fitted slope [J/s];\n`momentum`: largest error of a momentum map; "
    "`set-up`: to build problem and method; times per step are medians;\n`n`, `m`, `k`: numbers "
    "of coordinates, inequalities and equalities. `-`: not measured, or not listed by the method "
    "(impacts).\n\n";

}  // namespace

std::string profile_name(const Suite& suite) { return suite.name + "_profile.svg"; }
std::string scaling_name(const Suite& suite) { return suite.name + "_scaling.svg"; }
std::string precision_name(const Suite& suite) { return suite.name + "_precision.svg"; }

std::string run_name(const Trial& trial) {
  return file_name(trial.problem.name() + '_' + trial.method + '_' + trial.backend) + ".json";
}

std::string bench_table(const Measurements& rows) {
  TextTable table(
      {"case", "n", "m", "k", "method", "backend", "status", "steps", "ms/step", "set-up [s]",
       "certificate", "violation", "band", "drift", "momentum", "impacts", "iterations"},
      "<>>><<<>>>>>>>>>>");
  for (const Measurement& r : rows) {
    if (r.refused()) continue;
    const RunSummary& s = r.summary;
    const auto ran = [&](long x) { return r.ran() ? std::to_string(x) : "-"; };
    const auto made = [&](const char* format, double x) {
      return r.stepped() ? shown(format, x) : "-";
    };
    table.add(
        {r.trial.problem.name(), ran(r.n), ran(r.m), ran(r.k), r.trial.method, r.trial.backend,
         r.status, r.ran() ? fmt::format("{}/{}", s.steps, r.steps_wanted) : "-",
         made("{:.4f}", 1e3 * r.seconds_median),
         r.ran() ? fmt::format("{:.2f}", r.seconds_setup) : "-", made("{:.1e}", s.certificate_max),
         made("{:.1e}", r.violation()), made("{:.2e}", r.energy_band()),
         made("{:+.1e}", s.energy_slope()), made("{:.1e}", r.momentum_error()),
         r.stepped() && r.logs_impacts ? std::to_string(s.impacts) : "-",
         made("{:.1f}", r.ipopt_iterations() + r.newton_iterations())});
  }
  return table.text();
}

std::string suite_table(const SuiteResult& result) {
  TextTable table({"method", "backend", "cases", "taken", "success", "solved", "failed", "cut",
                   "not tried", "mean time [ms]", "certificate", "violation", "median band"},
                  "<<>>>>>>>>>>>");
  for (const Competitor& c : competitors(result))
    table.add({c.method, c.backend, std::to_string(c.cases), std::to_string(c.taken()),
               percent(c.done, c.taken()), std::to_string(c.done), std::to_string(c.failed),
               std::to_string(c.cut), std::to_string(c.not_tried),
               shown(c.mean_time < 0.1 ? "{:.3g}" : "{:.0f}", 1e3 * c.mean_time),
               shown("{:.1e}", c.certificate_max), shown("{:.1e}", c.violation),
               shown("{:.1e}", c.median_band)});
  return table.text();
}

std::string bench_ratios(const Measurements& rows) {
  std::string list;
  for (const Measurement& fast : rows) {
    if (fast.trial.backend != "newton" || !(fast.seconds_median > 0.0)) continue;
    const Measurement* slow = find(rows, fast.trial, "ipopt");
    if (slow && slow->seconds_median > 0.0)
      list += fmt::format("{}{} {} {:.0f}", list.empty() ? "" : ", ", fast.trial.problem.name(),
                          fast.trial.method, slow->seconds_median / fast.seconds_median);
  }
  return list.empty() ? list : "Time per step, ipopt / newton: " + list + ".\n";
}

std::string bench_page(const BenchReport& r) {
  std::vector<std::string> names;
  for (const SuiteResult& result : r.suites) names.push_back(result.suite.name);
  std::string page = fmt::format("# Benchmark: {}\n\n{}\n{}", join(names), method_text(r), legend);
  for (const SuiteResult& result : r.suites) page += suite_section(result, r);
  page +=
      fmt::format("## All cases\n\n{}{}\n{}", columns, bench_table(r.rows), bench_ratios(r.rows));
  const std::string notes = bench_notes(r.rows) + precision_notes(r.precision);
  return notes.empty() ? page : page + "\n## Cases not solved, and not taken\n\n" + notes;
}

}  // namespace ricochet::cli
