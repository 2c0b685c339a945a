#include "cli/command.hpp"
#include "cli/setup.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/text.hpp"

#include <fmt/format.h>

#include <ostream>
#include <sstream>

namespace ricochet::cli {
namespace {

constexpr size_t longest_expression = 100;

/// The expression as CasADi writes it, where it is short enough to be read.
std::string expression(const Expr& e) {
  std::ostringstream text;
  text << e;
  return text.str().size() <= longest_expression ? fmt::format(" = {}", text.str()) : std::string();
}

std::string numbers(const Vector& v) {
  std::vector<std::string> words;
  for (const double x : v) words.push_back(brief(x));
  return join(words);
}

std::string body_coordinates(const PlanarBody& body) {
  std::vector<std::string> words;
  for (const Index i : {body.x, body.y, body.theta})
    if (i >= 0) words.push_back(fmt::format("q{}", i));
  return join(words);
}

void show_coordinates(const Problem& problem, std::ostream& out) {
  const System& s = problem.system;
  out << "coordinates: " << s.n()
      << (s.separable() ? ", H = p^T M^-1 p / 2 + V(q)" : ", given by L(q, v)") << '\n';
  for (const PlanarBody& body : problem.bodies)
    out << "  " << body.name << ": " << body_coordinates(body) << '\n';
}

void show_rows(const std::string& title, const std::string& letter, const Constraints& rows,
               std::ostream& out) {
  if (rows.empty()) return;
  out << title << '\n';
  Index index = 0;
  for (const Constraint& row : rows) {
    if (!row.is_union())
      out << fmt::format("  {:3}  {}: {}{}\n", index++, row.name, letter, expression(row.value));
    for (size_t i = 0; i < row.any_of.size(); ++i)
      out << fmt::format("  {:3}  {}[{}]: {}{} (one of {} suffices)\n", index++, row.name, i,
                         letter, expression(row.any_of[i]), row.any_of.size());
  }
}

void show_parameters(const Options& o, const Setup& setup, std::ostream& out) {
  const auto& structure = find_problem(o.operand).structure;
  if (setup.settings.parameters.empty() && structure.empty()) return;
  out << "parameters (--set NAME=VALUE)\n";
  for (const StructuralParameter& p : structure) {
    const long value = std::get<long>(*find(setup.settings.structure, p.name));
    out << fmt::format("  {} = {}  (from {} to {}) {}\n", p.name, value, p.least, p.most,
                       p.meaning);
  }
  const System& system = setup.problem.system;
  for (const Parameter& p : system.specification().parameters)
    out << fmt::format("  {} = {}{}\n", p.name, brief(system.parameter(p.name)),
                       p.range.bounded() ? "  (" + p.range.text() + ")" : "");
}

void show_names(const SystemSpecification& s, std::ostream& out) {
  for (const Force& force : s.forces) out << "force: " << force.name << '\n';
  for (const MomentumMap& map : s.momenta) out << "momentum map: " << map.name << '\n';
}

void show_boundary_values(const Problem& problem, std::ostream& out) {
  if (problem.boundary_values.empty()) return;
  out << "boundary values (ricochet shoot, --target NAME)\n";
  for (const BoundaryValue& b : problem.boundary_values) {
    out << "  " << b.name << ": " << b.summary << '\n';
    for (const Parameter& target : b.targets)
      out << fmt::format("    {} = {}\n", target.name, brief(target.value));
    out << "    end: " << join(b.end.names()) << "\n    start:";
    for (const StartValue& value : b.start_values())
      out << (value.known() ? fmt::format(" {} = {}", value.name, brief(value.guess))
                            : fmt::format(" {} near {}", value.name, brief(value.guess)));
    out << '\n';
  }
}

void show_run(const Problem& problem, std::ostream& out) {
  const State& start = problem.initial;
  out << "start: t = " << brief(start.t) << "\n  q = " << numbers(start.q)
      << "\n  p = " << numbers(start.p) << '\n';
  out << fmt::format("its own method: --stepper {} --lagrangian {} --h {} --time {}  ({} steps)\n",
                     problem.stepper, problem.discretization.name(), brief(problem.h),
                     brief(problem.duration), problem.steps());
}

int show(const Options& o, Console& console) {
  const Setup setup = make_setup(o);
  const Problem& problem = setup.problem;
  const SystemSpecification& s = problem.system.specification();
  std::ostream& out = console.out;
  out << o.operand << ": " << problem.summary << "\nsource: " << problem.source << '\n';
  if (!problem.reported.empty()) out << "reported: " << problem.reported << '\n';
  show_coordinates(problem, out);
  show_rows("equalities f(q) = 0", "f", s.f, out);
  show_rows("inequalities g(q) >= 0", "g", s.g, out);
  show_rows("nonholonomic rows omega(q) v = 0", "omega v", s.omega, out);
  show_parameters(o, setup, out);
  show_names(s, out);
  show_run(problem, out);
  show_boundary_values(problem, out);
  return exit_code::done;
}

}  // namespace

Command show_command() {
  return {.name = "show",
          .summary = "a problem: constraints, parameters, start, source",
          .operand = "PROBLEM",
          .takes = Operand::required,
          .options = system_options(),
          .examples = {"show cradle", "show cradle --set n=3"},
          .run = show};
}

}  // namespace ricochet::cli
