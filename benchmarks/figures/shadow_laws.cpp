#include "draw/curves.hpp"
#include "figures/figures.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/shadow/shadow_meter.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numbers>

namespace ricochet::cli {
namespace {

// What impacts that keep a shadow energy do to it, to the energies of independent bodies and to
// another integral.

struct Method {
  const char* title = "";
  const char* words = "";
  size_t style = 1;
};

/// Root mean square of what single impacts at the grid do to the energy of order 8, by E0.
double jump(Workbench& bench, const Method& method, double h) {
  const Problem problem = problems::disc_chaotic();
  ShadowMeter kept(problem.system, verlet(), {.order = 8}, newton());
  double squares = 0.0, count = 0.0;
  const auto see = [&](const Step& made) {
    if (made.impacts.empty() || !made.flights.empty()) return;
    const Impact& impact = made.impacts.front();
    const double by =
        kept.energy(impact.q, impact.p_plus, h) - kept.energy(impact.q, impact.p_minus, h);
    squares += by * by;
    count += 1.0;
  };
  (void)bench.run({.label = fmt::format("{}, h = {:g}", method.title, h),
                   .words = fmt::format("disc-chaotic --stepper {} --h {:.17g} --steps {:.0f}",
                                        method.words, h, 2000.0 * 0.1 / h * 16.0),
                   .most_samples = 2,
                   .watch = see,
                   .table = false});
  return std::sqrt(squares / count) / kept.energy(problem.initial.q, problem.initial.p, h);
}

void jumps(Workbench& bench) {
  const std::vector<std::pair<Method, double>> list = {
      {{"reflections with H", "gvi", 2}, 2.0},
      {{"order 2", "shadow --anchor 0 --energy-order 2", 3}, 4.0},
      {{"order 4", "shadow --anchor 0 --energy-order 4", 1}, 6.0},
      {{"order 6", "shadow --anchor 0 --energy-order 6", 5}, 8.0}};
  Diagram diagram{.x_label = "h [s]",
                  .y_label = "jump of the shadow energy / E0, rms",
                  .log_x = true,
                  .log_y = true};
  Table table{.columns = {"h", "order_expected", "jump"}};
  Claim claim{
      "an impact changes the shadow energy by O(h^2) if it keeps H, by O(h^(k+2)) if it "
      "keeps the shadow energy of order k",
      {}};
  for (const auto& [method, expected] : list) {
    Curve curve{.title = method.title, .look = Look::marked_line, .style = method.style};
    for (const double h : {0.1, 0.05, 0.025}) {
      curve.x.push_back(h);
      curve.y.push_back(jump(bench, method, h));
      table.rows.push_back({h, expected, curve.y.back()});
    }
    claim.measured.push_back({fmt::format("{}: slope", method.title),
                              fitted_order(curve.x, curve.y),
                              between(expected - 0.7, expected + 0.7)});
    diagram.curves.push_back(curve);
  }
  bench.claim(claim);
  bench.table("jumps", table);
  bench.remark("disc-chaotic, no anchor, Verlet; the measure is the shadow energy of order 8");
  bench.picture({.title = "What an impact does to the energy that free steps keep",
                 .diagrams = {diagram},
                 .width = 760,
                 .height = 560});
}

/// The largest |value - start| so far, over the number of impacts.
struct Error {
  Curve curve = {};
  double largest = 0.0;
};

Error error_of(Workbench& bench, const std::string& problem, const Method& method, double steps,
               const State& start, const std::function<double(const State&)>& value) {
  const double initial = value(start);
  double met = 0.0, next = 1.0;
  Error error{.curve = {.title = method.title, .style = method.style}};
  const auto see = [&](const Step& made) {
    met += made.impacts.empty() ? 0.0 : 1.0;
    error.largest = std::max(error.largest, std::abs(value(made.state) - initial));
    if (met < next) return;
    next *= std::pow(10.0, 0.125);
    error.curve.x.push_back(met);
    error.curve.y.push_back(error.largest);
  };
  (void)bench.run({.label = fmt::format("{}, {}", problem, method.title),
                   .words = fmt::format("{} --stepper {} --steps {:.0f} --certify-every 1000",
                                        problem, method.words, steps),
                   .may_fail = true,
                   .most_samples = 2,
                   .watch = see,
                   .table = false});
  return error;
}

/// Errors of a value under several methods.
std::vector<Error> errors_of(Workbench& bench, const Problem& problem,
                             const std::vector<Method>& methods, double steps,
                             const std::function<double(const State&)>& value) {
  std::vector<Error> errors;
  Table table{.columns = {"method", "impacts", "error"}};
  for (const Method& method : methods) {
    errors.push_back(error_of(bench, problem.system.name(), method, steps, problem.initial, value));
    const Curve& curve = errors.back().curve;
    for (size_t k = 0; k < curve.x.size(); ++k)
      table.rows.push_back({static_cast<double>(errors.size() - 1), curve.x[k], curve.y[k]});
  }
  bench.table(problem.system.name(), table);
  return errors;
}

Diagram diagram_of(const std::string& title, const std::string& y_label,
                   const std::vector<Error>& errors) {
  Diagram diagram{.title = title,
                  .x_label = "steps with impacts",
                  .y_label = y_label,
                  .log_x = true,
                  .log_y = true};
  for (const Error& error : errors) diagram.curves.push_back(error.curve);
  return diagram;
}

/// The energy of the first of two bodies that do not interact.
std::vector<Error> partition(Workbench& bench) {
  const Problem both = problems::two_discs();
  ShadowMeter meter(problems::disc_chaotic().system, verlet(), {.order = 6}, newton());
  const std::vector<Error> errors = errors_of(
      bench, both,
      {{"shadow grid", "shadow --energy-order 4", 1},
       {"shadow grid, kappa = 1, order 2", "shadow --energy-order 2 --anchor 1", 3},
       {"shadow located", "shadow --energy-order 4 --placement located", 5},
       {"gvi", "gvi", 2}},
      1.23e6, [&](const State& s) { return meter.energy(s.q.head(2), s.p.head(2), both.h); });
  const double kept = errors[0].largest;
  bench.claim({"grid keeps the energies of two independent bodies apart over 10^5 impacts",
               {{"largest error of the energy of one", kept, at_most(2e-2), "J"}}});
  bench.claim({"controls: a whole repayment and located impacts let one body pay for the other",
               {{"kappa = 1, order 2 / grid", errors[1].largest / kept, at_least(2.0)},
                {"located / grid", errors[2].largest / kept, at_least(10.0)}}});
  return errors;
}

/// The product of the angular momenta about the foci of an ellipse.
std::vector<Error> second_integral(Workbench& bench) {
  const auto product = [](const State& s) {
    const double c = std::numbers::sqrt3;
    return ((s.q[0] - c) * s.p[1] - s.q[1] * s.p[0]) * ((s.q[0] + c) * s.p[1] - s.q[1] * s.p[0]);
  };
  const std::vector<Error> errors =
      errors_of(bench, problems::elliptic_billiard(),
                {{"shadow grid", "shadow --energy-order 4", 1},
                 {"shadow located", "shadow --energy-order 4 --placement located", 5},
                 {"gvi", "gvi", 2},
                 {"collision", "collision", 6}},
                1e6, product);
  bench.claim({"located keeps the second integral of the billiard in an ellipse",
               {{"largest error", errors[1].largest, at_most(1e-9), "J^2 s^2"}}});
  bench.claim({"controls: reflections at the grid destroy it",
               {{"grid, largest error", errors[0].largest, at_least(0.1), "J^2 s^2"},
                {"gvi, largest error", errors[2].largest, at_least(0.1), "J^2 s^2"}}});
  return errors;
}

void more_than_energy(Workbench& bench) {
  const std::vector<Error> of_one = partition(bench), of_product = second_integral(bench);
  bench.remark("kappa = 0.01 where none is named; the energy of one body is 1.4 J of 2.4 J");
  bench.picture(
      {.title = "What a bounded total energy does not say",
       .diagrams = {diagram_of("two-discs", "energy of one body: largest error so far [J]", of_one),
                    diagram_of("elliptic-billiard", "second integral: largest error so far",
                               of_product)},
       .columns = 2,
       .width = 1200,
       .height = 480});
}

}  // namespace

FigureEntries shadow_laws_figures() {
  return {{"shadow-2", "what an impact does to the shadow energy", "ours", jumps},
          {"shadow-3", "energies of two bodies, and a second integral", "ours", more_than_energy}};
}

}  // namespace ricochet::cli
