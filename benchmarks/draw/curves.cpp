#include "draw/curves.hpp"

#include "draw/round_off.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ricochet::cli {
namespace {

/// A curve that stays where it begins: what it would show is round-off.
Curve level(Curve curve) {
  for (double& y : curve.y)
    if (std::isfinite(y)) y = curve.y.front();
  return curve;
}

}  // namespace

Curve over_time(const ProblemRun& run, const std::string& title, size_t style,
                const std::function<double(const Sample&)>& of) {
  return {.title = title, .x = times(run), .y = series(run, of), .style = style};
}

Curve path(const ProblemRun& run, size_t body, const std::string& title, size_t style) {
  const PlanarBody& b = run.problem.bodies.at(body);
  return {.title = title,
          .x = series(run, [&](const Sample& s) { return s.state.q[b.x]; }),
          .y = series(run, [&](const Sample& s) { return s.state.q[b.y]; }),
          .style = style};
}

Curve mark(double x, double y, const std::string& title, size_t style) {
  return {.title = title, .x = {x}, .y = {y}, .look = Look::points, .style = style};
}

Curve circle(double x, double y, double radius, const std::string& title, size_t style) {
  return {.title = title, .x = {x}, .y = {y}, .z = {radius}, .look = Look::circles, .style = style};
}

Curve energy_curve(const ProblemRun& run, const std::string& title, size_t style) {
  Curve curve = over_time(run, title, style, [](const Sample& s) { return s.energy; });
  const RunSummary& s = run.summary;
  if (s.energy_max - s.energy_min <=
      energy_round_off(run.problem.system, run.samples, s.energy_initial))
    return level(curve);
  const bool thinned = static_cast<long>(run.samples.size()) <= run.summary.steps;
  if (!thinned) return curve;
  curve.look = Look::envelope;
  curve.y = series(run, [](const Sample& at) { return at.energy_least; });
  curve.z = series(run, [](const Sample& at) { return at.energy_most; });
  return curve;
}

Curve momentum_curve(const ProblemRun& run, Index map, const std::string& title, size_t style) {
  Curve curve = over_time(run, title, style, [map](const Sample& s) { return s.momenta[map]; });
  const double error = run.summary.momentum_max_error.at(static_cast<size_t>(map));
  return error <= momentum_round_off(run.samples) ? level(curve) : curve;
}

Diagram energy_diagram(const std::string& title, std::vector<Curve> curves) {
  return {.title = title,
          .x_label = "time t [s]",
          .y_label = "energy H [J]",
          .curves = std::move(curves)};
}

Diagram plane_diagram(const std::string& title, const Box& box, std::vector<Curve> curves) {
  return {.title = title,
          .x_label = "x [m]",
          .y_label = "y [m]",
          .curves = std::move(curves),
          .equal_scales = true,
          .box = box};
}

size_t style_in_turn(size_t i) {
  constexpr std::array<size_t, 12> line_styles = {1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14};
  return line_styles.at(i % line_styles.size());
}

double fitted_order(const std::vector<double>& x, const std::vector<double>& y) {
  double n = 0.0, sx = 0.0, sy = 0.0, sxx = 0.0, sxy = 0.0;
  for (size_t i = 0; i < std::min(x.size(), y.size()); ++i) {
    const double a = std::log(x[i]), b = std::log(y[i]);
    n += 1.0;
    sx += a;
    sy += b;
    sxx += a * a;
    sxy += a * b;
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

double largest_gap(const ProblemRun& run, Index gap) {
  return std::max(run.gaps_most[gap], -run.gaps_least[gap]);
}

}  // namespace ricochet::cli
