#include "ricochet/step_problem.hpp"

#include <stdexcept>
#include <unordered_map>
#include <utility>

namespace ricochet {
namespace {

[[noreturn]] void refuse(const StepProblem& p, const std::string& what) {
  throw std::invalid_argument("StepProblem '" + p.name + "' (" + to_string(p.kind) + "): " + what);
}

void expect_rows(const StepProblem& p, const std::string& what, const Expr& e, Index rows) {
  if (e.size1() != rows || (rows > 0 && e.size2() != 1))
    refuse(p, what + " must have " + std::to_string(rows) + " rows, not " +
                  std::to_string(e.size1()) + " x " + std::to_string(e.size2()));
}

Expr ones_unless(const Expr& e, Index rows) { return given(e) ? e : Expr::ones(rows); }

Expr lagrangian_gradient(const StepProblem& p, const Expr& y, const Expr& nu) {
  Expr gradient_of_L = gradient(p.objective, p.unknowns);
  if (y.size1() > 0) gradient_of_L -= mtimes(sparse_jacobian(p.inequalities, p.unknowns).T(), y);
  if (nu.size1() > 0) gradient_of_L -= mtimes(sparse_jacobian(p.equalities, p.unknowns).T(), nu);
  return gradient_of_L;
}

}  // namespace

std::string to_string(Kind kind) {
  switch (kind) {
    case Kind::linear_projection: return "linear_projection";
    case Kind::convex_qp: return "convex_qp";
    case Kind::nlp: return "nlp";
    case Kind::complementarity: return "complementarity";
    case Kind::square_system: return "square_system";
    case Kind::scalar_root: return "scalar_root";
  }
  return "unknown";
}

void check(const StepProblem& p) {
  const Index N = p.unknown_count(), m = p.pair_count(), rows = p.equalities.size();
  if (N == 0) refuse(p, "has no unknowns");
  if (!p.unknowns.all().is_valid_input() || !p.parameters.all().is_valid_input())
    refuse(p, "unknowns and parameters must be columns of symbols");
  if (given(p.unknown_scale)) expect_rows(p, "unknown_scale", p.unknown_scale, N);
  switch (p.kind) {
    case Kind::convex_qp:
    case Kind::nlp:
      if (!p.objective.is_scalar() || !given(p.objective)) refuse(p, "needs a scalar objective");
      if (m > 0) refuse(p, "pairs belong to kind complementarity");
      return;
    case Kind::complementarity:
      expect_rows(p, "complement_b", p.complement_b, m);
      expect_rows(p, "pair_on", p.pair_on, m);
      expect_rows(p, "pair_scale", p.pair_scale, m);
      if (rows + m != N)
        refuse(p, "equalities (" + std::to_string(rows) + ") and pairs (" + std::to_string(m) +
                      ") must be as many as unknowns (" + std::to_string(N) + ")");
      return;
    case Kind::scalar_root:
      expect_rows(p, "unknowns", p.unknowns, 1);
      expect_rows(p, "equalities", p.equalities, 1);
      expect_rows(p, "lower", p.lower, 1);
      expect_rows(p, "upper", p.upper, 1);
      return;
    case Kind::linear_projection:
    case Kind::square_system: expect_rows(p, "equalities", p.equalities, N); return;
  }
}

StepProblem completed(StepProblem p) {
  p.pair_on = ones_unless(p.pair_on, p.pair_count());
  p.pair_scale = ones_unless(p.pair_scale, p.minimises() ? p.inequalities.size() : p.pair_count());
  p.unknown_scale = ones_unless(p.unknown_scale, p.unknown_count());
  check(p);
  return p;
}

StepProblem optimality_conditions(const StepProblem& problem) {
  if (!problem.minimises()) return completed(problem);
  StepProblem p = completed(problem);
  const Expr y = Expr::sym("y", p.inequalities.size());
  const Expr nu = Expr::sym("nu", p.equalities.size());
  const Expr scale = given(p.gradient_scale) ? p.gradient_scale : Expr(1.0);
  Column rows{{"optimality", scale * lagrangian_gradient(p, y, nu), Meaning::dynamics}};
  for (const Layout::Part& part : p.equalities.layout().parts())
    rows.add({part.name, p.equalities.part(part.slot), part.meaning, part.entries});
  p.equalities = rows;
  p.complement_a = y;
  p.complement_b = p.inequalities;
  p.pair_on = Expr::ones(y.size1());
  p.unknown_scale = Expr();
  Column unknowns;  // none are positions: a minimiser may lie far from its start
  for (const Layout::Part& part : p.unknowns.layout().parts())
    unknowns.add({part.name, p.unknowns.part(part.slot), Meaning::plain, part.entries});
  unknowns.add({"multipliers of inequalities", y});
  unknowns.add({"multipliers of equalities", nu});
  p.unknowns = unknowns;
  p.kind = Kind::complementarity;
  p.objective = Expr();
  p.inequalities = Column();
  return completed(std::move(p));
}

std::string RowNames::equality(Index row) const {
  return equalities.label(row) + (problem.empty() ? "" : " in '" + problem + "'");
}

std::string RowNames::pair(Index i) const {
  return pairs.label(i) + (problem.empty() ? "" : " in '" + problem + "'");
}

RowNames row_names(const StepProblem& p) {
  return {.problem = p.name, .equalities = p.equalities.layout(), .pairs = p.complement_b.layout()};
}

Kernel row_values(const StepProblem& p) {
  Expr bounds(0, 1);
  if (p.kind == Kind::scalar_root)
    bounds = vertcat(p.unknowns.all() - p.lower, p.upper - p.unknowns.all());
  return {"values",
          {p.unknowns, p.parameters},
          {p.equalities, p.pair_scale * p.complement_a.all(), p.complement_b, p.pair_on, bounds}};
}

std::vector<Index> impulse_places(const StepProblem& p) {
  std::unordered_map<const casadi::SXNode*, Index> places;
  for (const auto& symbol : p.unknowns.all().nonzeros())
    places.emplace(symbol.get(), static_cast<Index>(places.size()));
  std::vector<Index> found;
  for (const auto& symbol : p.complement_a.all().nonzeros()) {
    const auto place = places.find(symbol.get());
    if (place == places.end()) refuse(p, "complement_a must consist of unknowns");
    found.push_back(place->second);
  }
  return found;
}

}  // namespace ricochet
