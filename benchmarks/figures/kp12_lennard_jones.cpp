#include "draw/curves.hpp"
#include "figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ricochet::cli {
namespace {

// [KP12] fig 8.5: a chain of six spheres; Verlet, h = 1e-2 s, 2000 s. The start and epsilon are
// chosen.

constexpr Index spheres = 6;
constexpr Box bound{.left = -5.2, .right = 5.2, .bottom = -5.2, .top = 5.2};

double parameter(const ProblemRun& run, const char* name) {
  return run.problem.system.parameter(name);
}

/// The chain at the end, seen along z.
Diagram snapshot(const ProblemRun& run) {
  const Vector& q = run.samples.back().state.q;
  Curve rods{.title = "rods", .style = 9};
  Curve discs{.title = "spheres", .look = Look::circles, .style = 1};
  for (Index i = 0; i < spheres; ++i) {
    rods.x.push_back(q[3 * i]);
    rods.y.push_back(q[3 * i + 1]);
    discs.x.push_back(q[3 * i]);
    discs.y.push_back(q[3 * i + 1]);
    discs.z.push_back(parameter(run, "radius"));
  }
  return plane_diagram(
      fmt::format("(a) configuration at t = {:g} s, along z", run.end_time()), bound,
      {circle(0.0, 0.0, parameter(run, "bound"), "bounding sphere", 10), rods, discs});
}

Diagram traces(const ProblemRun& run) {
  std::vector<Curve> curves{circle(0.0, 0.0, parameter(run, "bound"), "bounding sphere", 10)};
  for (Index i = 0; i < spheres; ++i) {
    Curve trace = path(run, static_cast<size_t>(i), fmt::format("sphere {}", i + 1),
                       static_cast<size_t>(i) + 1);
    trace.look = Look::dots;
    curves.push_back(trace);
  }
  return plane_diagram("(b) traces of the centres, along z", bound, curves);
}

double largest_momentum_error(const ProblemRun& run) {
  const std::vector<double>& errors = run.summary.momentum_max_error;
  return *std::max_element(errors.begin(), errors.end());
}

Curve change_curve(const ProblemRun& run, const std::string& title, size_t style) {
  Curve curve = energy_curve(run, title, style);
  for (double& E : curve.y) E -= run.summary.energy_initial;
  for (double& E : curve.z) E -= run.summary.energy_initial;
  return curve;
}

void molecule(Workbench& bench) {
  const std::string words = "lennard-jones --stepper gvi --h 0.01 --time 2000";
  const ProblemRun run = bench.run({.label = "gvi", .words = words, .most_samples = 5000});
  const ProblemRun numerical = bench.run(
      {.label = "gvi-numerical", .words = words + " --energy numerical", .most_samples = 5000});
  const double kinetic = 0.5 * run.samples.front().state.p.squaredNorm();  // unit masses
  bench.claim({"rods hold exactly over 2000 s",
               {{"largest |f|", run.summary.equality_max, at_most(1e-11), "m"}}});
  bench.claim({"angular momentum is conserved exactly over 2000 s",
               {{"largest error of a component", largest_momentum_error(run), at_most(1e-10),
                 "kg m^2/s"}}});
  const Measured walk{"walk of the mean energy / kinetic energy of the start",
                      energy_walk(run) / kinetic, at_most(0.05)};
  bench.claim({"good long-term energy behaviour with reflections that conserve H",
               {walk, {"impacts", static_cast<double>(run.summary.impacts), at_least(100.0)}},
               {"a slow random walk, as every impact changes the numerical Hamiltonian by O(h^2)",
                {{walk.what, walk.value, at_most(0.4)}}}});
  bench.claim(
      {"far smaller with Verlet's numerical Hamiltonian (expected by order, not in the paper)",
       {{"walk of the mean energy, numerical / H", energy_walk(numerical) / energy_walk(run),
         at_most(0.2)},
        {"largest |E - E0|, numerical / H (with the bounded oscillation)",
         largest_energy_error(numerical) / largest_energy_error(run)}}});
  bench.picture({.title = "[KP12] fig 8.5: six spheres, rods and a Lennard-Jones potential",
                 .diagrams = {snapshot(run),
                              traces(run),
                              {.title = "(c) change of the energy: reflections with ...",
                               .x_label = "time t [s]",
                               .y_label = "H - H_0 [J]",
                               .curves = {change_curve(run, "with H", 1),
                                          change_curve(numerical, "with numerical H", 2)}}},
                 .columns = 3,
                 .width = 1600,
                 .height = 560});
}

}  // namespace

FigureEntries kp12_lennard_jones_figures() {
  return {{"kp12-8.5", "a chain molecule of six spheres", "[KP12] fig 8.5", molecule}};
}

}  // namespace ricochet::cli
