#include "draw/curves.hpp"
#include "figures/figures.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/shadow/shadow_meter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ricochet::cli {
namespace {

// The shadow energy of order 4 of Verlet's free steps over very many impacts, for every method that
// lists its impacts.

constexpr int order = 4;
constexpr double owes = 1e-12;  // of the energy: a larger debt is no round-off

struct Subject {
  const char* name = "";
  const char* words = "";
  double steps_per_impact = 0.0;
  double impacts = 0.0;  // of the method at the grid
  double band = 0.0;     // of the energy: what impacts and anchor may leave, without debts
};

const std::vector<Subject>& subjects() {
  static const std::vector<Subject> list = {
      {"disc-chaotic", "disc-chaotic", 17.6, 1e6, 2e-5},
      {"two-discs", "two-discs", 12.8, 1e6, 2e-5},
      {"pogo-hardening", "pogo-hardening", 9.3, 1e5, 5e-4},
      {"oscillator", "oscillator --h 0.05 --p0 1.4,-0.3,-0.5,0.2", 12.8, 1e5, 5e-4},
  };
  return list;
}

struct Method {
  const char* title = "";
  const char* words = "";
  double impacts = 0.0;  // 0: what the subject says
  size_t style = 1;
};

double impacts_of(const Subject& subject, const Method& method) {
  return method.impacts > 0.0 ? method.impacts : subject.impacts;
}

const std::vector<Method>& methods() {
  static const std::vector<Method> list = {
      {"gvi", "gvi", 1e5, 2},
      {"gvi, numerical energy", "gvi --energy numerical", 1e5, 3},
      {"hybrid", "hybrid", 3e4, 4},
      {"collision", "collision --slow-impact restitution", 3e4, 6},
      {"shadow grid", "shadow --placement grid --energy-order 4", 0.0, 1},
      {"shadow located", "shadow --placement located --energy-order 4", 1e5, 5},
  };
  return list;
}

/// The largest error so far where the number of impacts passes powers of 10^(1/8), and root mean
/// squares of errors of steps that do not owe.
class ErrorsOverImpacts {
 public:
  ErrorsOverImpacts(const Problem& problem, double h, double impacts)
      : meter_(problem.system, verlet(), {.order = order}, newton()), h_(h), impacts_(impacts) {
    initial_ = meter_.energy(problem.initial.q, problem.initial.p, h);
  }

  void see(const Step& made) {
    met_ += made.impacts.empty() ? 0.0 : 1.0;
    const double error = std::abs(meter_.energy(made.state.q, made.state.p, h_) / initial_ - 1.0);
    largest_ = std::max(largest_, error);
    if (std::abs(made.shadow.debt) <= owes * std::abs(initial_)) collect(error);
    if (met_ < next_) return;
    next_ *= std::pow(10.0, 0.125);
    x.push_back(met_);
    y.push_back(largest_);
  }

  std::vector<double> x = {}, y = {};
  [[nodiscard]] double met() const { return met_; }
  [[nodiscard]] double largest() const { return largest_; }
  [[nodiscard]] double without_debts() const { return free_; }
  /// Impacts per step in the last tenth by those in the first tenth: far from 1 where a regular
  /// orbit has captured the motion.
  [[nodiscard]] double rate() const {
    const double tenth = 0.1 * impacts_;
    return (met_ - 9.0 * tenth) / late_count_ / (tenth / early_count_);
  }
  /// Root mean square in the last tenth by that in the first tenth.
  [[nodiscard]] double widening() const {
    return std::sqrt(late_ / late_count_) / std::sqrt(early_ / early_count_);
  }

 private:
  void collect(double error) {
    free_ = std::max(free_, error);
    const bool early = met_ <= 0.1 * impacts_, late = met_ > 0.9 * impacts_;
    if (early) early_ += error * error;
    if (late) late_ += error * error;
    early_count_ += early ? 1.0 : 0.0;
    late_count_ += late ? 1.0 : 0.0;
  }

