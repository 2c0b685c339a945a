#include "draw/curves.hpp"
#include "figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::cli {
namespace {

// [RC25] 4.3, figures 3 and 4: a nonholonomic spherical pendulum inside a cylinder; all data
// stated. theta is measured from the top and passes pi, so that the wall is l |sin theta| <= R.

double parameter(const ProblemRun& run, const char* name) {
  return run.problem.system.parameter(name);
}

Measured impact_count(const ProblemRun& run, double stated) {
  return {"impacts", static_cast<double>(run.summary.impacts), between(stated, stated)};
}

/// Largest violation of phi' = (pi + cos^2 theta) theta' between successive samples, all steps kept
/// [rad/s].
double row_error(const ProblemRun& run) {
  std::vector<double> hit_times;
  for (const Impact& hit : impacts(run)) hit_times.push_back(hit.t);
  double largest = 0.0;
  for (size_t i = 0; i + 1 < run.samples.size(); ++i) {
    const State &from = run.samples[i].state, &to = run.samples[i + 1].state;
    const bool hit = std::any_of(hit_times.begin(), hit_times.end(),
                                 [&](double t) { return from.t < t && t < to.t; });
    if (hit) continue;  // two substeps, each with its own velocity
    const Vector v = (to.q - from.q) / run.h;
    const double ratio = std::numbers::pi + std::pow(std::cos(from.q[0]), 2);
    largest = std::max(largest, std::abs(ratio * v[0] - v[1]));
  }
  return largest;
}

/// The mass from above.
Curve top_view(const ProblemRun& run) {
  const double l = parameter(run, "length");
  const auto out = [l](const Sample& s) { return l * std::sin(s.state.q[0]); };
  return {.title = "path",
          .x = series(run, [&](const Sample& s) { return out(s) * std::cos(s.state.q[1]); }),
          .y = series(run, [&](const Sample& s) { return out(s) * std::sin(s.state.q[1]); }),
          .style = 1};
}

void angles(Workbench& bench) {
  const ProblemRun run =
      bench.run({.label = "nonholonomic-collision", .words = "pendulum-cylinder", .impacts = true});
  bench.claim({"three collisions within 5 s", {impact_count(run, 3.0)}});
  bench.claim({"the discrete row ties both angles in every step",
               {{"largest |(pi + cos^2 theta) theta' - phi'| between impacts", row_error(run),
                 at_most(1e-8), "rad/s"}}});
  bench.claim({"the pendulum stays inside the cylinder",
               {{"smallest gap R - l |sin theta|", run.summary.gap_min, at_least(-1e-12), "m"}}});
  Curve hits{.title = "impacts", .look = Look::points, .style = 3};
  for (const Impact& hit : impacts(run)) {
    hits.x.push_back(hit.t);
    hits.y.push_back(hit.q[0]);
  }
  const double wall = std::asin(parameter(run, "cylinder") / parameter(run, "length"));
  const auto level = [&](double theta, const std::string& title) -> Curve {
    return {.title = title, .x = {0.0, run.end_time()}, .y = {theta, theta}, .style = 10};
  };
  const double R = parameter(run, "cylinder");
  Diagram plane =
      plane_diagram("the mass from above", {.left = -1.7, .right = 1.7, .bottom = -1.7, .top = 1.7},
                    {circle(0.0, 0.0, R, "cylinder", 9), top_view(run)});
  bench.picture(
      {.title = "[RC25] fig 3: a nonholonomic pendulum hits a cylinder",
       .diagrams =
           {{.title = "angles",
             .x_label = "time t [s]",
             .y_label = "angle [rad]",
             .curves = {level(std::numbers::pi - wall, "wall"), level(std::numbers::pi + wall, ""),
                        over_time(run, "theta", 1, [](const Sample& s) { return s.state.q[0]; }),
                        over_time(run, "phi", 2, [](const Sample& s) { return s.state.q[1]; }),
                        hits}},
            plane},
       .columns = 2,
       .width = 1200,
       .height = 560});
}

void energy(Workbench& bench) {
  std::vector<ProblemRun> runs;
  std::vector<double> sizes, slopes;
  for (const double h : {4e-4, 2e-4, 1e-4}) {
    runs.push_back(bench.run({.label = fmt::format("h={:g}", h),
                              .words = fmt::format("pendulum-cylinder --time 100 --h {:g}", h),
                              .most_samples = 4000}));
    sizes.push_back(h);
    slopes.push_back(runs.back().summary.energy_slope());
  }
  const ProblemRun& run = runs.back();  // h of the paper
  bench.claim({"76 impacts in 100 s", {impact_count(run, 76.0)}});
  bench.claim({"the energy remains almost constant",
               {{"largest |E - E0| / |E0|", largest_energy_error(run), at_most(0.02)}}});
  bench.claim({"with a slight increase over time",
               {{"slope of the energy", slopes.back(), between(1e-5, 2e-3), "J/s"}}});
  bench.claim({"the increase is of first order in h, as the rule is (not in the paper)",
               {{"order of the slope", fitted_order(sizes, slopes), between(0.9, 1.1)}}});
  std::vector<Curve> curves;
  for (const ProblemRun& of : runs)
    curves.push_back(energy_curve(of, of.label + " s", curves.size() + 1));
  Diagram diagram = energy_diagram("energy over time, band of the steps between samples", curves);
  diagram.y_label = "energy E_d [J]";
  bench.remark("the energy is E_d: momenta are known modulo the nonholonomic row");
  bench.picture({.title = "[RC25] fig 4: energy of the nonholonomic pendulum, 100 s",
                 .diagrams = {diagram},
                 .width = 1000,
                 .height = 520});
}

}  // namespace

FigureEntries rc25_pendulum_figures() {
  return {
      {"rc25-3", "a nonholonomic pendulum in a cylinder", "[RC25] fig 3", angles},
      {"rc25-4", "energy of the nonholonomic pendulum", "[RC25] fig 4", energy},
  };
}

}  // namespace ricochet::cli
