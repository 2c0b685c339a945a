#include "compare/comparison_report.hpp"

#include "draw/curves.hpp"
#include "draw/round_off.hpp"
#include "program/options/refusals.hpp"
#include "program/record/settings_json.hpp"
#include "program/record/summary.hpp"
#include "program/text_table.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet::cli {
namespace {

std::string order_text(const Contender& c) {
  return fmt::format("{} / {} / {}", c.claimed > 0 ? std::to_string(c.claimed) : "-",
                     shown("{:.2f}", c.order), shown("{:.2f}", c.order_through_impacts));
}

constexpr double gap_round_off = 1e-12;  // of the length of the system
constexpr size_t widest_name = 26;       // so that tables fit 120 columns

/// The words of a method; where they are long, the method and its number, which a note explains.
std::string name_in_table(const Comparison& comparison, const Contender& c) {
  if (c.words.size() <= widest_name) return c.words;
  return fmt::format("{} #{}", c.words.substr(0, c.words.find(' ')), 1 + (&c - comparison.data()));
}

/// The largest value of a quantity so far, over time: level where it is bounded, rising where not.
Curve largest_so_far(const Contender& c, size_t style, double floor,
                     const std::function<double(const Sample&)>& of) {
  Curve curve = over_time(*c.run, c.words, style, of);
  double largest = floor;
  for (double& y : curve.y) {
    if (std::isfinite(y)) largest = std::max(largest, y);  // E_d is not known at the start
    y = largest;
  }
  return curve;
}

// What is round-off, for all methods alike: that of the motion with the least energy, because some
// methods let it grow without bound.

using Limit = std::function<double(const ProblemRun&)>;

double smallest_limit(const Comparison& comparison, const Limit& of) {
  double limit = std::numeric_limits<double>::infinity();
  for (const Contender& c : comparison)
    if (c.ran()) limit = std::min(limit, of(*c.run));
  return limit;
}

double energy_limit(const ProblemRun& run) {
  return energy_round_off(run.problem.system, run.samples, run.summary.energy_initial);
}

double momentum_limit(const ProblemRun& run) { return momentum_round_off(run.samples); }

double gap_limit(const ProblemRun& run) { return gap_round_off * run.problem.system.length(); }

double energy_error_of(const Contender& c, const Sample& at) {
  const double E0 = c.run->summary.energy_initial;
  return std::max(std::abs(at.energy_least - E0), std::abs(at.energy_most - E0));
}

double momentum_error_of(const Contender& c, const Sample& at) {
  const Vector& start = c.run->samples.front().momenta;
  return at.momenta.size() > 0 ? (at.momenta - start).cwiseAbs().maxCoeff() : 0.0;
}

double penetration_of(const Contender& c, const Sample& at) {
  return at.gaps.size() > 0 ? std::max(0.0, -c.run->problem.system.smallest(at.gaps)) : 0.0;
}

/// One line per method that ran, each quantity on a logarithmic axis that ends at round-off.
Diagram errors(const std::string& title, const std::string& label, const Comparison& comparison,
               const Limit& limit,
               const std::function<double(const Contender&, const Sample&)>& of) {
  const double floor = smallest_limit(comparison, limit);
  Diagram diagram{.title = fmt::format("{} (at {:.1e}: round-off)", title, floor),
                  .x_label = "time t [s]",
                  .y_label = label,
                  .log_y = true};
  for (const Contender& c : comparison) {
    if (!c.ran()) continue;
    diagram.curves.push_back(largest_so_far(c, style_in_turn(diagram.curves.size()), floor,
                                            [&](const Sample& at) { return of(c, at); }));
    diagram.curves.back().title.clear();  // the first diagram has the legend
  }
  return diagram;
}

/// The energy error itself; methods that lose or win far more than the others leave the diagram.
Diagram energies(const Comparison& comparison) {
  Diagram diagram{.title = "energy error", .x_label = "time t [s]", .y_label = "E - E0 [J]"};
  std::vector<double> sizes;
  double begin = 0.0, end = 0.0;
  const double round_off = smallest_limit(comparison, energy_limit);
  for (const Contender& c : comparison) {
    if (!c.ran()) continue;
    begin = c.run->samples.front().state.t;
    const double E0 = c.run->summary.energy_initial;
    const double size = std::max(c.run->summary.energy_max - E0, E0 - c.run->summary.energy_min);
    const double shown = size > round_off ? 1.0 : 0.0;  // nothing of round-off
    diagram.curves.push_back(over_time(*c.run, c.words, style_in_turn(diagram.curves.size()),
                                       [&](const Sample& at) { return shown * (at.energy - E0); }));
    sizes.push_back(std::max(round_off, size));  // also where nothing is known
    end = std::max(end, c.run->end_time());
  }
  std::sort(sizes.begin(), sizes.end());
  if (!(end > begin)) return diagram;
  const double typical = 4.0 * sizes[sizes.size() / 2];
  const double range = 1.05 * (typical > 0.0 ? std::min(sizes.back(), typical) : sizes.back());
  diagram.box = Box{.left = begin, .right = end, .bottom = -range, .top = range};
  return diagram;
}

Json as_json(const Contender& c) {
  Json json = {{"method", c.words}};
  if (!c.ran()) {
    json["refusal"] = c.refusal;
    return json;
  }
  const RunSummary& s = c.run->summary;
  const auto made = [&](double x) { return c.stepped() ? number_or_null(x) : Json(); };
  const auto count = [&](long x) { return c.stepped() ? Json(x) : Json(); };
  Json momentum = Json::object();
  for (size_t i = 0; i < s.momentum_names.size(); ++i)
    momentum[s.momentum_names[i]] = {{"initial", number_or_null(s.momentum_initial[i])},
                                     {"max_error", made(s.momentum_max_error[i])}};
  json.update(Json{{"status", to_string(c.run->end.status)},
                   {"message", c.run->ok() ? "" : c.run->message},
                   {"steps", s.steps},
                   {"steps_wanted", c.run->steps_wanted},
                   {"wall_seconds", c.wall_seconds},
                   {"order",
                    {{"claimed", c.claimed},
                     {"observed", number_or_null(c.order)},
                     {"through_impacts", number_or_null(c.order_through_impacts)}}},
                   {"energy",
                    {{"initial", number_or_null(s.energy_initial)},
                     {"final", made(s.energy_final)},
                     {"min", made(s.energy_min)},
                     {"max", made(s.energy_max)},
                     {"slope", made(s.energy_slope())}}},
                   {"momentum", momentum},
                   {"gap_min", made(s.gap_min)},
                   {"equality_max", made(s.equality_max)},
                   {"certificate_max", made(s.certificate_max)},
                   {"impacts", c.logs_impacts ? count(s.impacts) : Json()},
                   {"ipopt_iterations", count(s.solver.ipopt_iterations)},
                   {"newton_iterations", count(s.solver.newton_iterations)},
                   {"seconds_per_step", made(c.run->seconds_per_step)},
                   {"options", settings_json(c.run->settings.options)},
                   {"structure", settings_json(c.run->settings.structure)},
                   {"parameters", settings_json(c.run->settings.parameters)}});
  return json;
}

std::string csv_row(const Contender& c) {
  const RunSummary& s = c.run->summary;
  const auto made = [&](double x) { return c.stepped() ? exact_or_empty(x) : ""; };
  const auto count = [&](long x) { return c.stepped() ? std::to_string(x) : ""; };
  std::string text = fmt::format("\"{}\",{},{},{},{}", c.words, to_string(c.run->end.status),
                                 s.steps, c.run->steps_wanted, c.claimed);
  for (const double x :
       {c.order, c.order_through_impacts, s.energy_initial, s.energy_min, s.energy_max,
        s.energy_slope(), largest_momentum_error(s), s.gap_min, s.equality_max})
    text += ',' + made(x);
  return text + fmt::format(",{},{},{},{},{}", c.logs_impacts ? count(s.impacts) : "",
                            count(s.solver.ipopt_iterations), count(s.solver.newton_iterations),
                            made(c.run->seconds_per_step), made(s.certificate_max));
}

}  // namespace

