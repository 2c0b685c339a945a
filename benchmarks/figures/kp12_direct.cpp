#include "draw/curves.hpp"
#include "figures/figures.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace ricochet::cli {
namespace {

// [KP12] fig 1.3: a ball dropped on a floor, by methods that substitute the constraint force into
// a base method. The start is stated; h = 0.05 s and the perturbations are chosen.

/// Effective coefficients of restitution: the square roots of the energy ratios from apex to apex.
/// The midpoint rule conserves H in free fall, so that nothing but the bounce changes it.
std::vector<double> restitutions(const ProblemRun& run) {
  constexpr double dead = 1e-3;  // of the initial energy: below, ratios are noise
  std::vector<double> ratios;
  double apex = run.samples.front().energy;
  for (size_t i = 0; i + 1 < run.samples.size(); ++i) {
    const Sample &now = run.samples[i], &next = run.samples[i + 1];
    if (i == 0 || !(now.state.p[0] > 0.0 && next.state.p[0] <= 0.0)) continue;
    if (apex < dead * run.samples.front().energy) break;
    ratios.push_back(std::sqrt(now.energy / apex));
    apex = now.energy;
  }
  return ratios;
}

double least(const std::vector<double>& x) {
  return x.empty() ? std::nan("") : *std::min_element(x.begin(), x.end());
}

double most(const std::vector<double>& x) {
  return x.empty() ? std::nan("") : *std::max_element(x.begin(), x.end());
}

/// Height of a ball dropped from rest that bounces elastically [m].
double exact_height(double height, double gravity, double t) {
  const double fall = std::sqrt(2.0 * height / gravity);
  const double since_apex = std::remainder(t, 2.0 * fall);
  return height - 0.5 * gravity * since_apex * since_apex;
}

Curve exact_curve(const ProblemRun& like, size_t style) {
  const double height = like.samples.front().state.q[0];
  const double gravity = like.problem.system.parameter("gravity");
  constexpr double fine = 0.005;  // [s]
  Curve curve{.title = "exact", .style = style};
  for (double t = 0.0; t <= like.end_time(); t += fine) {
    curve.x.push_back(t);
    curve.y.push_back(exact_height(height, gravity, t));
  }
  return curve;
}

Curve height_curve(const ProblemRun& run, const std::string& title, size_t style) {
  return over_time(run, title, style, [](const Sample& s) { return s.state.q[0]; });
}

Table restitution_table(const std::vector<const ProblemRun*>& runs) {
  Table table{.columns = {"run", "bounce", "restitution"}};
  for (size_t i = 0; i < runs.size(); ++i) {
    const std::vector<double> found = restitutions(*runs[i]);
    for (size_t k = 0; k < found.size(); ++k)
      table.rows.push_back({static_cast<double>(i), static_cast<double>(k), found[k]});
  }
  return table;
}

Diagram heights(const std::string& title, const std::vector<Curve>& curves) {
  return {.title = title, .x_label = "time t [s]", .y_label = "height q [m]", .curves = curves};
}

Curve restitution_curve(const ProblemRun& run, const std::string& title, size_t style) {
  Curve curve{.title = title, .y = restitutions(run), .look = Look::marked_line, .style = style};
  for (size_t k = 0; k < curve.y.size(); ++k) curve.x.push_back(static_cast<double>(k + 1));
  return curve;
}

Diagram restitution_diagram(const std::vector<Curve>& curves) {
  return {.title = "effective restitution",
          .x_label = "bounce",
          .y_label = "sqrt(E after / E before)",
          .curves = curves};
}

/// What must hold of a method that only dissipates; round-off may show in the ratios.
std::vector<Measured> dissipative(const std::vector<double>& ratios, double energy_left) {
  return {{"largest restitution", most(ratios), at_most(1.0 + 1e-6)},
          {"E at the end / E0", energy_left, at_most(0.95)}};
}

double energy_left(const ProblemRun& run) {
  return run.samples.back().energy / run.samples.front().energy;
}

void methods(Workbench& bench) {
  const std::string words = "particle-1d --time 5 --stepper ";
  const ProblemRun midpoint =
      bench.run({.label = "direct-midpoint", .words = words + "direct-midpoint"});
  const ProblemRun endpoint =
      bench.run({.label = "direct-endpoint", .words = words + "direct-endpoint"});
  const ProblemRun gvi = bench.run({.label = "gvi", .words = words + "gvi"});
  bench.table("restitution", restitution_table({&midpoint, &endpoint, &gvi}));
  bench.remark("in KEY_restitution.csv run 0 is direct-midpoint, 1 direct-endpoint, 2 gvi");
  const std::vector<double> at_midpoint = restitutions(midpoint),
                            at_endpoint = restitutions(endpoint);
  bench.claim({"midpoint-constrained: restitution varies between dissipation and energy growth",
               {{"smallest restitution", least(at_midpoint), at_most(0.95)},
                {"largest restitution", most(at_midpoint), at_least(1.05)}}});
  bench.claim({"endpoint-constrained: purely dissipative",
               dissipative(at_endpoint, energy_left(endpoint))});
  double off = 0.0;
  for (const Sample& s : gvi.samples)
    off = std::max(off, std::abs(s.state.q[0] - exact_height(1.0, 9.8, s.state.t)));
  bench.claim(
      {"the new method closely matches the exact solution",
       {{"largest |E - E0| / E0", largest_energy_error(gvi), at_most(1e-10)},
        {"largest height error / (|v| h)", off / (std::sqrt(2.0 * 9.8) * gvi.h), at_most(1.0)}}});
  bench.picture(
      {.title = "[KP12] fig 1.3a: a dropped ball, h = 0.05 s",
       .diagrams = {heights("height", {height_curve(midpoint, "direct, midpoint", 1),
                                       height_curve(endpoint, "direct, endpoint", 2),
                                       exact_curve(gvi, 3), height_curve(gvi, "gvi", 7)}),
                    restitution_diagram({restitution_curve(midpoint, "direct, midpoint", 1),
                                         restitution_curve(endpoint, "direct, endpoint", 2),
                                         restitution_curve(gvi, "gvi", 7)})},
       .columns = 2,
       .width = 1200,
       .height = 480});
}

/// Makes the steps of one method from the states of another's run. Whole runs cannot be compared:
/// each bounce amplifies a difference of round-off about thirty times.
class StepComparison {
 public:
  StepComparison(const std::string& stepper, const std::string& backend)
      : problem_(find_problem("particle-1d").make()),
        stepper_(
            ricochet::make_stepper(stepper, problem_.system, {.backend = make_backend(backend)})) {}

