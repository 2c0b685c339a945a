#include "ricochet/symbols/system_model.hpp"

#include <utility>
#include <vector>

namespace ricochet {
namespace {

Expr parameter_column(const SystemSpecification& s) {
  std::vector<Expr> symbols;
  for (const Parameter& p : s.parameters) symbols.push_back(p.symbol);
  return stack(symbols);
}

Expr total_force(const SystemSpecification& s) {
  Expr sum(s.q.size1(), 1);
  for (const Force& force : s.forces) sum += force.Q;
  return sum;
}

Expr momentum_column(const SystemSpecification& s, const Expr& p) {
  std::vector<Expr> maps;
  for (const MomentumMap& map : s.momenta) maps.push_back(map.J(s.q, p));
  return stack(maps);
}

Expr contact_numbers(const SystemSpecification& s) {
  std::vector<Expr> columns{Expr(2, 0)};
  for (const Constraint& row : s.g)
    columns.push_back(stack({row.contact.restitution, row.contact.friction}));
  return horzcat(columns);
}

Expr tangent_columns(const SystemSpecification& s) {
  std::vector<Expr> columns{Expr(s.q.size1(), 0)};
  for (const Constraint& row : s.g)
    columns.insert(columns.end(), row.contact.tangents.begin(), row.contact.tangents.end());
  return horzcat(columns);
}

Expr symbols_or(const Expr& given_symbols, const std::string& name, casadi_int n) {
  return given(given_symbols) ? given_symbols : Expr::sym(name, n);
}

/// What nonholonomic rows are where nothing moves.
Expr rows_at_rest(const SystemSpecification& s) {
  return simplify(substitute(s.omega.column(), s.v, Expr::zeros(s.v.size1())));
}

bool is_rheonomic(const SystemSpecification& s) {
  const Expr energy = given(s.L) ? s.L : s.V;
  const Expr all = stack(
      {energy, s.f.column(), s.g.column(), s.omega.column(), vec(densify(tangent_columns(s)))});
  return depends_on(all, s.t) || !rows_at_rest(s).is_zero();
}

}  // namespace

System::Model::Model(SystemSpecification s)
    : given(std::move(s)), theta(parameter_column(given)), table(given.g) {
  given.v = symbols_or(given.v, "v", given.q.size1());
  given.t = symbols_or(given.t, "t", 1);
  q = given.q;
  v = given.v;
  rheonomic = is_rheonomic(given);
  tolerances.gap *= given.length;
  tolerances.speed *= given.length / given.time;
  tolerances.impulse *= given.length / given.time;
  compile();
  if (rheonomic) in_space_time.reset(new Model(this));
}

/// With the time as the last coordinate.
System::Model::Model(const Model* in_time)
    : given(in_time->given),
      theta(in_time->theta),
      q(vertcat(given.q, given.t)),
      v(vertcat(given.v, Expr::sym("clock"))),
      clock(true),
      tolerances(in_time->tolerances),
      table(in_time->table) {
  compile();
}

void System::Model::compile() {
  compile_motion();
  compile_rows();
  contacts = {"contacts", {theta}, {contact_numbers(given)}};
}

/// Rows for the coordinates and zeros for the clock.
Expr System::Model::above_clock(const Expr& rows) const {
  return clock ? vertcat(rows, Expr(1, rows.size2())) : rows;
}

void System::Model::compile_motion() {
  const Expr p = Expr::sym("p", q.size1());
  const Expr p_given = p(casadi::Slice(0, given.q.size1()), 0);
  const Expr t = clock ? Expr::sym("t") : given.t;
  const bool separable = ricochet::given(given.M);
  if (separable) {
    V = {"V", {q, t, theta}, {given.V}};
    M = {"M", {t, theta}, {clock ? diagcat(given.M, Expr(1, 1)) : given.M}};
    L = {"L", {q, v, t, theta}, {0.5 * bilin(given.M, given.v, given.v) - given.V}};
    H = {"H", {q, p, t, theta}, {0.5 * dot(p_given, solve(given.M, p_given)) + given.V}};
  } else {
    L = {"L", {q, v, t, theta}, {given.L}};
  }
  const Expr dLdv = separable ? mtimes(given.M, given.v) : gradient(given.L, given.v);
  dLdq = {"dLdq", {q, v, t, theta}, {separable ? -gradient(given.V, q) : gradient(given.L, q)}};
  momentum = {"momentum", {q, v, t, theta}, {above_clock(dLdv)}};
  const Expr inertia = separable ? given.M : jacobian(dLdv, given.v);
  mass = {"mass", {q, v, t, theta}, {clock ? diagcat(inertia, Expr(1, 1)) : inertia}};
  J = {"J", {q, p, t, theta}, {momentum_column(given, p_given)}};
  // Forces get the time as an argument of its own.
  const Expr at = clock ? vertcat(given.q, Expr::sym("clock")) : given.q;
  Q = {"Q", {at, v, given.t, theta}, {above_clock(total_force(given))}};
}

void System::Model::compile_rows() {
  const Expr t = clock ? Expr::sym("t") : given.t;
  const Expr rows_f = given.f.column(), rows_g = given.g.column();
  const Expr rows_omega = given.omega.column(), rest = rows_at_rest(given);
  const Expr of_v = jacobian(rows_omega, given.v);
  f = {"f", {q, t, theta}, {rows_f}};
  g = {"g", {q, t, theta}, {rows_g}};
  F = {"F", {q, t, theta}, {sparse_jacobian(rows_f, q).T()}};
  G = {"G", {q, t, theta}, {sparse_jacobian(rows_g, q).T()}};
  omega = {"omega", {q, t, theta}, {clock ? horzcat(of_v, rest) : of_v}};
  T = {"T", {q, t, theta}, {above_clock(tangent_columns(given))}};
  const std::vector<Expr> own = {q, t, theta};
  if (!clock) here = {.g = g(own).at(0), .G = G(own).at(0)};
  const auto rate = [&](const Expr& rows) {
    return clock ? Expr(rows.size1(), 1) : jacobian(rows, given.t);
  };
  f_rate = {"f_rate", {q, t, theta}, {rate(rows_f)}};
  g_rate = {"g_rate", {q, t, theta}, {rate(rows_g)}};
  omega_rate = {"omega_rate", {q, t, theta}, {clock ? Expr(rest.size1(), 1) : rest}};
}

}  // namespace ricochet
