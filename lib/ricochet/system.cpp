#include "ricochet/system.hpp"

#include "ricochet/checks/system_checks.hpp"
#include "ricochet/symbols/legendre.hpp"
#include "ricochet/text/text.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ricochet {

struct System::Model {
  SystemSpecification given;
  Expr theta;  // parameter symbols
  Tolerances tolerances;
  ContactTable table;
  // Arguments in this order, parameters last.
  casadi::Function M, V, L, dLdq, momentum, mass, H, f, g, F, G, omega, T, Q, J, contacts;

  explicit Model(SystemSpecification s);
};

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
    columns.push_back(vertcat(row.contact.restitution, row.contact.friction));
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

Expr call(const casadi::Function& f, std::vector<Expr> arguments, const Expr& theta) {
  arguments.push_back(theta);
  return f(arguments).at(0);
}

}  // namespace

System::Model::Model(SystemSpecification s)
    : given(std::move(s)), theta(parameter_column(given)), table(given.g) {
  const auto n = given.q.size1();
  given.v = symbols_or(given.v, "v", n);
  given.t = symbols_or(given.t, "t", 1);
  const Expr &q = given.q, &v = given.v;
  const Expr p = Expr::sym("p", n);
  const bool separable = ricochet::given(given.M);
  if (separable) {
    V = {"V", {q, theta}, {given.V}};
    M = {"M", {theta}, {given.M}};
    L = {"L", {q, v, theta}, {0.5 * bilin(given.M, v, v) - given.V}};
    H = {"H", {q, p, theta}, {0.5 * dot(p, solve(given.M, p)) + given.V}};
  } else {
    L = {"L", {q, v, theta}, {given.L}};
  }
  const Expr dLdv = separable ? mtimes(given.M, v) : gradient(given.L, v);
  dLdq = {"dLdq", {q, v, theta}, {separable ? -gradient(given.V, q) : gradient(given.L, q)}};
  momentum = {"momentum", {q, v, theta}, {dLdv}};
  mass = {"mass", {q, v, theta}, {separable ? given.M : jacobian(dLdv, v)}};
  const Expr rows_f = given.f.column(), rows_g = given.g.column(),
             rows_omega = given.omega.column();
  f = {"f", {q, theta}, {rows_f}};
  g = {"g", {q, theta}, {rows_g}};
  F = {"F", {q, theta}, {jacobian_in_blocks(rows_f, q).T()}};
  G = {"G", {q, theta}, {jacobian_in_blocks(rows_g, q).T()}};
  omega = {"omega", {q, theta}, {jacobian(rows_omega, v)}};
  T = {"T", {q, theta}, {tangent_columns(given)}};
  Q = {"Q", {q, v, given.t, theta}, {total_force(given)}};
  J = {"J", {q, p, theta}, {momentum_column(given, p)}};
  contacts = {"contacts", {theta}, {contact_numbers(given)}};
  tolerances.gap *= given.length;
  tolerances.speed *= given.length / given.time;
  tolerances.impulse *= given.length / given.time;
}

System::System(SystemSpecification specification) {
  check_specification(specification);
  model_ = std::make_shared<const Model>(std::move(specification));
  values_.resize(static_cast<Index>(model_->given.parameters.size()));
  for (Index i = 0; i < values_.size(); ++i)
    values_[i] = model_->given.parameters[static_cast<size_t>(i)].value;
  check_values();
}

const std::string& System::name() const { return model_->given.name; }
const SystemSpecification& System::specification() const { return model_->given; }
Index System::n() const { return model_->given.q.size1(); }
Index System::m() const { return model_->table.entries(); }
Index System::k() const { return static_cast<Index>(model_->given.f.size()); }
bool System::separable() const { return given(model_->given.M); }
const Tolerances& System::tolerances() const { return model_->tolerances; }
const ContactTable& System::contacts() const { return model_->table; }

Expr System::parameter_symbols() const { return model_->theta; }

std::vector<std::string> System::parameter_names() const {
  std::vector<std::string> names;
  for (const Parameter& p : model_->given.parameters) names.push_back(p.name);
  return names;
}

size_t System::parameter_index(const std::string& name) const {
  const auto names = parameter_names();
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    throw std::invalid_argument("System '" + this->name() + "' has no parameter '" + name + "'" +
                                suggestion(name, names));
  return static_cast<size_t>(found - names.begin());
}

double System::parameter(const std::string& name) const {
  return values_[static_cast<Index>(parameter_index(name))];
}

System System::with(const std::string& name, double value) const {
  const size_t i = parameter_index(name);
  check_value(this->name(), model_->given.parameters[i], value);
  System changed = *this;
  changed.values_[static_cast<Index>(i)] = value;
  changed.check_values();
  return changed;
}

