#include "draw/curves.hpp"
#include "figures/figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::cli {
namespace {

// [KP12] 5.2 and 8.1: two particles on a spring inside a circle, h = 0.5 s; all data stated.

constexpr double exact = 1e-11;  // a conserved momentum map, relative
constexpr Box circle_box{.left = -6.0, .right = 6.0, .bottom = -6.0, .top = 6.0};

Measured momentum_of(const ProblemRun& run, const Band& band) {
  return {run.label + ": largest |L - L0| / L0", momentum_error(run, 0), band};
}

Measured kept(const ProblemRun& run, const std::string& what, double now, double start,
              const Band& band) {
  return {run.label + ": " + what, now / start, band};
}

Measured momentum_left(const ProblemRun& run, const Band& band) {
  return kept(run, "L at the end / L0", run.samples.back().momenta[0],
              run.samples.front().momenta[0], band);
}

Measured energy_left(const ProblemRun& run, const Band& band) {
  return kept(run, "E at the end / E0", run.samples.back().energy, run.samples.front().energy,
              band);
}

Diagram momentum_diagram(std::vector<Curve> curves) {
  return {.title = "angular momentum",
          .x_label = "time t [s]",
          .y_label = "L [kg m^2/s]",
          .curves = std::move(curves)};
}

Diagram paths(const std::string& title, const ProblemRun& run) {
  Diagram diagram = plane_diagram(title, circle_box,
                                  {path(run, 0, "particle 1", 1), path(run, 1, "particle 2", 2)});
  diagram.boundary = run.problem;
  return diagram;
}

void smooth(Workbench& bench) {
  const ProblemRun direct = bench.run(
      {.label = "direct-endpoint", .words = "spring-sphere --stepper direct-endpoint --time 100"});
  const ProblemRun dsi = bench.run(
      {.label = "discrete-smooth", .words = "spring-sphere --stepper discrete-smooth --time 1000"});
  bench.claim({"direct, endpoint: energy and angular momentum decay within 100 s",
               {energy_left(direct, at_most(0.9)), momentum_left(direct, at_most(0.1))}});
  bench.claim(
      {"discrete-smooth: exact angular momentum for 1000 s", {momentum_of(dsi, at_most(exact))}});
  bench.claim({"discrete-smooth: energy approximately preserved for 1000 s",
               {{"largest |E - E0| / E0", largest_energy_error(dsi), at_most(0.003)}}});
  bench.claim(
      {"both particles stay on the boundary",
       {{"largest |g|", std::max(largest_gap(dsi, 0), largest_gap(dsi, 1)), at_most(1e-12), "m"}}});
  bench.picture({.title = "[KP12] fig 5.1: spring and sphere, smooth motion",
                 .diagrams = {energy_diagram("energy: direct, endpoint",
                                             {energy_curve(direct, "direct, endpoint", 2)}),
                              energy_diagram("energy: discrete-smooth",
                                             {energy_curve(dsi, "discrete-smooth", 1)}),
                              momentum_diagram({
                                  momentum_curve(direct, 0, "direct, endpoint", 2),
                              }),
                              momentum_diagram({momentum_curve(dsi, 0, "discrete-smooth", 1)})},
                 .columns = 2,
                 .width = 1200,
                 .height = 760});
}

/// Largest |gap| of the samples between two times [m].
double largest_between(const ProblemRun& run, double from, double to) {
  double largest = 0.0;
  for (const Sample& s : run.samples)
    if (s.state.t >= from && s.state.t <= to)
      largest = std::max(largest, s.gaps.cwiseAbs().maxCoeff());
  return largest;
}

/// Largest (sign 1) or smallest (sign -1) gap until a time [m].
double extreme_gap(const ProblemRun& run, double until, double sign) {
  double largest = -std::numeric_limits<double>::infinity();
  for (const Sample& s : run.samples)
    if (s.state.t <= until) largest = std::max(largest, (sign * s.gaps).maxCoeff());
  return sign * largest;
}

Diagram gap_diagram(const ProblemRun& run) {
  return {.title = "distance from the boundary",
          .x_label = "time t [s]",
          .y_label = "gap g [m]",
          .curves = {
              over_time(run, "particle 1", 1, [](const Sample& s) { return s.gaps[0]; }),
              over_time(run, "particle 2", 2, [](const Sample& s) { return s.gaps[1]; }),
          }};
}

void collision_integrator(Workbench& bench) {
  constexpr double first = 20.0;  // [s]
  const ProblemRun run = bench.run(
      {.label = "hybrid", .words = "spring-sphere --stepper hybrid --time 100", .may_fail = true});
  const double wanted = run.h * static_cast<double>(run.steps_wanted);
  if (!run.ok()) bench.remark(run.message);
  const double early = largest_between(run, 0.0, 0.25 * run.end_time());
  const double late = largest_between(run, 0.25 * run.end_time(), run.end_time());
  bench.claim({"the collision integrator adds an artificial bouncing off the boundary",
               {{"impacts (exact: none)", static_cast<double>(run.summary.impacts), at_least(10.0)},
                {"largest |g| within 20 s (exact: 0)", largest_between(run, 0.0, first),
                 at_least(0.01), "m"}}});
  bench.claim({"the bouncing increases over time and drives the system to instability",
               {{"largest |g|, last three quarters / first quarter", late / early, at_least(1.5)}},
               {"it does not increase; impacts accumulate and end the run",
                {{"end of the run", run.end_time(), at_most(0.999 * wanted), "s"}}}});
  bench.claim({"gaps of about -1.0 to 0.5 within 20 s (expected, not in the paper)",
               {{"smallest gap", extreme_gap(run, first, -1.0), between(-1.5, -0.5), "m"},
                {"largest gap", extreme_gap(run, first, 1.0), between(0.25, 1.0), "m"}}});
  bench.picture({.title = "[KP12] 5.2: spring and sphere by the collision integrator",
                 .diagrams = {paths("paths", run), gap_diagram(run)},
                 .columns = 2,
                 .width = 1100,
                 .height = 500});
}

void mixed(Workbench& bench) {
  const std::string words = "spring-sphere-mixed --stepper ";
  const ProblemRun direct =
      bench.run({.label = "direct-endpoint", .words = words + "direct-endpoint --time 100"});
  const ProblemRun gvi = bench.run({.label = "gvi", .words = words + "gvi --time 1000"});
  const ProblemRun numerical =
      bench.run({.label = "gvi-numerical", .words = words + "gvi --energy numerical --time 1000"});
  bench.claim({"direct, endpoint: energy and angular momentum dissipate within 100 s",
               {energy_left(direct, at_most(0.9)), momentum_left(direct, at_most(0.5))}});
  bench.claim({"gvi: exact angular momentum for 1000 s", {momentum_of(gvi, at_most(exact))}});
  bench.claim({"gvi: particle 2 stays on the boundary, particle 1 bounces, for 1000 s",
               {{"largest |g| of particle 2", largest_gap(gvi, 1), at_most(1e-10), "m"},
                {"impacts", static_cast<double>(gvi.summary.impacts), at_least(20.0)}}});
  bench.claim({"gvi: energy approximately preserved for 1000 s",
               {{"largest |E - E0| / E0", largest_energy_error(gvi), at_most(0.05)}},
               {"a slow drift, as reflections with H at h = 0.5 s make it",
                {{"energy drift over the run / E0", energy_drift(gvi), between(-0.25, 0.25)}}}});
  bench.claim(
      {"the numerical Hamiltonian reduces the drift much (expected by order, not in the paper)",
       {{"|drift|, numerical / H", std::abs(energy_drift(numerical) / energy_drift(gvi)),
         at_most(0.2)}}});
  bench.picture(
      {.title = "[KP12] fig 8.3: spring and sphere, one particle bounces, one slides",
       .diagrams = {paths("paths: gvi", gvi),
                    energy_diagram("energy", {energy_curve(direct, "direct, endpoint", 2),
                                              energy_curve(gvi, "gvi", 1),
                                              energy_curve(numerical, "gvi, numerical H", 3)}),
                    gap_diagram(gvi),
                    momentum_diagram({momentum_curve(direct, 0, "direct, endpoint", 2),
                                      momentum_curve(gvi, 0, "gvi", 1)})},
       .columns = 2,
       .width = 1200,
       .height = 900});
}

}  // namespace

FigureEntries kp12_sphere_figures() {
  return {
      {"kp12-5.1", "spring and sphere: smooth motion on the boundary", "[KP12] fig 5.1", smooth},
      {"kp12-5.2", "spring and sphere by a collision integrator", "[KP12] 5.2, in words",
       collision_integrator},
      {"kp12-8.3", "spring and sphere: bouncing and sliding", "[KP12] fig 8.3", mixed},
  };
}

}  // namespace ricochet::cli
