#include "draw/curves.hpp"
#include "figures/figures.hpp"
#include "figures/motion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::cli {
namespace {

// [FMOW03] figures 2 and 4: energy over many impacts of a particle and of a star. Systems, starts
// and steps are stated, gravity is chosen.
//
// With linear gravity Verlet is exact between impacts, and an impact changes H by a known amount:
// (m g^2 / 8) (tau_last^2 - tau_first^2), tau_first the time from the start of the step to its
// first impact, tau_last that from its last impact to the end.

constexpr double exact = 1e-11;  // [J] of energies of 12 and 38 J

/// Largest deviation of the jumps of H from the law above [J].
double jump_error(const ProblemRun& run) {
  const System& s = run.problem.system;
  const double weight = s.parameter("gravity");
  double largest = 0.0;
  for (const ImpactStep& step : run.impact_steps) {
    const double first = step.impacts.front().alpha * run.h;
    const double last = (1.0 - step.impacts.back().alpha) * run.h;
    const double law = s.parameter("mass") * weight * weight / 8.0 * (last * last - first * first);
    largest = std::max(largest, std::abs(step.energy_after - step.energy_before - law));
  }
  return largest;
}

/// How far the energy moves within a number of impacts: root mean square over all windows of that
/// many [J].
double wander(const ProblemRun& run, size_t impacts) {
  double sum = 0.0;
  size_t windows = 0;
  for (size_t i = 0; i + impacts < run.impact_steps.size(); ++i, ++windows)
    sum +=
        std::pow(run.impact_steps[i + impacts].energy_after - run.impact_steps[i].energy_after, 2);
  return std::sqrt(sum / static_cast<double>(windows));
}

/// Width of the energy's band over that of as many jumps of their size in random directions, whose
/// mean is sqrt(8 / pi) times the jump times the square root of their number.
double width_of_random_walk(const ProblemRun& run) {
  const auto jumps = static_cast<double>(run.impact_steps.size());
  const double expected = std::sqrt(8.0 / std::numbers::pi * jumps) * wander(run, 1);
  return (run.summary.energy_max - run.summary.energy_min) / expected;
}

struct Wandering {
  std::vector<double> impacts = {}, energy = {};  ///< window, root mean square [J]
  /// 1/2: a random walk; 0: bounded.
  [[nodiscard]] double exponent() const { return fitted_order(impacts, energy); }
};

Wandering wandering(const ProblemRun& run) {
  Wandering found;
  for (size_t window = 1; window <= 128; window *= 2) {
    found.impacts.push_back(static_cast<double>(window));
    found.energy.push_back(wander(run, window));
  }
  return found;
}

Measured count(const ProblemRun& run, const Band& band) {
  return {"impacts", static_cast<double>(run.summary.impacts), band};
}

Claim bounded(const std::string& text, const ProblemRun& run, const Band& impacts) {
  const RunSummary& s = run.summary;
  return {text,
          {count(run, impacts),
           {"smallest E - E0", s.energy_min - s.energy_initial, at_least(-0.0125), "J"},
           {"largest E - E0", s.energy_max - s.energy_initial, at_most(0.006), "J"}}};
}

Claim jumps(const ProblemRun& run) {
  return {"H jumps by (m g^2 / 8) (tau_last^2 - tau_first^2) (derived, not in the paper)",
          {{"largest deviation over all impacts", jump_error(run), at_most(exact), "J"}}};
}

/// Energy minus its start, which changes in impacts only.
Curve error_curve(const ProblemRun& run, const std::string& title, size_t style) {
  Curve curve{.title = title, .x = {0.0}, .y = {0.0}, .style = style};
  for (const ImpactStep& step : run.impact_steps) {
    curve.x.push_back(step.impacts.back().t);
    curve.y.push_back(step.energy_after - run.summary.energy_initial);
  }
  return curve;
}

Diagram error_diagram(const std::string& title, std::vector<Curve> curves) {
  return {.title = title,
          .x_label = "time t [s]",
          .y_label = "H - H_0 [J]",
          .curves = std::move(curves)};
}

void particle(Workbench& bench) {
  const ProblemRun run =
      bench.run({.label = "collision", .words = "particle-floor --time 905", .impacts = true});
  const ProblemRun longer = bench.run(
      {.label = "collision-long", .words = "particle-floor --time 9050", .impacts = true});
  bench.claim(bounded("the energy fluctuates within bounds for 1000 impacts", run, at_least(1000)));
  bench.claim(bounded("the pattern stays the same however long the run: ten times as long", longer,
                      at_least(10000)));
  bench.claim({"the fluctuation is no random walk (not in the paper)",
               {{"width of the band of 10 000 impacts / that of a random walk",
                 width_of_random_walk(longer), at_most(0.3)}}});
  bench.claim(jumps(run));
  bench.remark("the paper's words give no bounds of the energy: they are those of 1e5 impacts");
  bench.picture(
      {.title = "[FMOW03] fig 2: energy of a particle bouncing on a floor",
       .diagrams = {error_diagram("1000 impacts", {error_curve(run, "collision", 1)}),
                    error_diagram("10 000 impacts", {error_curve(longer, "collision", 1)})},
       .width = 1000,
       .height = 640});
}

Diagram tumbling(const ProblemRun& run) {
  constexpr double interval = 0.25, until = 3.0;  // [s]
  const std::vector<Sample> shown = snapshots(run, interval, until);
  Diagram diagram = plane_diagram("the first 3 s, one star every 0.25 s",
                                  {.left = -7.0, .right = 1.2, .bottom = -0.3, .top = 4.6}, {});
  diagram.curves = {outlines(run, 0, shown, "star", 1), path(run, 0, "path of the centre", 7),
                    time_labels(run, 0, snapshots(run, 2.0 * interval, until), 0.0, 0.0)};
  diagram.boundary = run.problem;
  return diagram;
}

void star(Workbench& bench) {
  const ProblemRun begin = bench.run({.label = "begin", .words = "star --time 3"});
  const ProblemRun run =
      bench.run({.label = "collision", .words = "star --time 1600", .impacts = true});
  const ProblemRun ball = bench.run({.label = "particle",
                                     .words = "particle-floor --time 1450",
                                     .table = false,
                                     .impacts = true});
  const Wandering tumbling_star = wandering(run), bouncing_ball = wandering(ball);
  bench.table("wandering", {.columns = {"impacts", "star", "particle"}, .rows = [&] {
                              std::vector<std::vector<double>> rows;
                              for (size_t i = 0; i < tumbling_star.impacts.size(); ++i)
                                rows.push_back({tumbling_star.impacts[i], tumbling_star.energy[i],
                                                bouncing_ball.energy[i]});
                              return rows;
                            }()});
  bench.claim({"the energy is reasonably stable for 1500 impacts",
               {count(run, at_least(1500)),
                {"largest |E - E0| / E0", largest_energy_error(run), at_most(1e-3)}}});
  bench.claim(
      {"a nearby conserved energy or a random walk? The paper leaves it open: a random walk",
       {{"exponent of |E(n + N) - E(n)| over N impacts (random walk: 1/2)",
         tumbling_star.exponent(), between(0.4, 0.6)},
        {"width of the band / that of a random walk", width_of_random_walk(run),
         between(0.4, 2.0)}}});
  bench.claim(jumps(run));
  Diagram wander{.title = "change of the energy within N impacts",
                 .x_label = "impacts N",
                 .y_label = "root mean square [J]",
                 .curves = {{.title = "star",
                             .x = tumbling_star.impacts,
                             .y = tumbling_star.energy,
                             .look = Look::marked_line,
                             .style = 1},
                            {.title = "particle",
                             .x = bouncing_ball.impacts,
                             .y = bouncing_ball.energy,
                             .look = Look::marked_line,
                             .style = 2},
                            {.title = "slope 1/2",
                             .x = {1.0, 128.0},
                             .y = {tumbling_star.energy.front(),
                                   tumbling_star.energy.front() * std::sqrt(128.0)},
                             .style = 7}},
                 .log_x = true,
                 .log_y = true};
  bench.picture(
      {.title = "[FMOW03] figs 3 and 4: a star bouncing on a floor",
       .diagrams = {tumbling(begin), wander, error_diagram("energy", {error_curve(run, "star", 1)}),
                    error_diagram("energy of the first 3 s",
                                  {over_time(begin, "star", 1,
                                             [&](const Sample& at) {
                                               return at.energy - begin.summary.energy_initial;
                                             })})},
       .columns = 2,
       .width = 1200,
       .height = 860});
}

}  // namespace

FigureEntries fmow03_energy_figures() {
  return {
      {"fmow03-2", "energy of a bouncing particle", "[FMOW03] fig 2", particle},
      {"fmow03-4", "energy of a tumbling star", "[FMOW03] figs 3 and 4", star},
  };
}

}  // namespace ricochet::cli
