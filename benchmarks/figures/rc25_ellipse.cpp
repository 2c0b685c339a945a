#include "draw/curves.hpp"
#include "figures/figures.hpp"
#include "figures/motion.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

namespace ricochet::cli {
namespace {

// [RC25] 4.2, figures 1 and 2: an ellipse tumbles on a floor; all data stated.
//
// The paper counts 1 impact in 2 s and 17 in 25 s. Its projection pi_S, read literally, keeps p_x
// and p_theta and mirrors p_y alone: as if the floor met the centre of the ellipse from below. That
// motion has these counts exactly. It keeps the energy, but not the momentum along the boundary,
// p_theta + phi'(theta) p_y, which Theorem 3.1 conserves; the library does.

/// The motion under the literal reading, exact between impacts.
struct LiteralMotion {
  std::vector<double> impacts = {};  ///< times [s]
  double tangential_jump = 0.0;      ///< of p_theta + phi' p_y at the first impact, relative
};

LiteralMotion literal_motion(const Problem& problem, double until) {
  const System& s = problem.system;
  const double g = s.parameter("gravity"), a = s.parameter("a"), b = s.parameter("b");
  const double theta0 = problem.initial.q[2], turning = problem.v0[2];
  const auto reach = [&](double t) {
    return std::hypot(a * std::sin(theta0 + turning * t), b * std::cos(theta0 + turning * t));
  };
  constexpr double fine = 1e-4;  // [s] between samples of the height
  LiteralMotion motion;
  double t0 = 0.0, y = problem.initial.q[1], v = problem.v0[1];
  const auto height = [&](double t) {
    const double flown = t - t0;
    return y + v * flown - 0.5 * g * flown * flown;
  };
  for (double t = 2.0 * fine; t < until; t += fine) {
    if (height(t) > reach(t)) continue;
    double before = t - fine, after = t;
    while (after - before > 1e-13) {
      const double middle = 0.5 * (before + after);
      (height(middle) > reach(middle) ? before : after) = middle;
    }
    const double impact_speed = v - g * (before - t0);
    if (motion.impacts.empty()) {
      const double theta = theta0 + turning * before;
      const double slope = (a * a - b * b) * std::sin(theta) * std::cos(theta) / reach(before);
      const double tangential = 0.25 * (a * a + b * b) * turning + slope * impact_speed;
      motion.tangential_jump = std::abs(2.0 * slope * impact_speed / tangential);
    }
    y = height(before);
    v = -impact_speed;
    t0 = before;
    motion.impacts.push_back(before);
    t += fine;  // away from the floor
  }
  return motion;
}

/// Impacts of the paper against ours, and what explains the difference.
Claim counted(const std::string& text, double stated, const ProblemRun& run) {
  const LiteralMotion literal = literal_motion(run.problem, run.end_time());
  return {
      text,
      {{"impacts", static_cast<double>(run.summary.impacts), between(stated, stated)}},
      {"the paper's count is that of its pi_S read literally, which mirrors p_y alone and breaks "
       "the momentum along the boundary",
       {{"impacts under the literal reading", static_cast<double>(literal.impacts.size()),
         between(stated, stated)},
        {"relative jump of the momentum along the boundary there", literal.tangential_jump,
         at_least(0.1)}}}};
}

/// Largest distance of two runs of equal steps at any sample.
double difference(const ProblemRun& a, const ProblemRun& b) {
  double largest = 0.0;
  for (size_t i = 0; i < std::min(a.samples.size(), b.samples.size()); ++i)
    largest =
        std::max(largest, (a.samples[i].state.q - b.samples[i].state.q).cwiseAbs().maxCoeff());
  return largest;
}

/// Both principal axes of the ellipse at some samples.
Curve axes(const ProblemRun& run, const std::vector<Sample>& at) {
  const double a = run.problem.system.parameter("a"), b = run.problem.system.parameter("b");
  Curve curve{.title = "principal axes", .style = 2};
  for (const Sample& s : at) {
    const Vector& q = s.state.q;
    const double c = std::cos(q[2]), sine = std::sin(q[2]);
    for (const auto& [dx, dy] : {std::pair{a * c, a * sine}, std::pair{-b * sine, b * c}}) {
      curve.x.insert(curve.x.end(), {q[0] - dx, q[0] + dx, std::nan("")});
      curve.y.insert(curve.y.end(), {q[1] - dy, q[1] + dy, std::nan("")});
    }
  }
  return curve;
}

/// How many impacts there were, as a staircase.
Curve counted_over_time(const std::vector<double>& impacts, double until, const std::string& title,
                        size_t style) {
  Curve curve{.title = title, .x = {0.0}, .y = {0.0}, .style = style};
  for (const double t : impacts) {
    curve.x.insert(curve.x.end(), {t, t});
    curve.y.insert(curve.y.end(), {curve.y.back(), curve.y.back() + 1.0});
  }
  curve.x.push_back(until);
  curve.y.push_back(curve.y.back());
  return curve;
}

void trajectory(Workbench& bench) {
  constexpr double until = 2.0;  // [s]
  const Box box{.left = -1.3, .right = 5.0, .bottom = -0.35, .top = 4.8};
  const ProblemRun run =
      bench.run({.label = "collision", .words = "ellipse --time 2", .impacts = true});
  const ProblemRun other = bench.run(
      {.label = "nonholonomic-collision",
       .words = "ellipse --stepper nonholonomic-collision --lagrangian midpoint --time 2"});
  const ProblemRun fine = bench.run({.label = "h=0.0005",
                                     .words = "ellipse --time 2 --h 0.0005",
                                     .table = false,
                                     .impacts = true});
  bench.claim(counted("one impact in 2 s", 1.0, run));
  double shift = 0.0;
  const std::vector<Impact> hits = impacts(run), fine_hits = impacts(fine);
  for (size_t i = 0; i < std::min(hits.size(), fine_hits.size()); ++i)
    shift = std::max(shift, std::abs(hits[i].t - fine_hits[i].t));
  bench.claim({"our impacts are converged (not in the paper)",
               {{"impacts at h = 0.0005 s less those at h = 0.01 s",
                 static_cast<double>(fine_hits.size()) - static_cast<double>(hits.size()),
                 between(0.0, 0.0)},
                {"largest change of their times", shift, at_most(1e-3), "s"}}});
  bench.claim({"without nonholonomic rows the method is that of [FMOW03]",
               {{"largest difference of collision and nonholonomic-collision",
                 difference(run, other), at_most(1e-12)}}});
  bench.claim({"the ellipse stays above the floor",
               {{"smallest gap", run.summary.gap_min, at_least(-1e-12), "m"}}});
  const std::vector<Sample> shown = snapshots(run, 0.2, until);
  Diagram plane =
      plane_diagram("an ellipse every 0.2 s", box,
                    {outlines(run, 0, shown, "ellipse", 1), axes(run, shown),
                     path(run, 0, "path of the centre", 9), time_labels(run, 0, shown, 0.0, 0.16)});
  plane.boundary = run.problem;
  bench.picture({.title = "[RC25] fig 1: an ellipse tumbles on a floor",
                 .diagrams = {plane},
                 .width = 1100,
                 .height = 800});
  bench.animation(motion({&run}, {.title = "[RC25] fig 1",
                                  .boxes = {box},
                                  .interval = 0.04,
                                  .until = until,
                                  .width = 560,
                                  .height = 460}));
}

void energy(Workbench& bench) {
  const ProblemRun run = bench.run({.label = "collision", .words = "ellipse", .impacts = true});
  bench.claim(counted("17 impacts in 25 s", 17.0, run));
  bench.claim({"slight fluctuation, the energy remains nearly constant",
               {{"largest |E - E0| / E0", largest_energy_error(run), at_most(1e-3)},
                {"drift over the run / E0", energy_drift(run), between(-2e-4, 2e-4)}}});
  bench.claim({"each impact keeps the discrete energy E_d", [&] {
                 double largest = 0.0;
                 for (const Impact& hit : impacts(run))
                   largest = std::max(largest, std::abs(hit.energy_plus - hit.energy_minus));
                 return std::vector<Measured>{{"largest jump", largest, at_most(1e-11), "J"}};
               }()});
  const double E0 = run.summary.energy_initial;
  std::vector<double> hits;
  for (const Impact& hit : impacts(run)) hits.push_back(hit.t);
  bench.picture(
      {.title = "[RC25] fig 2: the ellipse for 25 s",
       .diagrams = {{.title = fmt::format("energy, H_0 = {:.5g} J", E0),
                     .x_label = "time t [s]",
                     .y_label = "H - H_0 [J]",
                     .curves = {over_time(run, "collision", 1,
                                          [E0](const Sample& s) { return s.energy - E0; })}},
                    {.title = "impacts so far",
                     .x_label = "time t [s]",
                     .y_label = "impacts",
                     .curves = {counted_over_time(hits, run.end_time(), "collision", 1),
                                counted_over_time(
                                    literal_motion(run.problem, run.end_time()).impacts,
                                    run.end_time(), "pi_S read literally", 2),
                                mark(25.0, 17.0, "stated in the paper", 3)},
                     .box = Box{.left = 0.0, .right = 25.2, .bottom = 0.0, .top = 26.0}}},
       .width = 1000,
       .height = 680});
}

}  // namespace

FigureEntries rc25_ellipse_figures() {
  return {
      {"rc25-1", "trajectory of a tumbling ellipse", "[RC25] fig 1", trajectory},
      {"rc25-2", "energy of the tumbling ellipse", "[RC25] fig 2", energy},
  };
}

}  // namespace ricochet::cli
