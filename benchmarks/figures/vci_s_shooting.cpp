#include "draw/curves.hpp"
#include "figures/figures.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/shooting/shooting.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <set>

namespace ricochet::cli {
namespace {

// [VCI-S] example 1: bodies between a floor and a wall, thrown so that they come back. The slides
// state the task and the method, not a number; all data are chosen.

constexpr double met = 1e-12;                                // end conditions [m, rad, m/s]
constexpr double right = 2.85, margin = 0.15, reach = 0.55;  // of the pictures, of a body [m]
constexpr size_t bodies = 14;                                // drawn along a path

/// A solution, flown again by `ricochet run`.
struct Throw {
  Problem problem;
  BoundaryValue target;
  Shot shot;
  ProblemRun run;
  std::vector<Impact> hits;
};

std::string sequence_of(const Shot& shot) {
  return shot.sequence.empty() ? "no impact" : join(shot.sequence);
}

Throw fly(Workbench& bench, const std::string& label, const Problem& problem,
          const BoundaryValue& target, const Shot& shot) {
  std::vector<std::string> v0;
  for (const double v : shot.start.head(problem.system.n())) v0.push_back(exact(v));
  std::vector<Impact> hits;
  ProblemRun run =
      bench.run({.label = label,
                 .words = fmt::format("{} --v0 {} --h {} --steps {}", problem.system.name(),
                                      join(v0, ","), exact(shot.path.h), problem.steps()),
                 .watch = [&](const Step& step) {
                   hits.insert(hits.end(), step.impacts.begin(), step.impacts.end());
                 }});
  return {problem, target, shot, std::move(run), std::move(hits)};
}

Shooting shooting_of(Workbench& bench, const Problem& problem, const BoundaryValue& target) {
  return {problem,
          target,
          {.discretization = problem.discretization, .backend = make_backend(bench.backend())}};
}

/// From the guess of the target.
Throw thrown(Workbench& bench, const std::string& label, const Problem& problem,
             const BoundaryValue& target) {
  Shooting shooting = shooting_of(bench, problem, target);
  const Shot shot = shooting.from(shooting.guess());
  if (!shot.ok()) throw FigureFailure(label + ": " + to_string(shot.status) + ": " + shot.message);
  return fly(bench, label, problem, target, shot);
}

double target_value(const Throw& t, const std::string& name) {
  for (const Parameter& parameter : t.target.targets)
    if (parameter.name == name) return parameter.value;
  return std::numeric_limits<double>::quiet_NaN();
}

/// Largest distance of a coordinate from its target at the end of the run.
double place_missed(const Throw& t) {
  const std::vector<std::string> names = {"x_end", "y_end", "theta_end"};
  const Vector& q = t.run.samples.back().state.q;
  double worst = 0.0;
  for (Index i = 0; i < q.size(); ++i)
    worst = std::max(worst, std::abs(q[i] - target_value(t, names[static_cast<size_t>(i)])));
  return worst;
}

/// Angle of entry of the run minus the one prescribed [rad]; the mass of both directions is one.
double entry_missed(const Throw& t) {
  const Vector& p = t.run.samples.back().state.p;
  return std::abs(std::atan2(p[1], p[0]) - target_value(t, "entry"));
}

/// How far the energy of the run departs from what linear gravity demands of Verlet's rule: a jump
/// of m g^2 h^2 / 8 (1 - 2 alpha) at every impact that is alone in its step [J].
double energy_missed(const Throw& t) {
  const System& s = t.problem.system;
  const double unit = s.parameter("mass") * std::pow(s.parameter("gravity") * t.run.h, 2) / 8.0;
  double jumps = 0.0;
  for (const Impact& hit : t.hits) jumps += unit * (1.0 - 2.0 * hit.alpha);
  return std::abs(t.run.summary.energy_final - t.run.summary.energy_initial - jumps);
}

/// The outline of the body at a place, with the half axis that shows how it has turned; a circle
/// does not turn. A NaN at the end.
void add_outline(const System& s, const Vector& q, Curve& curve) {
  constexpr int corners = 48;
  const bool disc = s.n() == 2;
  const double a = s.parameter(disc ? "radius" : "a"), b = disc ? a : s.parameter("b");
  const double theta = disc ? 0.0 : q[2], c = std::cos(theta), d = std::sin(theta);
  for (int i = 0; i <= corners; ++i) {
    const double u = 2.0 * std::numbers::pi * i / corners, x = a * std::cos(u), y = b * std::sin(u);
    curve.x.push_back(q[0] + c * x - d * y);
    curve.y.push_back(q[1] + d * x + c * y);
  }
  if (!disc) {
    curve.x.push_back(q[0]);
    curve.y.push_back(q[1]);
  }
  curve.x.push_back(std::numeric_limits<double>::quiet_NaN());
  curve.y.push_back(std::numeric_limits<double>::quiet_NaN());
}

/// Bodies along the path, with a legend where asked for.
Diagram drawn(const Throw& t, bool legend) {
  const System& s = t.problem.system;
  const auto& samples = t.run.samples;
  const auto titled = [&](const char* title) { return std::string(legend ? title : ""); };
  Curve outlines{.title = titled("body"), .style = 9},
      ends{.title = titled("start and end"), .style = 1},
      struck{.title = titled("impact"), .style = 2};
  for (size_t i = 1; i < bodies; ++i)
    add_outline(s, samples[i * (samples.size() - 1) / bodies].state.q, outlines);
  for (const Sample* at : {&samples.front(), &samples.back()}) add_outline(s, at->state.q, ends);
  for (const Impact& hit : t.hits) add_outline(s, hit.q, struck);
  double top = 0.0;
  for (const Sample& at : samples) top = std::max(top, at.state.q[1] + reach);
  const Box room{.left = -margin, .right = right, .bottom = -margin, .top = top + margin};
  std::vector<Curve> curves = {
      {.x = {0.0, 0.0, room.right}, .y = {room.top, 0.0, 0.0}, .style = 10},
      outlines,
      path(t.run, 0, titled("path of the centre"), 3),
      ends,
  };
  if (!t.hits.empty()) curves.push_back(struck);
  return plane_diagram(t.run.label + ": " + sequence_of(t.shot), room, curves);
}

/// Solutions from random starts: the first of every sequence that is not yet among those known.
std::vector<Throw> others(Workbench& bench, const std::string& label, const Problem& problem,
                          const BoundaryValue& target, long starts,
                          std::set<std::vector<std::string>>& sequences) {
  Shooting shooting = shooting_of(bench, problem, target);
  const ShootingResult result = shooting.search({.starts = starts});
  std::vector<Throw> found;
  for (const Shot& shot : result.solutions)
    if (sequences.insert(shot.sequence).second)
      found.push_back(
          fly(bench, fmt::format("{}-{}", label, sequences.size()), problem, target, shot));
  return found;
}

Measured count_of(const std::string& what, size_t number, const Band& band) {
  return {what, static_cast<double>(number), band};
}

/// What every throw must show.
void claim_solved(Workbench& bench, const std::vector<Throw>& throws) {
  for (const Throw& t : throws) {
    std::vector<Measured> numbers = {
        {t.run.label + ": place missed", place_missed(t), at_most(met), "m, rad"}};
    if (std::isfinite(target_value(t, "entry")))
      numbers.push_back({"angle of entry missed", entry_missed(t), at_most(met), "rad"});
    numbers.push_back(count_of("impacts", t.hits.size(), at_least(1.0)));
    bench.claim({std::isfinite(target_value(t, "entry"))
                     ? "the body returns to a prescribed position with a prescribed angle of entry"
                     : "the body returns turned by half a turn in a prescribed time",
                 numbers});
  }
}

void shooting(Workbench& bench) {
  const Problem disc = problems::shooting_disc(), ellipse = problems::shooting_ellipse();
  std::vector<Throw> throws;
  throws.push_back(thrown(bench, "disc", disc, disc.boundary_values[0]));
  for (const BoundaryValue& target : ellipse.boundary_values)
    throws.push_back(thrown(bench, "ellipse-" + target.name, ellipse, target));
  claim_solved(bench, throws);

  std::vector<Measured> iterations, residuals;
  for (const Throw& t : throws) {
    iterations.push_back(
        {t.run.label + ": iterations", static_cast<double>(t.shot.iterations), at_most(20.0)});
    residuals.push_back({t.run.label + ": residual", t.shot.residual, at_most(met)});
  }
  bench.claim(
      {"Newton's method with an integrator in the loop converges from a guess", iterations});
  bench.claim({"the end conditions are met to round-off (expected, not in the slides)", residuals});

  std::set<std::vector<std::string>> of_disc = {throws[0].shot.sequence},
                                     of_turn = {throws[2].shot.sequence};
  std::vector<Throw> more = others(bench, "disc", disc, disc.boundary_values[0], 25, of_disc);
  for (Throw& t : others(bench, "ellipse-turn", ellipse, ellipse.boundary_values[1], 30, of_turn))
    more.push_back(std::move(t));
  bench.claim({"different starts give different sequences of impacts (expected, not in the slides)",
               {count_of("disc: sequences found", of_disc.size(), at_least(3.0)),
                count_of("ellipse-turn: sequences found", of_turn.size(), at_least(3.0)),
                count_of("ellipse-turn: without impact", of_turn.count({}), at_least(1.0))}});

  std::vector<Diagram> diagrams;
  double missed = 0.0, depth = 0.0, energy = 0.0;
  for (const auto* list : {&throws, &more})
    for (const Throw& t : *list) {
      diagrams.push_back(drawn(t, diagrams.empty()));
      missed = std::max(missed, place_missed(t));
      depth = std::max(depth, -t.run.summary.gap_min);
      energy = std::max(energy, energy_missed(t));
    }
  bench.claim({"every path found is a path of the stepper that penetrates nothing",
               {{"place missed at worst", missed, at_most(met), "m, rad"},
                {"deepest penetration", depth, at_most(met), "m"}}});
  bench.claim({"energy changes exactly as linear gravity demands (expected, not in the slides)",
               {{"largest difference", energy, at_most(1e-11), "J"}}});
  bench.remark(
      fmt::format("All data are chosen. Bodies are drawn at every {}th of a path; the "
                  "lower pictures are other solutions from random starts, seed 1.",
                  14));
  bench.picture({.title = "[VCI-S] example 1: bodies thrown to come back, by shooting",
                 .diagrams = std::move(diagrams),
                 .columns = 3,
                 .width = 1350,
                 .height = 1350});
}

}  // namespace

FigureEntries vci_s_shooting_figures() {
  return {{"vci-s-1", "a disc and an ellipse thrown to come back", "[VCI-S] example 1", shooting}};
}

}  // namespace ricochet::cli