  void start(double height) { before_ = {.state = {.q = Vector{{height}}, .p = Vector{{0.0}}}}; }

  void take(const Step& made) {
    const Step other = stepper_->advance(before_, problem_.h);
    const double difference = other.report.ok()
                                  ? (other.state.q - made.state.q).norm() +
                                        problem_.h * (other.state.p - made.state.p).norm()
                                  : std::numeric_limits<double>::infinity();
    largest_ = std::max(largest_, difference);
    before_ = made;
    ++steps_;
  }

  [[nodiscard]] double largest() const { return steps_ > 0 ? largest_ : std::nan(""); }  ///< [m]

 private:
  Problem problem_;
  std::unique_ptr<Stepper> stepper_;
  Step before_;
  double largest_ = 0.0;
  long steps_ = 0;
};

void perturbations(Workbench& bench) {
  std::vector<ProblemRun> runs;
  std::vector<double> first, all, left;
  StepComparison newmark("imex-newmark", bench.backend());
  for (const double height : {0.98, 1.0, 1.02}) {
    newmark.start(height);
    runs.push_back(bench.run(
        {.label = fmt::format("q0={}", height),
         .words = fmt::format("particle-1d --time 5 --q0 {} --stepper direct-endpoint", height),
         .watch = [&](const Step& made) { newmark.take(made); }}));
    const std::vector<double> found = restitutions(runs.back());
    if (!found.empty()) first.push_back(found.front());
    all.insert(all.end(), found.begin(), found.end());
    left.push_back(energy_left(runs.back()));
  }
  bench.claim(
      {"endpoint-constrained: fully dissipative for all starts", dissipative(all, most(left))});
  bench.claim({"the degree of dissipation varies with the start, energetically inconsistent",
               {{"starts with a bounce", static_cast<double>(first.size()), at_least(3.0)},
                {"spread of the first restitution", most(first) - least(first), at_least(0.05)}}});
  bench.claim(
      {"IMEX Newmark (1/4, 1/2) is the endpoint-constrained method",
       {{"largest difference of a step, |dq| + h |dp|", newmark.largest(), at_most(1e-10), "m"}}});
  std::vector<Curve> curves, ratios;
  for (size_t i = 0; i < runs.size(); ++i) {
    curves.push_back(height_curve(runs[i], runs[i].label, i + 1));
    ratios.push_back(restitution_curve(runs[i], runs[i].label, i + 1));
  }
  bench.picture({.title = "[KP12] fig 1.3b: endpoint-constrained, three starts",
                 .diagrams = {heights("height", curves), restitution_diagram(ratios)},
                 .columns = 2,
                 .width = 1200,
                 .height = 480});
}

}  // namespace

FigureEntries kp12_direct_figures() {
  return {
      {"kp12-1.3a", "a dropped ball by direct substitution", "[KP12] fig 1.3a", methods},
      {"kp12-1.3b", "direct substitution for three starts", "[KP12] fig 1.3b", perturbations},
  };
}

}  // namespace ricochet::cli
