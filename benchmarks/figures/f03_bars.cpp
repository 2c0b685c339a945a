#include "draw/curves.hpp"
#include "figures/figures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ricochet::cli {
namespace {

// [F03] 3.4.4, collisions of elastic bodies: the tractions of the bodies balance (3.115) and their
// normal velocities are continuous once in contact (3.118). The thesis states the continuum theory
// only; the discrete bars and all numbers are chosen, L = rho = E = A = 1. Exact: contact lasts 2,
// the force is rho c A v0 (half of it between equal bars), a bar rebounds with v0, equal bars swap
// their velocities.
//
// Three treatments of the contact node: a multiplier that keeps it on the wall, a node without
// mass, impacts located exactly.

constexpr double round_off = 1e-12;   // of forces and velocities of 0.1
constexpr double contact_time = 2.0;  // [s]
constexpr const char* multiplier = " --stepper discrete-smooth --gradients all --no-projection";

/// What is measured of a run of bars: forces and energies of its steps, all of which are kept.
struct BarRun {
  ProblemRun run;
  std::vector<double> middle = {};  ///< times of the middles of steps [s]
  std::vector<double> force = {};   ///< on the last bar, mean over a step [N]
  std::vector<double> energy = {};  ///< E_half = v M v / 2 + q_k K q_{k+1} / 2, v of the step [J]

  [[nodiscard]] double speed() const { return run.problem.system.parameter("speed"); }
  [[nodiscard]] double start_energy() const { return run.summary.energy_initial; }
};

/// E_half, which Verlet conserves: H(q_k, p_k) oscillates with steps at the limit of stability.
class HalfEnergy {
 public:
  explicit HalfEnergy(const System& s) : theta_(s.parameter_values()) {
    const Expr from = Expr::sym("from", s.n()), to = Expr::sym("to", s.n()), h = Expr::sym("h");
    const Expr q = Expr::sym("q", s.n()), v = (to - from) / h;
    const Expr K =
        substitute(hessian(s.V(q), q), q, 0.5 * (from + to));  // constant but for springs
    const Expr E = 0.5 * mtimes(v.T(), mtimes(s.M(), v)) + 0.5 * mtimes(from.T(), mtimes(K, to));
    kernel_ = Kernel("half_energy", {from, to, h, s.parameter_symbols()}, {E});  // that only push
  }
  double operator()(const Vector& from, const Vector& to, double h) {
    double E = 0.0;
    kernel_({from, to, h, theta_}, {E});
    return E;
  }

