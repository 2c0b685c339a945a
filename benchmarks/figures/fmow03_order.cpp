#include "draw/curves.hpp"
#include "figures/figures.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace ricochet::cli {
namespace {

// [FMOW03] figure 5: order of the collision integrator, measured on the star in a nonlinear field
// of gravity, since linear gravity is integrated exactly by Verlet. Body and start are stated, the
// field, that of a planet of radius 8, and the duration of 2 s are chosen.

constexpr double duration = 2.0;  // [s]

/// Where a run with N steps ends, and when it first hits.
struct End {
  Vector q = {}, p = {};
  double hit = std::numeric_limits<double>::quiet_NaN();  ///< [s]
  long impacts = 0;
};

End end_of(Workbench& bench, const std::string& rule, long steps) {
  const ProblemRun run =
      bench.run({.label = fmt::format("{}, {} steps", rule, steps),
                 .words = fmt::format("star --set planet=8 --lagrangian {} --steps {} --h {:.17g}",
                                      rule, steps, duration / static_cast<double>(steps)),
                 .most_samples = 200,
                 .table = false,
                 .impacts = true});
  const std::vector<Impact> hits = impacts(run);
  const State& end = run.samples.back().state;
  return {end.q, end.p, hits.empty() ? End{}.hit : hits.front().t, run.summary.impacts};
}

/// Errors of a rule over the step, against a reference. Where in its step the impact falls decides
/// about the error of a single run, so that they are means over several steps.
struct Errors {
  std::vector<double> h = {}, q = {}, p = {}, hit = {};
};

Errors errors_of(Workbench& bench, const std::string& rule, const End& reference) {
  constexpr long sizes = 8;
  Errors errors;
  for (long coarse = 96; coarse <= 1536; coarse *= 2) {
    double h = 0.0, q = 0.0, p = 0.0, hit = 0.0;
    for (long i = 0; i < sizes; ++i) {
      const long steps = coarse + i * coarse / 16;
      const End end = end_of(bench, rule, steps);
      if (end.impacts != reference.impacts)
        throw FigureFailure("runs with different impacts have no order");
      h += duration / static_cast<double>(steps);
      q += (end.q - reference.q).norm();
      p += (end.p - reference.p).norm();
      hit += std::abs(end.hit - reference.hit);
    }
    errors.h.push_back(h / sizes);
    errors.q.push_back(q / sizes);
    errors.p.push_back(p / sizes);
    errors.hit.push_back(hit / sizes);
  }
  return errors;
}

Claim orders(const std::string& text, const Errors& e, const Band& band) {
  return {text,
          {{"order in q", fitted_order(e.h, e.q), band},
           {"in p", fitted_order(e.h, e.p), band},
           {"in the time of the impact", fitted_order(e.h, e.hit), band}}};
}

Diagram error_diagram(const std::string& title, const Errors& e, double order) {
  const double ratio = std::pow(e.h.front() / e.h.back(), order);
  const auto marked = [&](const std::string& name, const std::vector<double>& y, size_t style) {
    return Curve{.title = name, .x = e.h, .y = y, .look = Look::marked_line, .style = style};
  };
  return {.title = title,
          .x_label = "step h [s]",
          .y_label = "mean error",
          .curves = {marked("q [m, rad]", e.q, 1),
                     marked("p [N s, N m s]", e.p, 2),
                     marked("time of the impact [s]", e.hit, 3),
                     {.title = fmt::format("slope {:g}", order),
                      .x = {e.h.front(), e.h.back()},
                      .y = {0.3 * e.p.front(), 0.3 * e.p.front() / ratio},
                      .style = 7}},
          .log_x = true,
          .log_y = true};
}

Table table_of(const Errors& e) {
  Table table{.columns = {"h", "error_q", "error_p", "error_impact_time"}};
  for (size_t i = 0; i < e.h.size(); ++i) table.rows.push_back({e.h[i], e.q[i], e.p[i], e.hit[i]});
  return table;
}

/// When the star hits in linear gravity: Verlet flies exactly, whatever the step [s].
double linear_hit(Workbench& bench, long steps) {
  const ProblemRun run = bench.run({.label = fmt::format("linear gravity, {} steps", steps),
                                    .words = fmt::format("star --steps {} --h {:.17g}", steps,
                                                         duration / static_cast<double>(steps)),
                                    .table = false,
                                    .impacts = true});
  return impacts(run).at(0).t;
}

void order(Workbench& bench) {
  const End reference = end_of(bench, "verlet", 102400);
  const Errors verlet = errors_of(bench, "verlet", reference);
  const Errors left = errors_of(bench, "left", reference);
  bench.table("verlet", table_of(verlet));
  bench.table("left", table_of(left));
  bench.remark(fmt::format(
      "errors after {:g} s and {} impact, against 102 400 steps, means over 8 sizes of the step",
      duration, reference.impacts));
  bench.claim(
      orders("the method is of second order through a collision", verlet, between(1.8, 2.2)));
  bench.claim(orders("of first order with the left-point rule (control, not in the paper)", left,
                     between(0.8, 1.2)));
  bench.claim(
      {"linear gravity is degenerate: it is integrated exactly",
       {{"change of the time of the impact from 100 to 1600 steps",
         std::abs(linear_hit(bench, 100) - linear_hit(bench, 1600)), at_most(1e-13), "s"}}});
  bench.picture({.title = "[FMOW03] fig 5: errors of the star after a collision",
                 .diagrams = {error_diagram("Verlet, as in the paper", verlet, 2.0),
                              error_diagram("left-point rule, a control", left, 1.0)},
                 .columns = 2,
                 .width = 1100,
                 .height = 500});
}

}  // namespace

FigureEntries fmow03_order_figures() {
  return {{"fmow03-5", "order of accuracy through a collision", "[FMOW03] fig 5", order}};
}

}  // namespace ricochet::cli
