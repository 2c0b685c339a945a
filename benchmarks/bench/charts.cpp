#include "bench/charts.hpp"

#include "draw/curves.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr size_t reference_style = 9;  // last in the legend
constexpr double error_floor = 1e-17;  // of a logarithmic axis [m], below any round-off

/// A profile as a stair from tau = 1 to the right edge.
Curve stair(const Profile& profile, double right) {
  Curve curve;
  double height = 0.0;
  const auto corner = [&](double tau) {
    curve.x.push_back(tau);
    curve.y.push_back(height);
  };
  corner(1.0);
  for (size_t i = 0; i < profile.tau.size(); ++i) {
    corner(profile.tau[i]);
    height = profile.fraction[i];
    corner(profile.tau[i]);
  }
  corner(right);
  return curve;
}

/// A cell with the names of all curves, whose own diagrams then have none.
Diagram legend_of(Chart& chart) {
  Diagram legend{.ticks = false, .box = Box{.left = 0.0, .right = 1.0, .bottom = 0.0, .top = 1.0}};
  std::set<std::string> seen;
  for (Diagram& diagram : chart.diagrams)
    for (Curve& curve : diagram.curves) {
      if (seen.insert(curve.title).second)
        legend.curves.push_back({.title = curve.title,
                                 .x = {-2.0, -1.0},  // outside of the box
                                 .y = {-2.0, -1.0},
                                 .look = curve.look,
                                 .style = curve.style});
      curve.title.clear();
    }
  std::stable_partition(legend.curves.begin(), legend.curves.end(),
                        [](const Curve& curve) { return curve.style != reference_style; });
  return legend;
}

void arrange(Chart& chart) {
  constexpr size_t most_columns = 3;
  constexpr int wide = 480, high = 380, head = 60;
  if (chart.diagrams.empty()) return;
  chart.diagrams.push_back(legend_of(chart));
  chart.columns = std::min(most_columns, chart.diagrams.size());
  const size_t rows = (chart.diagrams.size() + chart.columns - 1) / chart.columns;
  chart.width = std::max(900, wide * static_cast<int>(chart.columns));
  chart.height = head + high * static_cast<int>(rows);
}

Diagram& diagram_of(Chart& chart, const std::string& title) {
  for (Diagram& diagram : chart.diagrams)
    if (diagram.title == title) return diagram;
  chart.diagrams.push_back({.title = title,
                            .x_label = "size n",
                            .y_label = "time per step [ms]",
                            .log_x = true,
                            .log_y = true});
  return chart.diagrams.back();
}

Curve& curve_of(Diagram& diagram, const std::string& title, size_t style) {
  for (Curve& curve : diagram.curves)
    if (curve.title == title) return curve;
  diagram.curves.push_back({.title = title, .look = Look::marked_line, .style = style});
  return diagram.curves.back();
}

/// The line below which errors have no meaning: the uncertainty of the reference.
Curve uncertainty_line(const WorkPrecision& result) {
  Curve line{.title = "uncertainty of the reference", .style = reference_style};
  double least = HUGE_VAL, most = 0.0;
  for (const PrecisionCurve& curve : result.curves)
    for (const PrecisionPoint& point : curve.points) {
      least = std::min(least, point.seconds);
      most = std::max(most, point.seconds);
    }
  line.x = {1e3 * least, 1e3 * most};
  line.y = {std::max(error_floor, result.uncertainty), std::max(error_floor, result.uncertainty)};
  return line;
}

}  // namespace

std::string competitor_name(const std::string& method, const std::string& backend,
                            bool several_backends) {
  return several_backends ? method + ", " + backend : method;
}

bool several_backends(const Measurements& rows) {
  return std::any_of(rows.begin(), rows.end(), [&](const Measurement& row) {
    return row.trial.backend != rows.front().trial.backend;
  });
}

