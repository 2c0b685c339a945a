#include "ricochet/checks/system_checks.hpp"

#include "ricochet/checks/system_symbols.hpp"
#include "ricochet/symbols/expression_leaves.hpp"
#include "ricochet/text/text.hpp"

#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <unordered_set>
#include <utility>

namespace ricochet {
namespace {

std::string shape(const Expr& e) {
  return std::to_string(e.size1()) + " x " + std::to_string(e.size2());
}

bool is_symbol_column(const Expr& e) {
  return e.size2() == 1 && e.is_dense() && e.is_valid_input();
}

void check_shape(const SystemSpecification& s, const std::string& what, const Expr& e,
                 casadi_int rows, casadi_int columns) {
  if (e.size1() == rows && e.size2() == columns) return;
  refuse(s.name, what + " must be " + std::to_string(rows) + " x " + std::to_string(columns) +
                     " (n = " + std::to_string(s.q.size1()) + "), not " + shape(e));
}

/// q, v, t and the parameters must be different symbols.
void check_distinct(const SystemSpecification& s) {
  std::vector<Expr> all{s.q, s.v, s.t};
  for (const Parameter& p : s.parameters) all.push_back(p.symbol);
  const Expr column = stack(all);
  std::unordered_set<const casadi::SXNode*> seen;
  for (const casadi::SXElem& symbol : column.nonzeros())
    if (!seen.insert(symbol.get()).second)
      refuse(s.name, "the symbol '" + symbol.name() +
                         "' stands for two things among q, v, t and the parameters");
}

/// The mass of a Lagrangian, d2L/dv2, must be regular somewhere: it is tried at generic points.
void check_regular(const SystemSpecification& s, const Expr& mass) {
  const Expr symbols = stack(symvar(mass));
  Kernel kernel("mass", {symbols}, {mass});
  Matrix M(mass.size1(), mass.size2());
  bool singular = false;
  for (int trial = 0; trial < 4; ++trial) {
    Vector at(symbols.size1());
    for (Index i = 0; i < at.size(); ++i)
      at[i] = 0.3 + std::fmod(0.618 * (1.0 + trial + 3.0 * static_cast<double>(i)), 1.0);
    kernel({at}, {M});
    if (!M.allFinite()) continue;
    if (M.fullPivLu().rank() == M.rows()) return;
    singular = true;
  }
  if (singular)
    refuse(s.name, ".L is degenerate: d2L/dv2 is singular; every coordinate needs inertia");
}

using Names = std::unordered_set<std::string>;

void check_names(const SystemSpecification& s, const std::string& kind,
                 const std::vector<std::string>& names, Names& seen) {
  for (const std::string& name : names) {
    if (name.empty()) {
      const bool vowel = std::string("aeiou").find(kind[0]) != std::string::npos;
      refuse(s.name, (vowel ? "an " : "a ") + kind + " has an empty name; give it one");
    }
    if (!seen.insert(name).second)
      refuse(s.name, "the name '" + name + "' is used twice; constraint names must differ");
  }
}

void check_coordinates(const SystemSpecification& s) {
  if (s.name.empty()) throw std::invalid_argument("System: .name must not be empty");
  if (!given(s.q)) refuse(s.name, ".q must be given: a column of symbols, Expr::sym(\"q\", n)");
  if (!is_symbol_column(s.q))
    refuse(s.name, ".q must be a column of symbols, Expr::sym(\"q\", n), not " + shape(s.q) +
                       " expressions");
  const auto n = s.q.size1();
  if (given(s.v)) {
    check_shape(s, ".v", s.v, n, 1);
    if (!is_symbol_column(s.v)) refuse(s.name, ".v must be a column of symbols");
  }
  if (given(s.t) && !(s.t.is_scalar() && s.t.is_symbolic()))
    refuse(s.name, ".t must be one symbol, Expr::sym(\"t\")");
  for (const auto& [what, x] : {std::pair{".length", s.length}, std::pair{".time", s.time}})
    if (!(std::isfinite(x) && x > 0.0))
      refuse(s.name, std::string(what) + " must be positive and finite, not " + brief(x));
}

void check_parameters(const SystemSpecification& s) {
  std::vector<std::string> seen;
  for (const Parameter& p : s.parameters) {
    if (p.name.empty()) refuse(s.name, "a parameter has an empty name; give it one");
    if (std::find(seen.begin(), seen.end(), p.name) != seen.end())
      refuse(s.name, "parameter '" + p.name + "' is given twice");
    seen.push_back(p.name);
    if (!(p.symbol.is_scalar() && p.symbol.is_symbolic()))
      refuse(s.name,
             "parameter '" + p.name + "' must be one symbol, Expr::sym(\"" + p.name + "\")");
    check_value(s.name, p, p.value);
  }
}

/// Symbols, and the time if it is one of them.
std::vector<Expr> and_time(const SystemSpecification& s, std::vector<Expr> symbols) {
  if (given(s.t)) symbols.push_back(s.t);
  return symbols;
}

void check_mechanics(const SystemSpecification& s) {
  const auto n = s.q.size1();
  if (given(s.L)) {
    if (given(s.M) || given(s.V)) refuse(s.name, "give either .M and .V or .L, not both");
    if (!given(s.v)) refuse(s.name, ".L needs the velocity symbols .v");
    check_shape(s, ".L", s.L, 1, 1);
    check_symbols(s, ".L", s.L, {s, and_time(s, {s.q, s.v}), "q, v"});
    const Expr mass = jacobian(gradient(s.L, s.v), s.v);
    if (const casadi_int rank = sprank(mass); rank < n)
      refuse(s.name, ".L is degenerate: d2L/dv2 has rank at most " + std::to_string(rank) +
                         " < n = " + std::to_string(n) + "; every coordinate needs inertia");
    check_finite_structure(s, ".L", s.L);
    check_regular(s, mass);
    return;
  }
  if (!given(s.M)) refuse(s.name, "the mass matrix .M (n x n) or a Lagrangian .L must be given");
  check_shape(s, ".M", s.M, n, n);
  if (depends_on(s.M, s.q))
    refuse(s.name, ".M depends on q; write the Lagrangian .L = 1/2 v^T M(q) v - V(q) instead");
  check_symbols(s, ".M", s.M, {s, {}, "a number"});
  check_finite_structure(s, ".M", s.M);
  if (!given(s.V)) refuse(s.name, "the potential .V must be given (0.0 if there is none)");
  check_shape(s, ".V", s.V, 1, 1);
  check_symbols(s, ".V", s.V, {s, and_time(s, {s.q}), "q"});
  check_finite_structure(s, ".V", s.V);
}

void check_row(const SystemSpecification& s, const std::string& kind, const std::string& name,
               const Expr& value, const Known& known) {
  const std::string what = kind + " '" + name + "'";
  if (!given(value)) refuse(s.name, what + " has no expression");
  if (!value.is_scalar())
    refuse(s.name, what + " must be one scalar expression, not " + shape(value) +
                       "; add one row per entry");
  check_symbols(s, what, value, known);
  check_finite_structure(s, what, value);
}

/// A row without a coordinate always holds or never, whatever the motion is.
void check_moves(const SystemSpecification& s, const std::string& what, const Expr& value,
                 const Known& coordinates) {
  for (const casadi::SXElem& symbol : ExpressionLeaves(value).symbols)
    if (coordinates.has(symbol)) return;
  refuse(s.name, what + " contains no coordinate of .q: it holds always or never; remove it, or " +
                     "write it in the entries of .q themselves");
}

/// What constraints may contain.
struct Allowed {
  explicit Allowed(const SystemSpecification& s)
      : coordinates(s.q, "q"),
        of_q(s, and_time(s, {s.q}), "q"),
        of_q_and_v(s, and_time(s, {s.q, s.v}), "q, v"),
        numbers(s, {}, "a number") {}

