#include "program/command.hpp"
#include "program/options/setup.hpp"
#include "program/show/show_coordinates.hpp"
#include "program/show/show_expression.hpp"
#include "program/show/show_list.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <ostream>
#include <utility>

namespace ricochet::cli {
namespace {

/// The symbols q0, q1, ... that the list of bodies speaks of.
Expr symbols(const std::string& letter, Index n) {
  std::vector<Expr> column;
  for (Index i = 0; i < n; ++i) column.push_back(Expr::sym(letter + std::to_string(i)));
  return vertcat(column);
}

std::string with_unit(double value, const std::string& unit) {
  return unit.empty() ? brief(value) : brief(value) + ' ' + unit;
}

std::string numbers(const Vector& v, bool all) {
  std::vector<std::string> words;
  for (const double x : v) words.push_back(brief(x));
  return joined_words(words, all);
}

void show_coordinates(const Problem& problem, bool all, std::ostream& out) {
  const System& s = problem.system;
  out << fmt::format("coordinates q: {}, {}\n", s.n(),
                     s.separable() ? "momenta p = M v" : "velocities v, momenta p = dL/dv");
  const std::vector<BodyCoordinates> bodies = coordinates_by_body(problem);
  std::vector<std::string> names;
  for (const BodyCoordinates& each : bodies) names.push_back(each.body);
  print({.names = names, .text = [&](size_t i) { return bodies[i].coordinates; }}, all, out);
}

void show_energy(const System& s, std::ostream& out) {
  const Expr q = symbols("q", s.n()), v = symbols("v", s.n());
  if (s.separable())
    out << "energy H(q, p) = p^T M^-1 p / 2 + V(q) [J]\n  mass matrix M = "
        << readable_matrix(s.M()) << "\n  potential V = " << readable(s.V(q)) << '\n';
  else
    out << "Lagrangian [J]\n  L(q, v) = " << readable(s.L(q, v)) << '\n';
}

/// Rows of constraints or momentum maps, each with what its relation says.
struct Rows {
  std::string title;
  std::vector<std::string> names;
  Expr values;
  std::function<std::string(size_t)> relation;
  bool numbered = true;
};

void show_rows(const Rows& rows, bool all, std::ostream& out) {
  if (rows.names.empty()) return;
  out << rows.title << '\n';
  const auto text = [&](size_t i) {
    return readable(rows.values(static_cast<casadi_int>(i))) + rows.relation(i);
  };
  print({.names = rows.names, .text = text, .numbered = rows.numbered}, all, out);
}

/// Inequalities: each piece of a union has an index.
void show_inequalities(const System& s, const Expr& q, bool all, std::ostream& out) {
  std::vector<std::string> names, relations;
  for (const auto& [first, last] : s.gap_rows())
    for (Index i = first; i < last; ++i) {
      const Index pieces = last - first;
      names.push_back(s.gap_name(i));
      relations.push_back(pieces == 1 ? " >= 0"
                                      : fmt::format(" >= 0  (one of {} suffices)", pieces));
    }
  show_rows({"inequalities g(q) >= 0", names, s.g(q), [&](size_t i) { return relations[i]; }}, all,
            out);
}

void show_constraints(const System& s, bool all, std::ostream& out) {
  const SystemSpecification& given = s.specification();
  const Expr q = symbols("q", s.n()), v = symbols("v", s.n());
  const auto vanishes = [](size_t) { return " = 0"; };
  show_rows({"equalities f(q) = 0", given.f.names(), s.f(q), vanishes}, all, out);
  show_inequalities(s, q, all, out);
  show_rows(
      {"nonholonomic rows omega(q) v = 0", given.omega.names(), mtimes(s.omega(q), v), vanishes},
      all, out);
}

void show_momenta(const System& s, bool all, std::ostream& out) {
  std::vector<std::string> names;
  for (const MomentumMap& map : s.specification().momenta) names.push_back(map.name);
  const Expr J = s.J(symbols("q", s.n()), symbols("p", s.n()));
  show_rows({.title = "momentum maps J(q, p)",
             .names = names,
             .values = J,
             .relation = [](size_t) { return ""; },
             .numbered = false},
            all, out);
}

/// Names end below each other, so that the values do not depend on the longest one.
void show_parameters(const Options& o, const Setup& setup, std::ostream& out) {
  std::vector<std::pair<std::string, std::string>> lines;  // name, the rest
  for (const StructuralParameter& p : find_problem(o.operand).structure)
    lines.emplace_back(p.name, fmt::format("{}  (from {} to {}) {}",
                                           std::get<long>(*find(setup.settings.structure, p.name)),
                                           p.least, p.most, p.meaning));
  const System& system = setup.problem.system;
  for (const Parameter& p : system.specification().parameters)
    lines.emplace_back(p.name, with_unit(system.parameter(p.name), p.unit) +
                                   (p.range.bounded() ? "  (" + p.range.text() + ")" : ""));
  if (lines.empty()) return;
  size_t width = 0;
  for (const auto& line : lines) width = std::max(width, line.first.size());
  out << "parameters (--set NAME=VALUE)\n";
  for (const auto& [name, rest] : lines) out << fmt::format("  {:>{}} = {}\n", name, width, rest);
}

void show_boundary_values(const Problem& problem, std::ostream& out) {
  if (problem.boundary_values.empty()) return;
  out << "boundary values (ricochet shoot, --target NAME)\n";
  for (const BoundaryValue& b : problem.boundary_values) {
    out << "  " << b.name << ": " << b.summary << '\n';
    for (const Parameter& target : b.targets)
      out << fmt::format("    {} = {}\n", target.name, with_unit(target.value, target.unit));
    out << "    end: " << join(b.end.names()) << "\n    start:";
    for (const StartValue& value : b.start_values())
      out << (value.known() ? fmt::format(" {} = {}", value.name, brief(value.guess))
                            : fmt::format(" {} near {}", value.name, brief(value.guess)));
    out << '\n';
  }
}

void show_run(const Problem& problem, bool all, std::ostream& out) {
  const State& start = problem.initial;
  out << "start: t = " << brief(start.t) << "\n  q = " << numbers(start.q, all)
      << "\n  p = " << numbers(start.p, all) << '\n';
  out << fmt::format(
      "its own method: --stepper {} --lagrangian {} --h {} --time {}  "
      "({} steps; h and time in s)\n",
      problem.stepper, problem.discretization.name(), brief(problem.h), brief(problem.duration),
      problem.steps());
}

int show(const Options& o, Console& console) {
  const Setup setup = make_setup(o);
  const Problem& problem = setup.problem;
  std::ostream& out = console.out;
  out << o.operand << ": " << problem.summary << "\nsource: " << problem.source << '\n';
  if (!problem.reported.empty()) out << "reported: " << problem.reported << '\n';
  show_coordinates(problem, o.all, out);
  show_energy(problem.system, out);
  show_constraints(problem.system, o.all, out);
  show_parameters(o, setup, out);
  for (const Force& force : problem.system.specification().forces)
    out << "force: " << force.name << '\n';
  show_momenta(problem.system, o.all, out);
  show_run(problem, o.all, out);
  show_boundary_values(problem, out);
  return exit_code::done;
}

OptionEntry all_option() {
  return {"--all", "", "print long lists in full",
          [](Options& o, const std::string&) { o.all = true; }};
}

}  // namespace

Command show_command() {
  return {.name = "show",
          .summary = "a problem: constraints, parameters, start, source",
          .operand = "PROBLEM",
          .takes = Operand::required,
          .options = joined({system_options(), {all_option()}}),
          .examples = {"show cradle", "show cradle --set n=3", "show disc-box --set n=20 --all"},
          .run = show};
}

}  // namespace ricochet::cli