BenchCharts::BenchCharts(const BenchReport& report)
    : report_(report), several_backends_(several_backends(report.rows)) {
  for (const Measurement& row : report.rows) {
    const std::string name =
        competitor_name(row.trial.method, row.trial.backend, several_backends_);
    if (std::find(competitors_.begin(), competitors_.end(), name) == competitors_.end())
      competitors_.push_back(name);
  }
}

size_t BenchCharts::style_of(const std::string& competitor) const {
  const auto found = std::find(competitors_.begin(), competitors_.end(), competitor);
  return style_in_turn(static_cast<size_t>(found - competitors_.begin()));
}

Chart BenchCharts::profiles(const SuiteResult& result) const {
  const std::vector<Competitor> all = competitors(result);
  const std::vector<Profile> profiles = performance_profiles(costs(result, all));
  double right = 1.0;
  for (const Profile& profile : profiles)
    if (!profile.tau.empty()) right = std::max(right, profile.tau.back());
  right *= 1.5;  // what is constant is seen as such
  Chart chart{.title = result.suite.name + ": performance profiles", .width = 900, .height = 560};
  Diagram diagram{.x_label = "cost of a case / cost by the best method",
                  .y_label = "fraction of cases solved",
                  .log_x = true,
                  .box = Box{.left = 1.0, .right = right, .bottom = 0.0, .top = 1.03}};
  for (size_t j = 0; j < profiles.size(); ++j) {
    if (profiles[j].tau.empty()) continue;
    Curve curve = stair(profiles[j], right);
    curve.title = competitor_name(all[j].method, all[j].backend, several_backends_);
    curve.style = style_of(curve.title);
    diagram.curves.push_back(std::move(curve));
  }
  const bool tells = diagram.curves.size() > 1;  // one method alone is the best everywhere
  if (tells) chart.diagrams.push_back(std::move(diagram));
  return chart;
}

Chart BenchCharts::scaling(const SuiteResult& result) const {
  Chart chart{.title = result.suite.name + ": time per step"};
  for (const Measurement* row : result.rows) {
    if (row->trial.problem.size == 0 || row->summary.steps == 0) continue;
    const std::string name =
        competitor_name(row->trial.method, row->trial.backend, several_backends_);
    Diagram& diagram = diagram_of(chart, row->trial.problem.problem);
    Curve& curve = curve_of(diagram, name, style_of(name));
    curve.x.push_back(row->trial.problem.size);
    curve.y.push_back(1e3 * row->seconds_median);
  }
  std::erase_if(chart.diagrams, [](const Diagram& diagram) {
    return std::all_of(diagram.curves.begin(), diagram.curves.end(),
                       [](const Curve& curve) { return curve.x.size() < 2; });
  });
  arrange(chart);
  return chart;
}

Chart BenchCharts::precision(const SuiteResult& result) const {
  Chart chart{.title = result.suite.name + ": error over cost"};
  for (const WorkPrecision& study : report_.precision) {
    const bool belongs =
        std::any_of(result.rows.begin(), result.rows.end(),
                    [&](const Measurement* row) { return row->trial.problem == study.problem; });
    if (!belongs || study.curves.empty()) continue;
    Diagram diagram{.title = study.problem.name(),
                    .x_label = "time in the steps [ms]",
                    .y_label = "distance to the reference [m]",
                    .log_x = true,
                    .log_y = true};
    for (const PrecisionCurve& curve : study.curves) {
      const std::string name =
          competitor_name(curve.method, report_.rows.front().trial.backend, several_backends_);
      Curve& drawn = curve_of(diagram, name, style_of(name));
      for (const PrecisionPoint& point : curve.points) {
        drawn.x.push_back(1e3 * point.seconds);
        drawn.y.push_back(std::max(error_floor, point.error));
      }
    }
    if (std::isfinite(study.uncertainty)) diagram.curves.push_back(uncertainty_line(study));
    chart.diagrams.push_back(std::move(diagram));
  }
  arrange(chart);
  return chart;
}

}  // namespace ricochet::cli