 private:
  Vector theta_;
  Kernel kernel_;
};

/// Makes a run; the last bar has `nodes` coordinates, all if 0.
BarRun measured(Workbench& bench, const std::string& label, const std::string& words,
                Index nodes = 0) {
  BarRun bar{.run = bench.run({.label = label, .words = words, .may_fail = true, .impacts = true})};
  const ProblemRun& run = bar.run;
  if (!run.ok()) bench.remark(label + ": " + run.message);
  HalfEnergy energy(run.problem.system);
  if (nodes == 0) nodes = run.problem.system.n();
  for (size_t k = 0; k + 1 < run.samples.size(); ++k) {
    const State &from = run.samples[k].state, &to = run.samples[k + 1].state;
    bar.middle.push_back(0.5 * (from.t + to.t));
    bar.force.push_back((to.p.tail(nodes) - from.p.tail(nodes)).sum() / run.h);
    bar.energy.push_back(energy(from.q, to.q, run.h));
  }
  return bar;
}

/// Mean velocity of some nodes in a row at the end, over their mass [m/s].
double end_velocity(const BarRun& bar, Index first, Index nodes) {
  const Vector masses = bar.run.problem.system.M_now().diagonal().segment(first, nodes);
  return bar.run.samples.back().state.p.segment(first, nodes).sum() / masses.sum();
}

/// How long a force above a thousandth of rho c A v0 acts [s].
double pushing_time(const BarRun& bar) {
  const auto pushed = std::count_if(bar.force.begin(), bar.force.end(),
                                    [&](double F) { return F > 1e-3 * bar.speed(); });
  return bar.run.h * static_cast<double>(pushed);
}

/// Largest deviation from a force until a time, relative; without the first step, in which the
/// impulse stops half a node only.
double force_error(const BarRun& bar, double exact, double until) {
  double largest = 0.0;
  for (size_t k = 1; k < bar.force.size() && bar.middle[k] < until; ++k)
    largest = std::max(largest, std::abs(bar.force[k] - exact));
  return largest / exact;
}

double kept_energy(const BarRun& bar) { return bar.energy.back() / bar.start_energy(); }

Band about(double x, double tolerance) { return between(x - tolerance, x + tolerance); }

void claim_multiplier(Workbench& bench, const BarRun& wall, const BarRun& pair, int n) {
  const double v0 = wall.speed();
  bench.claim({"multiplier: contact lasts 2 with the exact force rho c A v0",
               {{"contact time", pushing_time(wall), about(contact_time, round_off), "s"},
                {"largest error of the force after the first step / exact",
                 force_error(wall, v0, contact_time), at_most(round_off)},
                {"pair: contact time", pushing_time(pair), about(contact_time, round_off), "s"},
                {"pair: error of the force / (rho c A v0 / 2)",
                 force_error(pair, 0.5 * v0, contact_time), at_most(round_off)}}});
  bench.claim({"multiplier: exactly the energy of the contact node is lost, 1/(2n), pair 1/(4n)",
               {{"(1 - E/E0) 2 n", (1.0 - kept_energy(wall)) * 2.0 * n, about(1.0, 1e-9)},
                {"pair: (1 - E/E0) 4 n", (1.0 - kept_energy(pair)) * 4.0 * n, about(1.0, 1e-9)}}});
  bench.claim({"normal velocities are continuous once in contact (3.118)",
               {{"pair: largest gap until t = 2",
                 [&] {
                   double largest = 0.0;
                   for (const Sample& s : pair.run.samples)
                     if (s.state.t < contact_time + 1e-9)
                       largest = std::max(largest, std::abs(s.gaps[0]));
                   return largest;
                 }(),
                 at_most(round_off), "m"}}});
  bench.claim({"the tractions balance (3.115)",
               {{"pair: largest change of the momentum of both",
                 pair.run.summary.momentum_max_error.at(0), at_most(round_off), "N s"}}});
}

void claim_massless(Workbench& bench, const BarRun& wall, const BarRun& pair) {
  const double v0 = wall.speed();
  const Index nodes = wall.run.problem.system.n();
  bench.claim({"massless contact node: a bar rebounds with v0, equal bars swap their velocities",
               {{"v / v0", end_velocity(wall, 0, nodes) / v0, about(1.0, round_off)},
                {"pair: v1 / v0", end_velocity(pair, 0, nodes) / v0, about(0.0, round_off)},
                {"pair: v2 / v0", end_velocity(pair, nodes, nodes) / v0, about(1.0, round_off)}}});
  bench.claim({"massless contact node: no energy is lost",
               {{"1 - E/E0", 1.0 - kept_energy(wall), about(0.0, round_off)},
                {"pair", 1.0 - kept_energy(pair), about(0.0, round_off)}}});
  bench.claim({"massless contact node: contact lasts 2 with the exact force",
               {{"contact time", pushing_time(wall), about(contact_time, round_off), "s"},
                {"largest error of the force but for the first and the last step / exact",
                 force_error(wall, v0, contact_time - wall.run.h), at_most(round_off)}}});
}

void claim_events(Workbench& bench, const BarRun& half, const BarRun& near, const BarRun& full) {
  bench.claim(
      {"impacts located exactly: the contact node chatters where contact should last",
       {{"impacts at CFL 0.5 (exact: contact once)", static_cast<double>(half.run.summary.impacts),
         at_least(10.0)},
        {"v / v0 at the end", end_velocity(half, 0, half.run.problem.system.n()) / half.speed(),
         between(0.8, 1.2)},
        {"H/H0 at the end", half.run.summary.energy_final / half.start_energy(),
         between(0.95, 1.05)}}});
  const auto has_no_root = [](const BarRun& bars) {
    return bars.run.end.status == StepStatus::no_admissible_root ? 1.0 : 0.0;
  };
  bench.claim({"near CFL 1 they have no admissible root",
               {{"CFL 0.9: ends without a root", has_no_root(near), at_least(1.0)},
                {"CFL 1: ends without a root", has_no_root(full), at_least(1.0)}},
               {"at CFL 0.9 no root, at CFL 1 the energy grows without bounds",
                {{"CFL 0.9: ends without a root", has_no_root(near), at_least(1.0)},
                 {"CFL 1: largest E_half / E0",
                  *std::max_element(full.energy.begin(), full.energy.end()) / full.start_energy(),
                  at_least(10.0)}}}});
}

/// The bars' own method has the positions of the multiplier.
void claim_own_method(Workbench& bench, const BarRun& wall, const BarRun& own) {
  double largest = 0.0;
  for (size_t k = 0; k < wall.run.samples.size(); ++k)
    largest = std::max(
        largest,
        (wall.run.samples[k].state.q - own.run.samples.at(k).state.q).cwiseAbs().maxCoeff());
  bench.claim({"rattle, the method that bars run with, moves as the multiplier (ours)",
               {{"largest difference of positions", largest, at_most(round_off), "m"}}});
}

/// Means over intervals of `window` seconds: impacts are spikes.
Curve averaged(const BarRun& bar, double window, const std::string& title, size_t style) {
  Curve curve{.title = title, .style = style};
  const auto steps = static_cast<size_t>(std::lround(window / bar.run.h));
  for (size_t k = 0; k + steps <= bar.force.size(); k += steps) {
    double sum = 0.0;
    for (size_t i = k; i < k + steps; ++i) sum += bar.force[i];
    const double mean = sum / static_cast<double>(steps);
    const double from = bar.middle[k] - 0.5 * bar.run.h;
    curve.x.insert(curve.x.end(), {from, from + window});
    curve.y.insert(curve.y.end(), {mean, mean});
  }
  return curve;
}

Curve exact_force(double force, double end) {
  return {.title = "exact",
          .x = {0.0, contact_time, contact_time, end},
          .y = {force, force, 0.0, 0.0},
          .style = 10};
}

Curve force_curve(const BarRun& bar, const std::string& title, size_t style) {
  return {
      .title = title, .x = bar.middle, .y = bar.force, .look = Look::marked_line, .style = style};
}

/// H over its start.
Curve H_of(const BarRun& bar, const std::string& title, size_t style) {
  return over_time(bar.run, title, style,
                   [&](const Sample& s) { return s.energy / bar.start_energy(); });
}

Curve energy_of(const BarRun& bar, const std::string& title, size_t style) {
  Curve curve{.title = title, .x = bar.middle, .y = bar.energy, .style = style};
  for (double& E : curve.y) E /= bar.start_energy();
  return curve;
}

/// Mean velocity of a row of nodes over v0.
Curve velocity_curve(const BarRun& bar, Index first, Index nodes, const std::string& title,
                     size_t style) {
  const double mass = bar.run.problem.system.M_now().diagonal().segment(first, nodes).sum();
  return over_time(bar.run, title, style, [&, mass](const Sample& s) {
    return s.state.p.segment(first, nodes).sum() / mass / bar.speed();
  });
}

void bars(Workbench& bench) {
  constexpr int n = 20;  // elements, the default
  const std::string light = " --set massless=1";
  const BarRun wall = measured(bench, "wall-multiplier", std::string("bar-wall") + multiplier);
  const BarRun pair =
      measured(bench, "pair-multiplier", std::string("bar-pair") + multiplier, n + 1);
  const BarRun own = measured(bench, "wall-rattle", "bar-wall");
  const BarRun light_wall = measured(bench, "wall-massless", "bar-wall" + light);
  const BarRun light_pair = measured(bench, "pair-massless", "bar-pair" + light, n);
  const std::string events = "bar-wall --stepper collision --time 3 --h ";
  const BarRun half = measured(bench, "wall-events", events + "0.025");
  const BarRun near = measured(bench, "wall-events-0.9", events + "0.045");
  const BarRun full = measured(bench, "wall-events-1", events + "0.05");
  bench.remark("20 elements, v0 = 0.1, h = 0.05 (CFL 1) except for the impacts located exactly");
  claim_multiplier(bench, wall, pair, n);
  claim_massless(bench, light_wall, light_pair);
  claim_events(bench, half, near, full);
  claim_own_method(bench, wall, own);
  const double v0 = wall.speed(), end = wall.run.end_time();
  const auto forces = [](const std::string& title, std::vector<Curve> curves) {
    return Diagram{.title = title,
                   .x_label = "time t [s]",
                   .y_label = "contact force [N]",
                   .curves = std::move(curves)};
  };
  bench.picture(
      {.title = "[F03] 3.4.4: elastic bars",
       .diagrams =
           {forces("bar against a wall", {exact_force(v0, end), force_curve(wall, "multiplier", 1),
                                          force_curve(light_wall, "massless node", 2),
                                          averaged(half, 0.2, "impacts, means over 0.2 s", 3)}),
            forces("bar against an equal bar",
                   {exact_force(0.5 * v0, end), force_curve(pair, "multiplier", 1),
                    force_curve(light_pair, "massless node", 2)}),
            {.title = "velocities of the equal bars, massless node and multiplier",
             .x_label = "time t [s]",
             .y_label = "mean velocity / v_0",
             .curves = {velocity_curve(light_pair, 0, n, "bar 1, massless", 1),
                        velocity_curve(light_pair, n, n, "bar 2, massless", 2),
                        velocity_curve(pair, 0, n + 1, "bar 1, multiplier", 3),
                        velocity_curve(pair, n + 1, n + 1, "bar 2, multiplier", 4)}},
            {.title = "energy of the bar against the wall",
             .x_label = "time t [s]",
             .y_label = "E_half / E_0",
             .curves = {energy_of(wall, "multiplier", 1), energy_of(light_wall, "massless node", 2),
                        H_of(half, "impacts, CFL 0.5: H", 3)}}},
       .columns = 2,
       .width = 1200,
       .height = 820});
}

}  // namespace

FigureEntries f03_bars_figures() {
  return {{"f03-3.4.4", "elastic bars: contact force against the exact one", "[F03] 3.4.4", bars}};
}

}  // namespace ricochet::cli