std::string comparison_table(const Comparison& comparison) {
  TextTable made_of({"method", "status", "steps", "order", "impacts", "iterations", "ms/step"},
                    "<<>>>>>");
  TextTable errors(
      {"method", "energy band", "slope", "momentum", "worst gap", "equality", "certificate"},
      "<>>>>>>");
  for (const Contender& c : comparison) {
    if (!c.ran()) continue;
    const RunSummary& s = c.run->summary;
    const std::string name = name_in_table(comparison, c);
    const auto made = [&](const char* format, double x) {
      return c.stepped() ? shown(format, x) : "-";
    };
    made_of.add(
        {name, to_string(c.run->end.status), fmt::format("{}/{}", s.steps, c.run->steps_wanted),
         order_text(c), c.stepped() && c.logs_impacts ? std::to_string(s.impacts) : "-",
         made("{:.1f}", per_step(s, s.solver.ipopt_iterations + s.solver.newton_iterations)),
         made("{:.4f}", 1e3 * c.run->seconds_per_step)});
    errors.add({name, made("{:.2e}", s.energy_max - s.energy_min),
                made("{:+.1e}", s.energy_slope()), made("{:.1e}", largest_momentum_error(s)),
                made("{:+.1e}", s.gap_min),
                c.run->problem.system.k() > 0 ? made("{:.1e}", s.equality_max) : "-",
                made("{:.1e}", s.certificate_max)});
  }
  return made_of.text() + '\n' + errors.text();
}

