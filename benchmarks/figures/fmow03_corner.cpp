#include "draw/curves.hpp"
#include "figures/figures.hpp"

#include <Eigen/LU>
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

namespace ricochet::cli {
namespace {

// [FMOW03] figure 6: a force-free unit mass meets the tip of an obstacle, a singular point of the
// boundary. The paper draws the situation; obstacle, starts and step are chosen. All starts aim at
// the tip, which they reach at 0.6 of a step.

constexpr double exact = 1e-12;      // of quantities of size one
constexpr double speed = 2.7;        // [m/s]
constexpr double to_the_tip = 0.46;  // [s]
constexpr double h = 0.1;            // [s]
constexpr double degree = std::numbers::pi / 180.0;

/// The obstacle n1 . x <= 0, n2 . x <= 0 and its normal cone at the tip, spanned by n1 and n2.
struct Obstacle {
  Matrix normals = {};  ///< columns

  explicit Obstacle(const System& s) : normals(s.G(Vector::Zero(2)).colwise().normalized()) {}

  /// The point of the obstacle nearest to x.
  [[nodiscard]] Vector nearest(const Vector& x) const {
    if ((normals.transpose() * x).maxCoeff() <= 0.0) return x;
    Vector best = Vector::Zero(2);
    for (Index i = 0; i < 2; ++i) {
      const Vector foot = x - normals.col(i).dot(x) * normals.col(i);
      const bool on_face = normals.col(1 - i).dot(foot) <= 0.0;
      if (on_face && (x - foot).norm() < (x - best).norm()) best = foot;
    }
    return best;
  }
  /// The part of a velocity against the normal cone, P_N v: the rest of the nearest velocity that
  /// does not approach.
  [[nodiscard]] Vector approach(const Vector& v) const { return v + nearest(-v); }
};

/// What is measured of a run at the tip.
struct Tip {
  double distance = 0.0;    ///< of the impact from the tip [m]
  double projection = 0.0;  ///< |q~ - P(q_{i-alpha})|, law (90) [m]
  double speed = 0.0;       ///< change [m/s]
  double in_cone = 0.0;     ///< smallest component of the impulse along n1, n2 [N s]
  double selection = 0.0;   ///< |v+ - (v- - 2 P_N v-)| [m/s]
};

Tip measure(const ProblemRun& run) {
  const std::vector<Impact> hits = impacts(run);
  if (hits.size() != 1) throw FigureFailure(run.label + " meets the tip not once");
  const Impact& hit = hits.front();
  const Obstacle obstacle(run.problem.system);
  const auto before = static_cast<size_t>(hit.t / h);
  const Vector mean = (1.0 - hit.alpha) * run.samples.at(before).state.q +
                      hit.alpha * run.samples.at(before + 1).state.q;
  const Vector impulse = hit.p_plus - hit.p_minus;  // unit mass
  return {.distance = hit.q.norm(),
          .projection = (hit.q - obstacle.nearest(mean)).norm(),
          .speed = std::abs(hit.p_plus.norm() - hit.p_minus.norm()),
          .in_cone = (obstacle.normals.inverse() * impulse).minCoeff(),
          .selection = (impulse + 2.0 * obstacle.approach(hit.p_minus)).norm()};
}

/// The path through the impact, which lies between two samples.
Curve path_through(const ProblemRun& run, size_t style) {
  Curve curve = path(run, 0, run.label, style);
  for (const Impact& hit : impacts(run)) {
    const auto after = static_cast<std::ptrdiff_t>(hit.t / h) + 1;
    curve.x.insert(curve.x.begin() + after, hit.q[0]);
    curve.y.insert(curve.y.begin() + after, hit.q[1]);
  }
  return curve;
}

/// A run that aims `aside` [m] of the tip.
ProblemRun aimed(Workbench& bench, const std::string& label, double angle, double aside) {
  const double x = std::cos(angle * degree), y = std::sin(angle * degree);
  const double away = speed * to_the_tip;
  return bench.run(
      {.label = label,
       .words = fmt::format("corner-tip --q0 {:.17g},{:.17g} --p0 {:.17g},{:.17g} --h {:g}",
                            away * x + aside, away * y, -speed * x, -speed * y, h),
       .impacts = true});
}

void add_path(Diagram& plane, const ProblemRun& run) {
  const size_t style = plane.curves.size() / 2 + 1;
  const State& start = run.samples.front().state;
  plane.curves.push_back(path_through(run, style));
  plane.curves.push_back(mark(start.q[0], start.q[1], "", style));
  plane.boundary = run.problem;
}

void corner(Workbench& bench) {
  Tip worst{.in_cone = std::numeric_limits<double>::infinity()};
  Diagram plane = plane_diagram("paths, and where they begin",
                                {.left = -1.6, .right = 1.6, .bottom = -1.2, .top = 1.6}, {});
  Table table{.columns = {"angle", "distance", "projection", "speed", "in_cone", "selection"}};
  for (const double angle : {75.0, 85.0, 95.0, 105.0, 115.0}) {
    const ProblemRun run = aimed(bench, fmt::format("from {:g} degrees", angle), angle, 0.0);
    const Tip tip = measure(run);
    table.rows.push_back(
        {angle, tip.distance, tip.projection, tip.speed, tip.in_cone, tip.selection});
    worst = {.distance = std::max(worst.distance, tip.distance),
             .projection = std::max(worst.projection, tip.projection),
             .speed = std::max(worst.speed, tip.speed),
             .in_cone = std::min(worst.in_cone, tip.in_cone),
             .selection = std::max(worst.selection, tip.selection)};
    add_path(plane, run);
  }
  add_path(plane, aimed(bench, "left of the tip", 95.0, -0.12));
  add_path(plane, aimed(bench, "right of the tip", 95.0, 0.12));
  bench.table("tip", table);
  bench.remark(
      "the five aim into the obstacle, hence are inside its normal cone at the tip, 30 to 160 "
      "degrees: they return as they came");
  bench.claim(
      {"the impact point is the closest point of the obstacle to (1-alpha) q_{i-1} + alpha "
       "q_i, law (90)",
       {{"largest distance of the two", worst.projection, at_most(exact), "m"},
        {"of the impact from the tip", worst.distance, at_most(exact), "m"}}});
  bench.claim({"the momentum jumps within the normal cone, law (86)",
               {{"smallest component along a normal", worst.in_cone, at_least(-exact), "N s"}}});
  bench.claim(
      {"the energy is kept", {{"largest change of speed", worst.speed, at_most(exact), "m/s"}}});
  bench.claim({"of the exits that these laws leave, v+ = v- - 2 P_N v- is taken (chosen by us)",
               {{"largest deviation", worst.selection, at_most(exact), "m/s"}}});
  bench.picture({.title = "[FMOW03] fig 6: collision at a singular point of the boundary",
                 .diagrams = {plane},
                 .width = 760,
                 .height = 680});
}

}  // namespace

FigureEntries fmow03_corner_figures() {
  return {{"fmow03-6", "collision at the tip of an obstacle", "[FMOW03] fig 6", corner}};
}

}  // namespace ricochet::cli
