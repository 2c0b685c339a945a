#include "draw/curves.hpp"
#include "figures/figures.hpp"
#include "figures/motion.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::cli {
namespace {

// [VCI-S] example 2: a wedge falls on a floor under several laws of impact. The slides state the
// body, gravity, the floor and four contact forces f_con: none; against the normal, frictionless;
// with a tangential part; and that which stops the contact point. All numbers are chosen. The
// velocities of the first impact, normal and tangential, are compared with an independent
// implementation.

constexpr double exact = 1e-11, printed = 6e-4;  // the reference has three decimals [m/s]
constexpr double shown = 1.7;                    // [s]

/// Normal and tangential velocity of the contact point before and after the first impact [m/s], and
/// what the impact does.
struct FirstImpact {
  Vector before = {}, after = {};
  double push = 0.0, friction = 0.0;  ///< impulses [N s]
  double work = 0.0;                  ///< f_pow: E_d after less before [J]
};

FirstImpact first_impact(const ProblemRun& run) {
  const System& s = run.problem.system;
  const Impact& hit = run.impact_steps.at(0).impacts.at(0);
  const Index at = hit.constraints.at(0);
  const Expr q = Expr::sym("q", s.n());
  Matrix tangents(s.n(), s.m());  // one of each vertex
  Kernel("tangents", {q, s.parameter_symbols()}, {s.T(q)})({hit.q, s.parameter_values()},
                                                           {tangents});
  Matrix J(2, s.n());
  J << s.G(hit.q).col(at).transpose(), tangents.col(at).transpose();
  const Matrix inverse_mass = s.M_now().inverse();
  const Matrix W = J * inverse_mass * J.transpose();
  const Vector before = J * inverse_mass * hit.p_minus, after = J * inverse_mass * hit.p_plus;
  const Vector impulse = W.inverse() * (after - before);
  return {.before = before,
          .after = after,
          .push = impulse[0],
          .friction = impulse[1],
          .work = hit.energy_plus - hit.energy_minus};
}

/// Largest gain of kinetic energy in an impact of a run [J].
double largest_gain(const ProblemRun& run) {
  const Matrix inverse_mass = run.problem.system.M_now().inverse();
  double largest = -std::numeric_limits<double>::infinity();
  for (const Impact& hit : impacts(run))
    largest = std::max(largest, 0.5 * (hit.p_plus.dot(inverse_mass * hit.p_plus) -
                                       hit.p_minus.dot(inverse_mass * hit.p_minus)));
  return largest;
}

/// `beta` gives a share of what keeps E_d, which differs from H by up to m g^2 h^2 / 8.
Measured beyond_H(const ProblemRun& beta) {
  const System& s = beta.problem.system;
  const double apart = s.parameter("mass") * std::pow(s.parameter("gravity") * beta.h, 2) / 8.0;
  return {"beta: largest gain in an impact / (m g^2 h^2 / 8)", largest_gain(beta) / apart,
          at_most(1.0)};
}

Band about(double x, double tolerance) { return between(x - tolerance, x + tolerance); }

std::vector<Measured> velocities(const FirstImpact& hit, double normal, double tangential) {
  return {{"normal velocity after the first impact", hit.after[0], about(normal, printed), "m/s"},
          {"tangential", hit.after[1], about(tangential, printed), "m/s"}};
}

/// A claim about the first impact: both velocities after it, and more.
Claim first(const std::string& text, const FirstImpact& hit, double normal, double tangential,
            const std::vector<Measured>& more) {
  Claim claim{text, velocities(hit, normal, tangential)};
  claim.measured.insert(claim.measured.end(), more.begin(), more.end());
  return claim;
}

ProblemRun under(Workbench& bench, const std::string& label, const std::string& law) {
  const ProblemRun run =
      bench.run({.label = label, .words = "wedge --law " + law, .may_fail = true, .impacts = true});
  if (!run.ok()) bench.remark(label + ": " + run.message);
  return run;
}

void claim_first_impacts(Workbench& bench, const std::vector<ProblemRun>& runs) {
  const FirstImpact elastic = first_impact(runs[0]), beta = first_impact(runs[1]),
                    newton = first_impact(runs[2]), coulomb = first_impact(runs[3]),
                    moreau = first_impact(runs[4]), plastic = first_impact(runs[5]);
  bench.claim({"all laws meet the same first impact",
               {{"normal velocity before", elastic.before[0], about(-3.461, printed), "m/s"},
                {"tangential", elastic.before[1], about(4.002, printed), "m/s"}}});
  bench.claim(first("f_con = 0: fully elastic", elastic, 3.461, 0.900,
                    {{"change of E_d", elastic.work, between(-exact, exact), "J"},
                     {"tangential impulse", elastic.friction, between(-exact, exact), "N s"}}));
  bench.claim(first("f_con along the normal: dissipative, frictionless (beta, e = 0.5)", beta,
                    1.730, 1.676,
                    {{"change of E_d", beta.work, at_most(-1.0), "J"},
                     {"tangential impulse", beta.friction, between(-exact, exact), "N s"}}));
  bench.claim({"the same by Newton's law on momenta (ours)",
               {{"-u_n+ / u_n-", -newton.after[0] / newton.before[0], about(0.5, exact)},
                {"tangential impulse", newton.friction, between(-exact, exact), "N s"}}});
  const double friction = runs[3].problem.system.parameter("friction");
  bench.claim(first("f_con with a tangential part: friction (Coulomb, e = 0.5, mu = 0.3) sticks",
                    coulomb, 1.730, 0.0,
                    {{"|tangential / normal impulse|", std::abs(coulomb.friction / coulomb.push),
                      at_most(friction)}}));
  bench.claim(first("the same in Moreau's averaged form (ours)", moreau, 1.730, -2.001,
                    {{"change of E_d", moreau.work, at_most(0.0), "J"}}));
  bench.claim(first("f_con that stops the contact point at once: perfectly plastic", plastic, 0.0,
                    0.0, {{"change of E_d", plastic.work, at_most(-1.0), "J"}}));
}

void claim_slip(Workbench& bench) {
  const ProblemRun run = bench.run(
      {.label = "little-friction",
       .words = "wedge --law coulomb --set restitution=0.5 --set friction=0.03 --time 0.5",
       .impacts = true});
  const FirstImpact hit = first_impact(run);
  bench.claim(
      {"with little friction, mu = 0.03, the contact point slides on (ours)",
       {{"tangential velocity after", hit.after[1], at_least(0.1), "m/s"},
        {"|tangential / normal impulse|", std::abs(hit.friction / hit.push), about(0.03, exact)}}});
}

void claim_energies(Workbench& bench, const std::vector<ProblemRun>& runs) {
  std::vector<Measured> gains{beyond_H(runs[1])};
  for (size_t i = 2; i < runs.size(); ++i)  // laws on momenta
    gains.push_back({runs[i].label + ": largest gain in an impact", largest_gain(runs[i]),
                     at_most(exact), "J"});
  bench.claim({"no lossy impact gains kinetic energy", gains});
  bench.claim({"elastic: the energy stays",
               {{"largest |E - E0| / E0", largest_energy_error(runs[0]), at_most(1e-3)}}});
  const ProblemRun& plastic = runs.back();
  const System& s = plastic.problem.system;
  const double standing =
      s.parameter("mass") * s.parameter("gravity") * s.parameter("height") / 3.0;
  bench.claim(
      {"plastic: the wedge comes to rest on its short side (expected, not in the slides)",
       {{"reached", plastic.end_time(), at_least(plastic.problem.duration - 1e-9), "s"},
        {"E at the end / (m g H / 3)", plastic.samples.back().energy / standing, about(1.0, 1e-9)},
        {"largest momentum at the end", plastic.samples.back().state.p.cwiseAbs().maxCoeff(),
         at_most(1e-9)}}});
}

Diagram path_of(const ProblemRun& run, const Box& box) {
  const std::vector<Sample> at = snapshots(run, 0.1, shown);
  Diagram diagram = plane_diagram(
      run.label, box, {outlines(run, 0, at, "every 0.1 s", 1), path(run, 0, "centre of mass", 2)});
  diagram.boundary = run.problem;
  return diagram;
}

void wedge(Workbench& bench) {
  const std::string lossy = " --set restitution=0.5", rough = lossy + " --set friction=0.3";
  std::vector<ProblemRun> runs;
  runs.push_back(under(bench, "elastic", "elastic"));
  runs.push_back(under(bench, "beta", "beta --slow-impact contact" + lossy));
  runs.push_back(under(bench, "newton", "newton" + lossy));
  runs.push_back(under(bench, "coulomb", "coulomb" + rough));
  runs.push_back(under(bench, "moreau", "moreau" + rough));
  runs.push_back(under(bench, "plastic", "plastic"));
  bench.remark("restitution 0.5 where the law has one, friction 0.3 where it has one");
  claim_first_impacts(bench, runs);
  claim_slip(bench);
  claim_energies(bench, runs);
  const Box box{.left = -0.7, .right = 8.9, .bottom = -0.25, .top = 2.1};
  Chart chart{.title = "[VCI-S] example 2: a wedge falls on a floor under six laws of impact",
              .columns = 2,
              .width = 1300,
              .height = 800};
  std::vector<const ProblemRun*> all;
  for (const ProblemRun& run : runs) {
    chart.diagrams.push_back(path_of(run, box));
    all.push_back(&run);
  }
  bench.picture(chart);
  bench.animation(motion(all, {.title = "[VCI-S] example 2",
                               .boxes = std::vector<Box>(all.size(), box),
                               .interval = 0.04,
                               .until = shown,
                               .columns = 2,
                               .width = 900,
                               .height = 560}));
}

}  // namespace

FigureEntries vci_wedge_figures() {
  return {{"vci-s-2", "a wedge under six laws of impact", "[VCI-S] example 2", wedge}};
}

}  // namespace ricochet::cli
