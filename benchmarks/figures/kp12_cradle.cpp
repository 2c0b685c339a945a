#include "draw/curves.hpp"
#include "figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace ricochet::cli {
namespace {

// [KP12] fig 8.4: Newton's cradle, five balls, two pulled. Masses, radii, rods, angle and steps are
// stated; gravity and the duration are chosen.

constexpr Index balls = 5;

double parameter(const ProblemRun& run, const char* name) {
  return run.problem.system.parameter(name);
}

/// Energy that swings: of the start over that of the cradle at rest [J].
double swing_energy(const ProblemRun& run) {
  const double weight = parameter(run, "mass") * parameter(run, "gravity");
  return run.summary.energy_initial +
         static_cast<double>(balls) * weight * parameter(run, "length");
}

/// Angle of a ball from the vertical [rad], positive to the right.
double angle(const ProblemRun& run, const Vector& q, Index ball) {
  const double anchor = 2.0 * parameter(run, "radius") * static_cast<double>(ball);
  return std::atan2(q[2 * ball] - anchor, -q[2 * ball + 1]);
}

enum class Side { left, right, neither };

/// Which two balls are out: they at more than half of the start's angle, the others within a
/// quarter of it. All other shapes are no swing of two balls.
Side side_of(const ProblemRun& run, const Sample& s) {
  const double whole = std::abs(parameter(run, "angle"));
  const auto swings = [&](int sign, Index first) {
    for (Index i = 0; i < balls; ++i) {
      const double phi = sign * angle(run, s.state.q, i) / whole;
      const bool out = i == first || i == first + 1;
      if (out ? phi < 0.5 : std::abs(phi) > 0.25) return false;
    }
    return true;
  };
  if (swings(-1, 0)) return Side::left;
  return swings(1, balls - 2) ? Side::right : Side::neither;
}

double kinetic(const Sample& s) { return 0.5 * s.state.p.squaredNorm(); }  // unit masses

/// Time until which two balls swing out on alternating sides [s]. Judged where the motion turns:
/// at local minima of the kinetic energy below a fifth of the swing energy.
double alternating_time(const ProblemRun& run) {
  const double period =
      2.0 * std::numbers::pi * std::sqrt(parameter(run, "length") / parameter(run, "gravity"));
  Side last = Side::left;  // the start
  double turned = 0.0;
  for (size_t i = 1; i + 1 < run.samples.size(); ++i) {
    const Sample& s = run.samples[i];
    const bool turns = kinetic(s) <= kinetic(run.samples[i - 1]) &&
                       kinetic(s) < kinetic(run.samples[i + 1]) &&
                       kinetic(s) < 0.2 * swing_energy(run);
    if (s.state.t - turned > period) return turned;  // no turn where one was due
    if (!turns) continue;
    const Side side = side_of(run, s);
    const bool same_turn = side == last && s.state.t - turned < 0.25 * period;
    if (same_turn) continue;
    if (side == Side::neither || side == last) return turned;
    last = side;
    turned = s.state.t;
  }
  return run.end_time();
}

/// Largest energy error over a duration, relative to the swing energy.
double swing_error(const ProblemRun& run, double duration) {
  double largest = 0.0;
  for (const Sample& s : run.samples)
    if (s.state.t <= duration)
      largest = std::max(largest, std::abs(s.energy - run.summary.energy_initial));
  return largest / swing_energy(run);
}

Curve error_curve(const ProblemRun& run, size_t style) {
  return over_time(run, run.label, style,
                   [&](const Sample& s) { return s.energy - run.summary.energy_initial; });
}

/// Balls and rods as they hang at a time, moved to the right and down by dx, dy [m].
void add_snapshot(Diagram& diagram, const ProblemRun& run, double t, double dx, double dy) {
  const auto at = std::find_if(run.samples.begin(), run.samples.end(),
                               [&](const Sample& s) { return s.state.t >= t - 1e-9; });
  if (at == run.samples.end()) return;
  const double radius = parameter(run, "radius");
  Curve rods{.style = 9}, discs{.look = Look::circles, .style = 1};
  for (Index i = 0; i < balls; ++i) {
    const double x = dx + at->state.q[2 * i], y = dy + at->state.q[2 * i + 1];
    rods.x.insert(rods.x.end(), {dx + 2.0 * radius * static_cast<double>(i), x, std::nan("")});
    rods.y.insert(rods.y.end(), {dy, y, std::nan("")});
    discs.x.push_back(x);
    discs.y.push_back(y);
    discs.z.push_back(radius);
  }
  diagram.curves.push_back(rods);
  diagram.curves.push_back(discs);
}

Diagram snapshots(const ProblemRun& run) {
  constexpr double interval = 0.25;  // [s]
  Diagram diagram =
      plane_diagram(fmt::format("(b) every {} s from the start, row by row, {}; rods of {} m",
                                interval, run.label, parameter(run, "length")),
                    {.left = -1.3, .right = 15.3, .bottom = -4.8, .top = 0.2}, {});
  diagram.x_label = diagram.y_label = "";  // snapshots are moved apart
  diagram.ticks = false;
  for (int i = 0; i < 12; ++i)
    add_snapshot(diagram, run, i * interval, 4.0 * (i % 4), -1.6 * (i / 4));
  return diagram;
}

std::string words(double h, double time) {
  return fmt::format("cradle --stepper gvi --time {:g} --h {:g}", time, h);
}

/// Median of the alternating times at h and at 20 neighbours within a tenth [s]. Those of single h
/// scatter: a third of the coarse steps lose the swing at its first impact.
double typical_time(Workbench& bench, const ProblemRun& run) {
  constexpr int each_side = 10;
  constexpr double enough = 40.0;  // [s]
  std::vector<double> found{alternating_time(run)};
  for (int i = -each_side; i <= each_side; ++i) {
    const double h = (1.0 + 0.01 * i) * run.h;
    if (i == 0) continue;
    found.push_back(alternating_time(
        bench.run({.label = fmt::format("h={:g}", h), .words = words(h, enough), .table = false})));
  }
  std::nth_element(found.begin(), found.begin() + each_side, found.end());
  return found[each_side];
}

void claim_swing(Workbench& bench, const std::vector<double>& sizes,
                 const std::vector<double>& typical) {
  double growth = std::numeric_limits<double>::infinity();
  std::vector<Measured> numbers;
  for (size_t i = 0; i < typical.size(); ++i) {
    numbers.push_back({fmt::format("median time near h = {:g} s", sizes[i]), typical[i], {}, "s"});
    if (i > 0) growth = std::min(growth, typical[i] / typical[i - 1]);
  }
  numbers.push_back({"smallest ratio of medians from one h to the next", growth, at_least(1.0)});
  bench.claim({"the cyclic swing of two balls lasts longer as h decreases", numbers});
}

void cradle(Workbench& bench) {
  const std::vector<double> sizes{3e-2, 2e-2, 1e-2, 5e-3};
  std::vector<ProblemRun> runs;
  std::vector<double> errors, typical;
  Table table{.columns = {"h", "alternating_time", "median_alternating_time",
                          "largest_error_over_swing_energy"}};
  for (const double h : sizes) {
    runs.push_back(bench.run({.label = fmt::format("h={:g}", h), .words = words(h, 60.0)}));
    errors.push_back(swing_error(runs.back(), 60.0));
    typical.push_back(typical_time(bench, runs.back()));
    table.rows.push_back({h, alternating_time(runs.back()), typical.back(), errors.back()});
  }
  bench.table("summary", table);
  bench.remark("the paper does not say in words how long it runs; 60 s is chosen");
  bench.remark("energies are relative to the swing energy, that of the start over the rest's");
  bench.claim({"energy errors become stable from h = 0.03 s to h = 0.01 s, as O(h^2)",
               {{"fitted order of the largest energy error", fitted_order(sizes, errors),
                 between(1.5, 2.5)},
                {"largest error / swing energy at h = 0.01 s", errors[2], at_most(0.05)},
                {"at h = 0.005 s", errors[3], at_most(0.05)}}});
  double largest_f = 0.0;
  for (const ProblemRun& run : runs) largest_f = std::max(largest_f, run.summary.equality_max);
  bench.claim({"rods hold exactly", {{"largest |f|", largest_f, at_most(1e-11), "m"}}});
  bench.remark("a swing's time is the median over h and its 20 neighbours within a tenth");
  claim_swing(bench, sizes, typical);
  Diagram energy{.title = "(a) energy error", .x_label = "time t [s]", .y_label = "H - H_0 [J]"};
  for (size_t i = 0; i < runs.size(); ++i) energy.curves.push_back(error_curve(runs[i], i + 1));
  bench.picture({.title = "[KP12] fig 8.4: Newton's cradle",
                 .diagrams = {energy, snapshots(runs.back())},
                 .width = 1100,
                 .height = 900});
}

}  // namespace

FigureEntries kp12_cradle_figures() {
  return {{"kp12-8.4", "Newton's cradle for four step sizes", "[KP12] fig 8.4", cradle}};
}

}  // namespace ricochet::cli
