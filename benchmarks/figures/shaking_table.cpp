#include "draw/curves.hpp"
#include "figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::cli {
namespace {

// A ball on a table that shakes, A sin(omega t) with Gamma = A omega^2 / g: where in the period it
// meets the table. The orbit of period one and its doubling have closed forms.

constexpr double pi = std::numbers::pi;
constexpr double frequency = 10.0;  // [Hz]
constexpr double gravity = 9.81;    // [m/s^2]
constexpr double mass = 0.01;       // [kg]
constexpr long steps_per_period = 20;

double least_shaking(double e) { return pi * (1.0 - e) / (1.0 + e); }
double doubling(double e) {
  return std::hypot(least_shaking(e), 2.0 * (1.0 + e * e) / ((1.0 + e) * (1.0 + e)));
}
/// The phase of the impacts of the orbit of period one [rad].
double phase_of(double gamma, double e) { return std::acos(least_shaking(e) / gamma); }

/// Phases of the last impacts of a run, in (-pi, pi]. The ball leaves the table faster than on the
/// orbit by a share `off`.
std::vector<double> phases(Workbench& bench, double gamma, double e, long periods, double off) {
  const double omega = 2.0 * pi * frequency,
               start = std::acos(std::min(least_shaking(e) / gamma, 1.0));
  const double ball = mass * pi * gravity / omega * (1.0 + off);
  const double table = mass * gamma * gravity / omega * std::cos(start);
  const ProblemRun run =
      bench.run({.label = fmt::format("Gamma = {:.6g}, e = {:g}", gamma, e),
                 .words = fmt::format("shaking-table --set gamma={:.17g} --set restitution={:g} "
                                      "--p0 0,{:.17g},{:.17g} --h {:.17g} --steps {}",
                                      gamma, e, ball, table,
                                      1.0 / (frequency * static_cast<double>(steps_per_period)),
                                      periods * steps_per_period),
                 .most_samples = 200,
                 .table = false,
                 .impacts = true});
  std::vector<double> found;
  for (const Impact& impact : impacts(run))
    found.push_back(std::remainder(omega * impact.t, 2.0 * pi));
  constexpr size_t shown = 40;
  if (found.size() > shown) found.erase(found.begin(), found.end() - shown);
  return found;
}

double spread(const std::vector<double>& phases) {
  const auto [least, most] = std::minmax_element(phases.begin(), phases.end());
  return phases.empty() ? 0.0 : *most - *least;
}

struct Scan {
  Curve impacts = {}, orbit = {};
  Table table{.columns = {"gamma", "phase"}};
  double off = 0.0;  // largest, of the orbit of period one [rad]
};

Scan scan(Workbench& bench, double e, double to) {
  Scan s;
  s.impacts = {.title = "impacts", .look = Look::dots, .style = 1};
  s.orbit = {.title = "orbit of period one", .style = 2};
  constexpr int values = 60;
  const double from = least_shaking(e) * 1.01;
  for (int k = 0; k <= values; ++k) {
    const double gamma = from + (to - from) * k / values;
    const std::vector<double> found = phases(bench, gamma, e, 400, 1e-3);
    for (const double phase : found) {
      s.impacts.x.push_back(gamma);
      s.impacts.y.push_back(phase);
      s.table.rows.push_back({gamma, phase});
    }
    s.orbit.x.push_back(gamma);
    s.orbit.y.push_back(phase_of(gamma, e));
    if (gamma < 0.97 * doubling(e))
      for (const double phase : found)
        s.off = std::max(s.off, std::abs(phase - phase_of(gamma, e)));
  }
  return s;
}

void table(Workbench& bench) {
  const double e = 0.5;
  const Scan shown = scan(bench, e, 2.2);
  bench.table("impacts", shown.table);
  bench.claim({"an orbit meets the table once in each period, at the phase of its closed form",
               {{"largest deviation below the doubling", shown.off, at_most(1e-6), "rad"}}});
  for (const double each : {0.5, 0.8}) {
    const double at = doubling(each);
    bench.claim({fmt::format("for e = {:g} the period doubles at Gamma = {:.6f}", each, at),
                 {{"difference of impacts at 0.999 of it",
                   spread(phases(bench, 0.999 * at, each, 4000, 1e-3)), at_most(1e-2), "rad"},
                  {"at 1.001 of it", spread(phases(bench, 1.001 * at, each, 4000, 1e-3)),
                   at_least(5e-2), "rad"}}});
  }
  bench.remark(
      "400 periods each, of which the last 40 impacts are shown; the start is near the "
      "orbit of period one");
  bench.picture({.title = "A ball on a table that shakes",
                 .diagrams = {{.title = "impacts, e = 0.5",
                               .x_label = "Gamma = A omega^2 / g",
                               .y_label = "phase of the table [rad]",
                               .curves = {shown.impacts, shown.orbit}}},
                 .width = 900,
                 .height = 520});
}

}  // namespace

FigureEntries shaking_table_figures() {
  return {{"table-1", "period doubling on a table that shakes", "ours", table}};
}

}  // namespace ricochet::cli