std::string comparison_notes(const Comparison& comparison) {
  std::string notes;
  Refusals refusals;
  for (const Contender& c : comparison)
    if (const std::string name = name_in_table(comparison, c); c.ran() && name != c.words)
      notes += fmt::format("- {}: {}\n", name, c.words);
  for (const Contender& c : comparison) {
    if (!c.ran())
      refusals.emplace_back(c.words, c.refusal);
    else if (!c.run->ok())
      notes += fmt::format("- {} ended at t = {} s: {}\n", c.words, brief(c.run->end_time()),
                           c.run->message);
  }
  for (const std::string& line : lines_of(refusals)) notes += "- cannot take it: " + line + "\n";
  return notes;
}

std::string comparison_csv(const Comparison& comparison) {
  std::string text =
      "method,status,steps,steps_wanted,order_claimed,order_observed,order_through_impacts,"
      "energy_initial,energy_min,energy_max,energy_slope,momentum_max_error,gap_min,equality_max,"
      "impacts,ipopt_iterations,newton_iterations,seconds_per_step,certificate_max\n";
  for (const Contender& c : comparison)
    if (c.ran()) text += csv_row(c) + '\n';
  return text;
}

std::string comparison_json(const std::string& problem, const Comparison& comparison) {
  Json methods = Json::array();
  for (const Contender& c : comparison) methods.push_back(as_json(c));
  const Json json = {{"problem", problem}, {"version", RICOCHET_VERSION}, {"methods", methods}};
  return json.dump(2) + "\n";
}

Chart comparison_chart(const std::string& problem, const Comparison& comparison) {
  Chart chart{.title = problem + ": methods compared", .columns = 2, .width = 1200, .height = 900};
  chart.diagrams.push_back(energies(comparison));
  const auto first =
      std::find_if(comparison.begin(), comparison.end(), [](const auto& c) { return c.ran(); });
  if (first == comparison.end()) return chart;
  const System& system = first->run->problem.system;
  chart.diagrams.push_back(errors("largest energy error so far", "|E - E0| [J]", comparison,
                                  energy_limit, energy_error_of));
  if (!system.specification().momenta.empty())
    chart.diagrams.push_back(errors("largest momentum error so far", "|J - J0|", comparison,
                                    momentum_limit, momentum_error_of));
  if (system.m() > 0)
    chart.diagrams.push_back(errors("largest penetration so far", "max(0, -g) [m]", comparison,
                                    gap_limit, penetration_of));
  return chart;
}

}  // namespace ricochet::cli