  ShadowMeter meter_;
  double h_, impacts_, initial_ = 0.0;
  double met_ = 0.0, next_ = 1.0, largest_ = 0.0, free_ = 0.0;
  double early_ = 0.0, late_ = 0.0, early_count_ = 0.0, late_count_ = 0.0;
};

struct Run {
  ProblemRun run;
  ErrorsOverImpacts errors;
};

Problem problem_of(const Subject& subject) {
  Problem problem = find_problem(subject.name).make();
  if (problem.system.name() != "oscillator") return problem;
  problem.initial.p = Vector{{1.4, -0.3, -0.5, 0.2}};
  problem.h = 0.05;
  return problem;
}

Run fly(Workbench& bench, const Subject& subject, const Method& method) {
  const Problem problem = problem_of(subject);
  ErrorsOverImpacts errors(problem, problem.h, impacts_of(subject, method));
  ProblemRun run =
      bench.run({.label = fmt::format("{}, {}", subject.name, method.title),
                 .words = fmt::format("{} --lagrangian verlet --stepper {} --steps {:.0f} "
                                      "--certify-every 1000",
                                      subject.words, method.words,
                                      subject.steps_per_impact * impacts_of(subject, method)),
                 .may_fail = true,
                 .most_samples = 2,
                 .watch = [&errors](const Step& made) { errors.see(made); },
                 .table = false});
  return {std::move(run), std::move(errors)};
}

/// What the method says of itself, over as many impacts as are made.
Claim bounded(const Subject& subject, const Method& method, const Run& made) {
  const ShadowSummary& shadow = made.run.summary.shadow;
  Claim claim{
      fmt::format(
          "{}, {}: every stored state satisfies g >= 0, and the shadow energy stays "
          "bounded for {:.0e} impacts; events without a root are counted, and their deficit "
          "is repaid",
          subject.name, method.title, impacts_of(subject, method)),
      {{"steps with impacts", made.errors.met(), at_least(0.97 * impacts_of(subject, method))},
       {"smallest gap", made.run.summary.gap_min, at_least(-1e-13), "m"},
       {"largest error / E0 of steps that do not owe", made.errors.without_debts(),
        at_most(subject.band)},
       {"rms error, last / first tenth", made.errors.widening(), at_most(1.5)},
       {"largest debt / E0", shadow.debt_max / std::abs(shadow.initial), at_most(1e-2)},
       {"equations without a root / events",
        static_cast<double>(shadow.without_root) / static_cast<double>(shadow.events),
        at_most(1e-2)}}};
  for (size_t i = 0; i < made.run.summary.momentum_max_error.size(); ++i)
    claim.measured.push_back({made.run.summary.momentum_names[i] + ": largest error",
                              made.run.summary.momentum_max_error[i], at_most(1e-9)});
  return claim;
}

/// Control: a method that reflects at the grid and keeps H loses the energy or the gap.
Claim control(const Subject& subject, const Run& gvi) {
  return {fmt::format("{}, gvi with H: the same energy wanders within 10^5 impacts", subject.name),
          {{"largest error / E0", gvi.errors.largest(), at_least(1e-2)},
           {"smallest gap", gvi.run.summary.gap_min, {}, "m"}}};
}

/// A captured run is regular: that its energy is bounded says little.
void note_capture(Workbench& bench, const Subject& subject, const Method& method, const Run& made) {
  constexpr double same = 0.1;
  if (std::abs(made.errors.rate() - 1.0) <= same) return;
  bench.remark(fmt::format(
      "{}, {}: the impacts per step change to {:.2f} of those in the first tenth; a regular orbit "
      "seems to have captured the motion, and its narrow band is weak evidence",
      subject.name, method.title, made.errors.rate()));
}

void note(Workbench& bench, const Subject& subject, const Method& method, const Run& made) {
  const ShadowSummary& s = made.run.summary.shadow;
  if (s.any())
    bench.remark(fmt::format(
        "{}, {}: {:.0f} steps with impacts, of these {} located and {} landed, {} equations "
        "without a root, largest debt {:.1e} J; impacts per step, last / first tenth {:.3f}",
        subject.name, method.title, made.errors.met(), s.located, s.landed, s.without_root,
        s.debt_max, made.errors.rate()));
  else if (!made.run.ok())
    bench.remark(fmt::format("{}, {}: ends after {:.0f} steps with impacts ({})", subject.name,
                             method.title, made.errors.met(), to_string(made.run.end.status)));
}

void million(Workbench& bench) {
  Chart chart{.title = "Shadow energy of order 4 over the number of impacts",
              .columns = 2,
              .width = 1200,
              .height = 900};
  Table table{.columns = {"problem", "method", "impacts", "error"}};
  for (size_t i = 0; i < subjects().size(); ++i) {
    const Subject& subject = subjects()[i];
    Diagram diagram{.title = subject.name,
                    .x_label = "steps with impacts",
                    .y_label = "largest error / E0 so far",
                    .log_x = true,
                    .log_y = true};
    for (size_t j = 0; j < methods().size(); ++j) {
      const Method& method = methods()[j];
      const Run made = fly(bench, subject, method);
      for (size_t k = 0; k < made.errors.x.size(); ++k)
        table.rows.push_back({double(i), double(j), made.errors.x[k], made.errors.y[k]});
      diagram.curves.push_back(
          {.title = method.title, .x = made.errors.x, .y = made.errors.y, .style = method.style});
      note(bench, subject, method, made);
      if (made.run.summary.shadow.any()) note_capture(bench, subject, method, made);
      if (made.run.summary.shadow.any()) bench.claim(bounded(subject, method, made));
      if (j == 0) bench.claim(control(subject, made));
    }
    chart.diagrams.push_back(diagram);
  }
  bench.table("errors", table);
  bench.picture(chart);
  bench.remark(
      "anchor kappa = 0.01; debts count as errors in the picture; problems and methods of the "
      "table are numbered in the order of the picture");
  bench.remark(
      "not symplectic through impacts; bounded provided each impact equation has a root; "
      "admissible at grid points; grid can be captured by regular orbits; long-time statistics are "
      "not guaranteed");
}

}  // namespace

FigureEntries shadow_million_figures() {
  return {{"shadow-1", "the shadow energy over a million impacts", "ours", million}};
}

}  // namespace ricochet::cli