void System::check_values() const {
  if (separable()) check_mass(name(), M_now());
  const Matrix contact = contact_values();
  for (Index i = 0; i < contact.cols(); ++i)
    check_contact(name(), model_->given.g[static_cast<size_t>(i)].name, contact(0, i),
                  contact(1, i));
}

void System::require_separable(const char* quantity) const {
  if (!separable())
    throw std::invalid_argument("System '" + name() + "' is given by a Lagrangian: " + quantity +
                                " needs .M and .V");
}

Expr System::M() const {
  require_separable("M");
  return call(model_->M, {}, model_->theta);
}
Expr System::velocity(const Expr& p) const { return solve(M(), p); }
Expr System::V(const Expr& q) const {
  require_separable("V");
  return call(model_->V, {q}, model_->theta);
}
Expr System::L(const Expr& q, const Expr& v) const {
  return call(model_->L, {q, v}, model_->theta);
}
Expr System::momentum(const Expr& q, const Expr& v) const {
  return call(model_->momentum, {q, v}, model_->theta);
}
Expr System::H(const Expr& q, const Expr& p) const {
  return separable() ? call(model_->H, {q, p}, model_->theta) : hamiltonian(*this, q, p);
}
Expr System::f(const Expr& q) const { return call(model_->f, {q}, model_->theta); }
Expr System::g(const Expr& q) const { return call(model_->g, {q}, model_->theta); }
Expr System::F(const Expr& q) const { return call(model_->F, {q}, model_->theta); }
Expr System::G(const Expr& q) const { return call(model_->G, {q}, model_->theta); }
Expr System::omega(const Expr& q) const { return call(model_->omega, {q}, model_->theta); }
Expr System::T(const Expr& q) const { return call(model_->T, {q}, model_->theta); }
Expr System::Q(const Expr& q, const Expr& v, const Expr& t) const {
  return call(model_->Q, {q, v, t}, model_->theta);
}
Expr System::J(const Expr& q, const Expr& p) const {
  return call(model_->J, {q, p}, model_->theta);
}
Expr System::contact_parameters() const { return call(model_->contacts, {}, model_->theta); }

namespace {

Matrix evaluate(const casadi::Function& f, std::initializer_list<In> in) {
  // Sparse matrices are evaluated dense here: convenience, not speed.
  Matrix result = Matrix::Zero(f.size1_out(0), f.size2_out(0));
  std::vector<double> nonzeros(static_cast<size_t>(f.nnz_out(0)));
  Kernel kernel(f);
  kernel(in, {nonzeros});
  const casadi::Sparsity& pattern = f.sparsity_out(0);
  const std::vector<casadi_int> rows = pattern.get_row(), columns = pattern.get_col();
  for (size_t i = 0; i < nonzeros.size(); ++i) result(rows[i], columns[i]) = nonzeros[i];
  return result;
}

}  // namespace

Matrix System::contact_values() const { return evaluate(model_->contacts, {values_}); }
Matrix System::M_now() const {
  require_separable("M");
  return evaluate(model_->M, {values_});
}
double System::L(const Vector& q, const Vector& v) const {
  return evaluate(model_->L, {q, v, values_})(0, 0);
}
Vector System::dLdq(const Vector& q, const Vector& v) const {
  return evaluate(model_->dLdq, {q, v, values_});
}
Vector System::momentum(const Vector& q, const Vector& v) const {
  return evaluate(model_->momentum, {q, v, values_});
}
Matrix System::mass(const Vector& q, const Vector& v) const {
  return evaluate(model_->mass, {q, v, values_});
}
Vector System::velocity(const Vector& q, const Vector& p) const {
  if (separable()) return M_now().llt().solve(p);
  return velocity_of(*this, q, p);
}
double System::H(const Vector& q, const Vector& p) const {
  if (separable()) return evaluate(model_->H, {q, p, values_})(0, 0);
  const Vector v = velocity(q, p);
  return p.dot(v) - L(q, v);
}
Vector System::f(const Vector& q) const { return evaluate(model_->f, {q, values_}); }
Vector System::g(const Vector& q) const { return evaluate(model_->g, {q, values_}); }
Matrix System::F(const Vector& q) const { return evaluate(model_->F, {q, values_}); }
Matrix System::G(const Vector& q) const { return evaluate(model_->G, {q, values_}); }
Matrix System::omega(const Vector& q) const { return evaluate(model_->omega, {q, values_}); }
Vector System::J(const Vector& q, const Vector& p) const {
  return evaluate(model_->J, {q, p, values_});
}

}  // namespace ricochet
