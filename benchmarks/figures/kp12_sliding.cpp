#include "draw/curves.hpp"
#include "figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <optional>

namespace ricochet::cli {
namespace {

// [KP12] fig 1.2: one particle and one constraint. The geometry is the paper's, the numbers are
// chosen by us, so that only what the captions say is judged.

constexpr double closed = 1e-10;    // [m] the library's tolerance of a closed gap
constexpr double roundoff = 1e-12;  // of quantities of size one
constexpr double degree = std::numbers::pi / 180.0;

/// The path of the only body with the boundary, and its gap over time, or the part of it shown.
void draw_path(Workbench& bench, const std::string& title, const Box& box,
               const std::vector<const ProblemRun*>& runs,
               const std::optional<Box>& gaps_shown = {}) {
  std::vector<Curve> paths, gaps;
  for (const ProblemRun* run : runs) {
    paths.push_back(path(*run, 0, run->label, paths.size() + 1));
    gaps.push_back(
        over_time(*run, run->label, gaps.size() + 1, [](const Sample& s) { return s.gaps[0]; }));
  }
  const State& start = runs.front()->samples.front().state;
  paths.push_back(mark(start.q[0], start.q[1], "start", 7));
  Diagram plane = plane_diagram("path", box, paths);
  plane.boundary = runs.front()->problem;
  bench.picture({.title = title,
                 .diagrams = {plane,
                              {.title = "distance from the boundary",
                               .x_label = "time t [s]",
                               .y_label = "gap g [m]",
                               .curves = gaps,
                               .box = gaps_shown}},
                 .columns = 2,
                 .width = 1100,
                 .height = 480});
}

void smooth_boundary(Workbench& bench) {
  const ProblemRun run = bench.run({.label = "gvi", .words = "bowl --stepper gvi"});
  bench.claim({"a particle pushed into the boundary slides on it, without bounce",
               {{"largest |g|", largest_gap(run, 0), at_most(roundoff), "m"},
                {"impacts", static_cast<double>(run.summary.impacts), at_most(0.0)}}});
  bench.claim({"the constraint does not slow the tangential motion",
               {{"energy drift over the run / E0", energy_drift(run), between(-1e-3, 1e-3)}}});
  draw_path(bench, "[KP12] fig 1.2a: sliding in a bowl",
            {.left = -1.4, .right = 1.4, .bottom = -0.2, .top = 1.1}, {&run});
}

void normal_impact(Workbench& bench) {
  const ProblemRun run = bench.run({.label = "gvi", .words = "normal-impact --stepper gvi"});
  double sideways = 0.0, speed_error = 0.0;
  for (const Sample& s : run.samples) {
    sideways = std::max(sideways, std::abs(s.state.q[1]));
    speed_error = std::max(speed_error, std::abs(s.state.p.norm() - 1.0));
  }
  bench.claim({"a normal impact is reflected about the surface normal",
               {{"impacts in 6 s", static_cast<double>(run.summary.impacts), at_least(2.0)},
                {"distance from the diameter", sideways, at_most(roundoff), "m"},
                {"change of speed", speed_error, at_most(roundoff), "m/s"}}});
  bench.claim({"constraints hold, up to the penetration |v| h of the published method",
               {{"smallest g", run.summary.gap_min, at_least(-run.h), "m"}}});
  draw_path(bench, "[KP12] fig 1.2b: reflection at a circle",
            {.left = -1.2, .right = 1.2, .bottom = -1.2, .top = 1.2}, {&run});
}

/// Where a particle leaves the unit circle exactly: v^2 = g cos(phi), with the energy of the start
/// on the top, speed v0. [rad] from the vertical
double exact_exit(const ProblemRun& run) {
  const double g = run.problem.system.parameter("gravity");
  const double v0 = run.samples.front().state.p[0] / run.problem.system.parameter("mass");
  return std::acos((v0 * v0 + 2.0 * g) / (3.0 * g));
}

struct Exit {
  double angle = 0.0;  ///< of the last closed sample, from the vertical [rad]
  int exits = 0;       ///< times that the contact opened
};

Exit find_exit(const ProblemRun& run) {
  Exit exit;
  for (size_t i = 0; i + 1 < run.samples.size(); ++i) {
    const bool now = std::abs(run.samples[i].gaps[0]) <= closed;
    const bool next = std::abs(run.samples[i + 1].gaps[0]) <= closed;
    if (!now || next) continue;
    ++exit.exits;
    exit.angle = std::atan2(run.samples[i].state.q[0], run.samples[i].state.q[1]);
  }
  return exit;
}

/// Mean error of the exit angle over step sizes around h: a single run ends its contact at some
/// step, so that single errors are saw-tooth.
double mean_exit_error(Workbench& bench, double h) {
  constexpr int runs = 16;
  double sum = 0.0;
  for (int i = 0; i < runs; ++i) {
    const double size = h * (0.75 + 0.5 * i / (runs - 1));
    const ProblemRun run = bench.run({.label = fmt::format("h={:.6g}", size),
                                      .words = fmt::format("crest --stepper gvi --h {:.17g}", size),
                                      .table = false});
    sum += std::abs(find_exit(run).angle - exact_exit(run));
  }
  return sum / runs;
}

void smooth_exit(Workbench& bench) {
  const ProblemRun run = bench.run({.label = "gvi", .words = "crest --stepper gvi"});
  std::vector<double> sizes, errors;
  Table table{.columns = {"h", "mean_exit_error_degrees"}};
  for (const double h : {0.04, 0.02, 0.01, 0.005, 0.0025}) {
    sizes.push_back(h);
    errors.push_back(mean_exit_error(bench, h) / degree);
    table.rows.push_back({h, errors.back()});
  }
  bench.table("convergence", table);
  bench.remark("exit errors are means over 16 step sizes within 25 % of h");
  const Exit exit = find_exit(run);
  bench.claim({"the particle breaks contact once and leaves the surface",
               {{"openings of the contact", static_cast<double>(exit.exits), between(1.0, 1.0)},
                {"impacts", static_cast<double>(run.summary.impacts), at_most(0.0)},
                {"gap at the end", run.samples.back().gaps[0], at_least(1e-3), "m"}}});
  bench.claim({fmt::format("the exit angle converges to the exact one, {:.4f} degrees, as O(h)",
                           exact_exit(run) / degree),
               {{"fitted order", fitted_order(sizes, errors), between(0.7, 1.3)},
                {"mean error at h = 0.0025 s", errors.back(), at_most(1.0), "degrees"}}});
  const double angle = exact_exit(run);
  Diagram plane = plane_diagram(
      "path", {.left = -0.4, .right = 1.9, .bottom = -0.8, .top = 1.3},
      {path(run, 0, "gvi", 1), mark(std::sin(angle), std::cos(angle), "exact exit", 2)});
  plane.boundary = run.problem;
  Diagram convergence{
      .title = "error of the exit angle",
      .x_label = "step h [s]",
      .y_label = "mean error [degrees]",
      .curves = {{.title = "gvi", .x = sizes, .y = errors, .look = Look::marked_line},
                 {.title = "slope 1",
                  .x = {sizes.front(), sizes.back()},
                  .y = {errors.back() * sizes.front() / sizes.back(), errors.back()},
                  .style = 7}},
      .log_x = true,
      .log_y = true};
  bench.picture({.title = "[KP12] fig 1.2c: leaving a crest",
                 .diagrams = {plane, convergence},
                 .columns = 2,
                 .width = 1100,
                 .height = 480});
}

/// Largest gap after the contact point x = 0 [m].
double largest_after_contact(const ProblemRun& run) {
  double largest = 0.0;
  for (const Sample& s : run.samples)
    if (s.state.q[0] >= 0.0) largest = std::max(largest, std::abs(s.gaps[0]));
  return largest;
}

void smooth_approach(Workbench& bench) {
  const std::string words = "tangential-approach --stepper gvi";
  const ProblemRun early = bench.run({.label = "gvi", .words = words});
  const ProblemRun strict = bench.run({.label = "gvi-strict", .words = words + " --strict"});
  const ProblemRun missing =
      bench.run({.label = "gvi-strict-off-step", .words = words + " --strict --h 0.03"});
  bench.remark(
      "with h = 1/32 s a step lands on the contact point exactly, with h = 0.03 s none does");
  const auto smooth = [](const ProblemRun& run) -> Measured {
    return {"largest |g| after contact", largest_after_contact(run), at_most(roundoff), "m"};
  };
  const auto bounces = [](const ProblemRun& run) -> Difference {
    return {"tiny bounces, as the printed test g(q^p) <= 0 makes them",
            {{"largest |g| after contact / h", largest_after_contact(run) / run.h, at_most(0.5)},
             {"impacts", static_cast<double>(run.summary.impacts), at_least(1.0)}}};
  };
  bench.claim({"a tangential approach stays on the surface: predicted means g < 0, landing on it",
               {smooth(strict)}});
  bench.claim({"the same with g <= 0, as printed", {smooth(early)}, bounces(early)});
  Difference off_step = bounces(missing);
  off_step.how = "tiny bounces unless a step lands on the contact point";
  bench.claim(
      {"the same with g < 0 and no step on the contact point", {smooth(missing)}, off_step});
  draw_path(bench, "[KP12] fig 1.2d: tangential approach to y = x^3",
            {.left = -1.1, .right = 1.1, .bottom = -0.6, .top = 1.0}, {&early, &strict, &missing},
            Box{.left = 0.9, .right = 2.0, .bottom = -4e-4, .top = 6e-4});
}

}  // namespace

FigureEntries kp12_sliding_figures() {
  return {
      {"kp12-1.2a", "sliding along a smooth boundary", "[KP12] fig 1.2a", smooth_boundary},
      {"kp12-1.2b", "a nonsmooth impact", "[KP12] fig 1.2b", normal_impact},
      {"kp12-1.2c", "leaving the boundary smoothly", "[KP12] fig 1.2c", smooth_exit},
      {"kp12-1.2d", "approaching the boundary tangentially", "[KP12] fig 1.2d", smooth_approach},
  };
}

}  // namespace ricochet::cli