  Known coordinates, of_q, of_q_and_v, numbers;
};

void check_inequality(const SystemSpecification& s, const Constraint& row, const Allowed& allowed) {
  if (row.is_union()) {
    if (row.any_of.size() < 2)
      refuse(s.name, "union '" + row.name + "' needs two pieces or more; use add for one");
    for (const Expr& piece : row.any_of) {
      check_row(s, "union", row.name, piece, allowed.of_q);
      check_moves(s, "a piece of union '" + row.name + "'", piece, allowed.coordinates);
    }
  } else {
    check_row(s, "inequality", row.name, row.value, allowed.of_q);
    check_moves(s, "inequality '" + row.name + "'", row.value, allowed.coordinates);
  }
  for (const auto& [what, e] : {std::pair{"restitution", row.contact.restitution},
                                std::pair{"friction", row.contact.friction}}) {
    check_shape(s, std::string(what) + " of '" + row.name + "'", e, 1, 1);
    check_symbols(s, std::string(what) + " of '" + row.name + "'", e, allowed.numbers);
  }
  for (const Expr& tangent : row.contact.tangents) {
    check_shape(s, "a tangent of '" + row.name + "'", tangent, s.q.size1(), 1);
    check_symbols(s, "a tangent of '" + row.name + "'", tangent, allowed.of_q);
    check_finite_structure(s, "a tangent of '" + row.name + "'", tangent);
  }
}

void check_nonholonomic(const SystemSpecification& s, const Constraint& row,
                        const Known& of_q_and_v) {
  if (!given(s.v)) refuse(s.name, ".omega needs the velocity symbols .v");
  check_row(s, "nonholonomic row", row.name, row.value, of_q_and_v);
  const Expr omega = jacobian(row.value, s.v);
  if (omega.nnz() == 0 || depends_on(omega, s.v))
    refuse(s.name, "nonholonomic row '" + row.name +
                       "' must be linear in v, omega(q, t) v + b(q, t) = 0, and contain v");
}

void check_constraints(const SystemSpecification& s) {
  Names seen;
  check_names(s, "equality", s.f.names(), seen);
  check_names(s, "inequality", s.g.names(), seen);
  check_names(s, "nonholonomic row", s.omega.names(), seen);
  for (const Constraints* rows : {&s.f, &s.omega})
    for (const Constraint& row : *rows)
      if (row.is_union())
        refuse(s.name, "'" + row.name + "' is a union; only inequalities can be unions");
  const Allowed allowed(s);
  for (const Constraint& row : s.f) {
    check_row(s, "equality", row.name, row.value, allowed.of_q);
    check_moves(s, "equality '" + row.name + "'", row.value, allowed.coordinates);
  }
  for (const Constraint& row : s.g) check_inequality(s, row, allowed);
  for (const Constraint& row : s.omega) check_nonholonomic(s, row, allowed.of_q_and_v);
}

void check_forces_and_momenta(const SystemSpecification& s) {
  Names seen;
  for (const Force& force : s.forces) {
    check_names(s, "force", {force.name}, seen);
    check_shape(s, "force '" + force.name + "'", force.Q, s.q.size1(), 1);
    std::vector<Expr> allowed{s.q};
    if (given(s.v)) allowed.push_back(s.v);
    check_symbols(s, "force '" + force.name + "'", force.Q, {s, and_time(s, allowed), "q, v, t"});
    check_finite_structure(s, "force '" + force.name + "'", force.Q);
  }
  const Expr p = Expr::sym("p", s.q.size1());
  for (const MomentumMap& map : s.momenta) {
    check_names(s, "momentum map", {map.name}, seen);
    if (!map.J) refuse(s.name, "momentum map '" + map.name + "' has no function J(q, p)");
    const Expr J = map.J(s.q, p);
    check_shape(s, "momentum map '" + map.name + "'", J, 1, 1);
    check_symbols(s, "momentum map '" + map.name + "'", J, {s, {s.q, p}, "q, p"});
    check_finite_structure(s, "momentum map '" + map.name + "'", J);
  }
}

}  // namespace

void check_specification(const SystemSpecification& s) {
  check_coordinates(s);
  check_parameters(s);
  check_distinct(s);
  check_mechanics(s);
  check_constraints(s);
  check_independence(s);
  check_forces_and_momenta(s);
}

void check_value(const std::string& system, const Parameter& p, double value) {
  if (!p.range.contains(value))
    refuse(system, "parameter '" + p.name + "' must be " + p.range.expected_of(value) + ", not " +
                       brief(value));
}

void check_mass(const std::string& system, const System::Sparse& M) {
  using Entry = System::Sparse::InnerIterator;
  const Vector diagonal = M.diagonal();
  const auto finite = [](const double* x, Index count) {
    return std::all_of(x, x + count, [](double value) { return std::isfinite(value); });
  };
  if (!finite(M.valuePtr(), M.nonZeros()))
    refuse(system, "M must be finite; check the parameter values");
  const System::Sparse other = M.transpose();
  const System::Sparse skew = M - other;
  for (Index j = 0; j < M.cols(); ++j)
    for (Entry entry(skew, j); entry && entry.row() < j; ++entry) {
      const Index i = entry.row();
      if (std::abs(entry.value()) > 1e-12 * (std::abs(diagonal[i]) + std::abs(diagonal[j])))
        refuse(system, "M must be symmetric, but M(" + std::to_string(j) + "," + std::to_string(i) +
                           ") = " + brief(M.coeff(j, i)) + " and M(" + std::to_string(i) + "," +
                           std::to_string(j) + ") = " + brief(M.coeff(i, j)));
    }
  if (!MassBlocks(M).definite())
    refuse(system, "M must be positive definite; its smallest diagonal entry is " +
                       brief(diagonal.minCoeff()) + ", check masses and inertias");
}

void check_contact(const std::string& system, const std::string& constraint, double restitution,
                   double friction) {
  if (!(restitution >= 0.0 && restitution <= 1.0))
    refuse(system,
           "restitution of '" + constraint + "' must be in [0, 1], not " + brief(restitution));
  if (!(friction >= 0.0 && std::isfinite(friction)))
    refuse(system,
           "friction of '" + constraint + "' must be >= 0 and finite, not " + brief(friction));
}

}  // namespace ricochet
