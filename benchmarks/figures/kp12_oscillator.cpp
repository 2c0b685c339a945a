#include "draw/curves.hpp"
#include "figures/figures.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ricochet::cli {
namespace {

// [KP12] 8.0.1: two discs in wells that collide; all data stated, the duration chosen.

constexpr double exact = 1e-11;  // a conserved momentum map, relative

/// Angle by which the line between the discs has turned, counterclockwise [rad].
double rotation(const ProblemRun& run) {
  double turned = 0.0, before = 0.0;
  for (size_t i = 0; i < run.samples.size(); ++i) {
    const Vector& q = run.samples[i].state.q;
    const double angle = std::atan2(q[3] - q[1], q[2] - q[0]);
    if (i > 0) turned += std::remainder(angle - before, 2.0 * std::numbers::pi);
    before = angle;
  }
  return turned;
}

void sketch(Workbench& bench) {
  const ProblemRun run = bench.run({.label = "gvi", .words = "oscillator --stepper gvi --time 20"});
  bench.claim({"periodic bouncing between the spheres",
               {{"impacts in 20 s", static_cast<double>(run.summary.impacts), at_least(5.0)}}});
  bench.claim({"a global rotation about the origin, counterclockwise",
               {{"angle turned in 20 s", rotation(run), at_least(std::numbers::pi), "rad"}}});
  const Vector& q = run.samples.front().state.q;
  bench.picture(
      {.title = "[KP12] fig 8.1: the oscillator",
       .diagrams = {plane_diagram("paths of the centres for 20 s, discs at the start",
                                  {.left = -2.6, .right = 2.6, .bottom = -2.6, .top = 2.6},
                                  {circle(q[0], q[1], 1.0, "disc 1 at the start", 1),
                                   circle(q[2], q[3], 1.0, "disc 2 at the start", 2),
                                   path(run, 0, "centre 1", 1), path(run, 1, "centre 2", 2)}),
                    {.title = "distance between the discs",
                     .x_label = "time t [s]",
                     .y_label = "gap g [m]",
                     .curves = {over_time(run, "gvi", 1,
                                          [](const Sample& s) { return s.gaps[0]; })}}},
       .columns = 2,
       .width = 1100,
       .height = 560});
}

Measured momentum_of(const ProblemRun& run, const Band& band) {
  return {"largest |L - L0| / L0", momentum_error(run, 0), band};
}

Measured error_of(const ProblemRun& run, const Band& band) {
  return {"largest |E - E0| / E0", largest_energy_error(run), band};
}

double late_gap(const ProblemRun& run) {
  double largest = 0.0;
  for (size_t i = run.samples.size() / 2; i < run.samples.size(); ++i)
    largest = std::max(largest, std::abs(run.samples[i].gaps[0]));
  return largest;
}

double late_growth(const ProblemRun& run) {
  return relative_energy(run,
                         run.samples.back().energy - run.samples[run.samples.size() / 2].energy);
}

struct Extent {
  double least = std::numeric_limits<double>::infinity(), most = -least;
};

/// The energies of all runs, with a margin [J].
Extent energies_of(const std::vector<const ProblemRun*>& runs) {
  Extent all;
  for (const ProblemRun* run : runs) {
    all.least = std::min(all.least, run->summary.energy_min);
    all.most = std::max(all.most, run->summary.energy_max);
  }
  const double margin = 0.04 * (all.most - all.least);
  return {all.least - margin, all.most + margin};
}

void add_column(Chart& chart, const ProblemRun& run, const std::string& title, size_t place,
                const Extent& energies) {
  Diagram& energy = chart.diagrams[place];
  energy = energy_diagram(title, {energy_curve(run, "", 1)});
  energy.box = Box{0.0, run.end_time(), energies.least, energies.most};
  chart.diagrams[place + chart.columns] = {.title = title,
                                           .x_label = "time t [s]",
                                           .y_label = "L [kg m^2/s]",
                                           .curves = {momentum_curve(run, 0, "", 2)},
                                           .box = Box{0.0, run.end_time(), 2.5, 4.5}};
}

void comparison(Workbench& bench) {
  const std::string words = "oscillator --time 100 --stepper ";
  const ProblemRun direct =
      bench.run({.label = "direct-endpoint", .words = words + "direct-endpoint"});
  const ProblemRun hybrid = bench.run({.label = "hybrid", .words = words + "hybrid"});
  const ProblemRun gvi = bench.run({.label = "gvi", .words = words + "gvi"});
  const ProblemRun linear =
      bench.run({.label = "gvi-predictor", .words = words + "gvi --gradients predictor"});
  bench.remark("the paper does not say in words how long it runs; 100 s is chosen");
  bench.claim({"(a) direct, endpoint: dissipates the normal oscillation; energy and L are wrong",
               {error_of(direct, at_least(0.05)), momentum_of(direct, at_least(1e-3))}});
  bench.claim({"(a) then orbits in constant contact, with slow but continual energy growth",
               {{"largest gap of the second half", late_gap(direct), at_most(1e-9), "m"},
                {"energy growth of the second half / E0", late_growth(direct), at_least(1e-6)}}});
  bench.claim(
      {"(b) collision integrator: energy drifts",
       {{"|energy drift| over the run / E0", std::abs(energy_drift(hybrid)), at_least(0.01)}}});
  bench.claim({"(b) collision integrator: angular momentum is conserved",
               {momentum_of(hybrid, at_most(exact))}});
  bench.claim({"(c) gvi: energy preserved", {error_of(gvi, at_most(0.03))}});
  bench.claim({"(c) gvi, gradients at q^t: angular momentum preserved",
               {momentum_of(gvi, at_most(exact))}});
  bench.claim({"(d) linearized: energy preserved", {error_of(linear, at_most(0.03))}});
  bench.claim({"(d) linearized, gradients at the predictor: angular momentum not preserved",
               {momentum_of(linear, at_least(1e-3))}});
  Chart chart{.title = "[KP12] fig 8.2: oscillator, energy (top) and angular momentum (bottom)",
              .diagrams = std::vector<Diagram>(8),
              .columns = 4,
              .width = 1500,
              .height = 700};
  const Extent energies = energies_of({&direct, &hybrid, &gvi, &linear});
  add_column(chart, direct, "(a) direct, endpoint", 0, energies);
  add_column(chart, hybrid, "(b) collision integrator", 1, energies);
  add_column(chart, gvi, "(c) gvi", 2, energies);
  add_column(chart, linear, "(d) gvi, linearized", 3, energies);
  bench.picture(chart);
}

}  // namespace

FigureEntries kp12_oscillator_figures() {
  return {
      {"kp12-8.1", "two discs in wells", "[KP12] fig 8.1", sketch},
      {"kp12-8.2", "two discs in wells by four methods", "[KP12] fig 8.2", comparison},
  };
}

}  // namespace ricochet::cli
