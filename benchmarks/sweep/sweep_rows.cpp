#include "sweep/sweep_rows.hpp"

#include "program/record/summary.hpp"
#include "ricochet/io/csv.hpp"
#include "ricochet/symbols/symbolics.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ricochet::cli {
namespace {

using Fields = std::vector<std::string>;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

void add_numbered(Fields& fields, const std::string& name, Index n, const std::string& end = {}) {
  for (Index i = 0; i < n; ++i) fields.push_back(name + std::to_string(i) + end);
}

/// Empty beyond the coordinates that there are.
void add_vector(Fields& fields, const Vector& x, Index n) {
  for (Index i = 0; i < n; ++i) fields.push_back(i < x.size() ? exact_or_empty(x[i]) : "");
}

/// A text as one field that needs no quotes, so that simple tools can cut rows at commas.
std::string field(std::string text) {
  std::replace(text.begin(), text.end(), '\n', ' ');
  std::replace(text.begin(), text.end(), ',', ';');
  std::replace(text.begin(), text.end(), '"', '\'');
  return text;
}

std::string line_of(const Fields& fields) { return join(fields, ",") + "\n"; }

Fields first_fields(const RowOf& of) {
  Fields fields{std::to_string(of.member)};
  for (const double value : of.values) fields.push_back(exact(value));
  return fields;
}

Fields first_columns(const Fields& names) {
  Fields columns{"member"};
  columns.insert(columns.end(), names.begin(), names.end());
  return columns;
}

/// The larger deviation to either side.
double largest(double initial, double least, double most) {
  return std::max(most - initial, initial - least);
}

double momentum_error(const RunSummary& s) { return s.steps > 0 ? largest_momentum_error(s) : nan; }

void add_measures(Fields& fields, const RunSummary& s, bool lists_impacts) {
  const bool stepped = s.steps > 0;  // else there is nothing to measure
  const auto add = [&](double x) { fields.push_back(stepped ? exact_or_empty(x) : ""); };
  add(s.energy_final);
  add(largest(s.energy_initial, s.energy_min, s.energy_max));
  add(s.energy_slope());
  add(largest(0.0, s.balance_min, s.balance_max));
  add(momentum_error(s));
  add(s.gap_min);
  add(s.equality_max);
  fields.push_back(stepped && lists_impacts ? std::to_string(s.impacts) : "");
  add(s.certificate_max);
}

/// How fast the first contact of an impact is approached [m/s].
double approach_speed(const System& system, const Impact& impact) {
  if (impact.constraints.empty()) return nan;
  const SymbolicsLock lock = lock_symbolics();
  const System now = system.at(impact.t);
  const Index first = impact.constraints.front();
  const Vector v = now.velocity(impact.q, impact.p_minus);
  const double rate = now.rheonomic() ? now.g_rate(impact.q)[first] : 0.0;
  return -(now.G(impact.q).col(first).dot(v) + rate);
}

Fields names_of(const System& system, const Impact& impact) {
  Fields names;
  for (const Index i : impact.constraints) names.push_back(in_one_word(system.gap_name(i)));
  return names;
}

std::string impact_row(const RowOf& of, const System& system, size_t number, const Impact& impact) {
  Fields fields = first_fields(of), impulses;
  for (const double x : impact.impulse) impulses.push_back(exact(x));
  fields.insert(fields.end(),
                {std::to_string(number), exact(impact.t), exact(impact.alpha),
                 field(join(names_of(system, impact), " ")), join(impulses, " "),
                 exact_or_empty(approach_speed(system, impact)),
                 exact_or_empty(impact.energy_minus), exact_or_empty(impact.energy_plus)});
  for (const Vector* x : {&impact.q, &impact.p_minus, &impact.p_plus}) add_vector(fields, *x, of.n);
  fields.push_back(of.sign);
  return line_of(fields);
}

}  // namespace

std::vector<std::string> sweep_columns(const std::vector<std::string>& names, Index n) {
  Fields columns = first_columns(names);
  columns.insert(columns.end(), {"status", "steps", "t"});
  add_numbered(columns, "q", n);
  add_numbered(columns, "p", n);
  columns.insert(columns.end(), {"energy", "energy_error", "energy_slope", "balance_error",
                                 "momentum_error", "gap_min", "equality_max", "impacts",
                                 "certificate", "message", "wall_seconds", "sweep"});
  return columns;
}

std::vector<std::string> impact_columns(const std::vector<std::string>& names, Index n) {
  Fields columns = first_columns(names);
  columns.insert(columns.end(), {"impact", "time", "alpha", "constraints", "impulse", "speed",
                                 "energy_before", "energy_after"});
  add_numbered(columns, "q", n);
  add_numbered(columns, "p", n, "_before");
  add_numbered(columns, "p", n, "_after");
  columns.emplace_back("sweep");
  return columns;
}

std::string sweep_row(const RowOf& of, const MemberRun& run, bool lists_impacts) {
  Fields fields = first_fields(of);
  fields.insert(fields.end(), {to_string(run.end.status), std::to_string(run.summary.steps),
                               exact_or_empty(run.last.state.t)});
  add_vector(fields, run.last.state.q, of.n);
  add_vector(fields, run.last.state.p, of.n);
  add_measures(fields, run.summary, lists_impacts);
  fields.insert(fields.end(), {run.ok() ? "" : field(run.message), exact(run.seconds), of.sign});
  return line_of(fields);
}

std::string impact_rows(const RowOf& of, const MemberRun& run, const System& system, double after) {
  std::string rows;
  size_t number = 0;
  for (const ImpactStep& step : run.impact_steps)
    for (const Impact& impact : step.impacts) {
      if (impact.t - run.of.start.t >= after) rows += impact_row(of, system, number, impact);
      ++number;
    }
  return rows;
}

}  // namespace ricochet::cli
