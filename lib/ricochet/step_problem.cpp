#include "ricochet/step_problem.hpp"

#include <stdexcept>
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
  if (y.size1() > 0) gradient_of_L -= mtimes(jacobian_in_blocks(p.inequalities, p.unknowns).T(), y);
  if (nu.size1() > 0) gradient_of_L -= mtimes(jacobian_in_blocks(p.equalities, p.unknowns).T(), nu);
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
  const Index N = p.unknown_count(), m = p.pair_count(), rows = p.equalities.size1();
  if (N == 0) refuse(p, "has no unknowns");
  if (!p.unknowns.is_valid_input() || !stack({p.parameters}).is_valid_input())
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
  p.parameters = stack({p.parameters});
  p.equalities = stack({p.equalities});
  p.inequalities = stack({p.inequalities});
  p.complement_a = stack({p.complement_a});
  p.complement_b = stack({p.complement_b});
  p.pair_on = ones_unless(p.pair_on, p.pair_count());
  const bool program = p.kind == Kind::convex_qp || p.kind == Kind::nlp;
  p.pair_scale = ones_unless(p.pair_scale, program ? p.inequalities.size1() : p.pair_count());
  p.unknown_scale = ones_unless(p.unknown_scale, p.unknown_count());
  check(p);
  return p;
}

StepProblem optimality_conditions(const StepProblem& problem) {
  if (problem.kind != Kind::convex_qp && problem.kind != Kind::nlp) return completed(problem);
  StepProblem p = completed(problem);
  const Expr y = Expr::sym("y", p.inequalities.size1());
  const Expr nu = Expr::sym("nu", p.equalities.size1());
  const Expr scale = given(p.gradient_scale) ? p.gradient_scale : Expr(1.0);
  p.equalities = stack({scale * lagrangian_gradient(p, y, nu), p.equalities});
  p.complement_a = y;
  p.complement_b = p.inequalities;
  p.pair_on = Expr::ones(y.size1());
  p.pair_scale = ones_unless(problem.pair_scale, y.size1());
  p.unknown_scale = Expr();
  p.unknowns = stack({p.unknowns, y, nu});
  p.kind = Kind::complementarity;
  p.objective = p.inequalities = Expr();
  p.primal = 0;  // a minimiser may lie far from its start
  return completed(std::move(p));
}

}  // namespace ricochet
