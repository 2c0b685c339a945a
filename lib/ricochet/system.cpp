#include "ricochet/system.hpp"

#include "ricochet/checks/system_checks.hpp"
#include "ricochet/symbols/legendre.hpp"
#include "ricochet/symbols/system_model.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

std::vector<double> nonzeros(const casadi::Function& f, std::initializer_list<In> in) {
  std::vector<double> values(static_cast<size_t>(f.nnz_out(0)));
  // Machine code for one call takes longer than the call.
  Kernel kernel(f);
  kernel(in, {values});
  return values;
}

/// Sparse matrices are evaluated dense here: convenience, not speed.
Matrix evaluate(const casadi::Function& f, std::initializer_list<In> in) {
  Matrix result = Matrix::Zero(f.size1_out(0), f.size2_out(0));
  const std::vector<double> values = nonzeros(f, in);
  const casadi::Sparsity& pattern = f.sparsity_out(0);
  const std::vector<casadi_int> rows = pattern.get_row(), columns = pattern.get_col();
  for (size_t i = 0; i < values.size(); ++i) result(rows[i], columns[i]) = values[i];
  return result;
}

System::Sparse sparse(const casadi::Function& f, std::initializer_list<In> in) {
  using Given = Eigen::SparseMatrix<double, Eigen::ColMajor, casadi_int>;
  const std::vector<double> values = nonzeros(f, in);
  const casadi::Sparsity& pattern = f.sparsity_out(0);
  return Eigen::Map<const Given>(pattern.size1(), pattern.size2(), pattern.nnz(), pattern.colind(),
                                 pattern.row(), values.data())
      .cast<double>();
}

Expr call(const casadi::Function& f, std::vector<Expr> arguments, const Expr& t,
          const Expr& theta) {
  arguments.insert(arguments.end(), {t, theta});
  return f(arguments).at(0);
}

bool same_symbols(const Expr& a, const Expr& b) {
  const auto same = [](const auto& x, const auto& y) { return x.get() == y.get(); };
  return std::equal(a.nonzeros().begin(), a.nonzeros().end(), b.nonzeros().begin(),
                    b.nonzeros().end(), same);
}

/// M^-1 p. Where the coordinates share no inertia every row is divided by its own.
Expr by_inertia(const Expr& M, const Expr& p) {
  if (!M.sparsity().is_diag()) return solve(M, p);
  std::vector<casadi::SXElem> entries = p.nonzeros();
  for (casadi_int k = 0; k < p.nnz(); ++k) {
    casadi::SXElem& entry = entries[static_cast<size_t>(k)];
    entry = entry / M.nonzeros()[static_cast<size_t>(p.sparsity().row(k))];
  }
  return Expr(p.sparsity(), Expr(entries));
}

}  // namespace

System::System(SystemSpecification specification) {
  check_specification(specification);
  model_ = std::make_shared<const Model>(std::move(specification));
  now_ = model_->given.t;
  values_.setZero(parameter_symbols().size1());
  Index i = 0;
  for (const Parameter& p : model_->given.parameters) values_[i++] = p.value;
  check_values();
}

const std::string& System::name() const { return model_->given.name; }
const SystemSpecification& System::specification() const { return model_->given; }
Index System::n() const { return model_->q.size1(); }
Index System::m() const { return model_->table.entries(); }
Index System::k() const { return static_cast<Index>(model_->given.f.size()); }
bool System::separable() const { return given(model_->given.M); }
bool System::rheonomic() const { return model_->rheonomic; }
const Tolerances& System::tolerances() const { return model_->tolerances; }
const ContactTable& System::contacts() const { return model_->table; }

const Expr& System::q() const { return model_->q; }

/// Whether rows of q are those that the model has.
bool System::written_of(const Expr& q) const {
  return !model_->clock && same_symbols(q, model_->q) && same_symbols(now_, model_->given.t);
}

Expr System::parameter_symbols() const {
  return rheonomic() ? vertcat(model_->theta, model_->given.t) : model_->theta;
}

System System::at(double t) const {
  System then = *this;
  if (rheonomic()) then.values_[then.values_.size() - 1] = t;
  return then;
}

System System::at(const Expr& t) const {
  System then = *this;
  if (rheonomic()) then.now_ = t;
  return then;
}

System System::later(const Expr& duration) const {
  return rheonomic() ? at(now_ + duration) : *this;
}

System System::in_space_time() const {
  if (!rheonomic()) return *this;
  System whole = *this;
  whole.model_ = model_->in_space_time;
  whole.values_ = values_.head(values_.size() - 1);
  return whole;
}

bool System::has_clock() const { return model_->clock; }

Expr System::clock_velocity() const {
  Expr velocity(n(), 1);
  if (has_clock()) velocity(n() - 1) = 1.0;
  return velocity;
}

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
  return with(std::vector<std::string>{name}, std::vector<double>{value});
}

System System::with(const std::vector<std::string>& names,
                    const std::vector<double>& values) const {
  if (names.size() != values.size())
    throw std::invalid_argument("System '" + name() + "': there are " +
                                std::to_string(values.size()) + " values for " +
                                std::to_string(names.size()) + " parameters");
  System changed = *this;
  for (size_t k = 0; k < names.size(); ++k) {
    const size_t i = parameter_index(names[k]);
    check_value(name(), model_->given.parameters[i], values[k]);
    changed.values_[static_cast<Index>(i)] = values[k];
  }
  changed.check_values();
  return changed;
}

void System::check_values() const {
  if (separable()) check_mass(name(), sparse(model_->M, {now(), theta()}));
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
  return call(model_->M, {}, now_, model_->theta);
}
Expr System::velocity(const Expr& p) const {
  if (!has_clock()) return by_inertia(M(), p);
  require_separable("velocity");
  const Expr& M = model_->given.M;
  return vertcat(solve(M, p(casadi::Slice(0, M.size1()), casadi::Slice())), Expr(1, p.size2()));
}
Expr System::V(const Expr& q) const {
  require_separable("V");
  return call(model_->V, {q}, now_, model_->theta);
}
Expr System::L(const Expr& q, const Expr& v) const {
  return call(model_->L, {q, v}, now_, model_->theta);
}
Expr System::momentum(const Expr& q, const Expr& v) const {
  return call(model_->momentum, {q, v}, now_, model_->theta);
}
Expr System::H(const Expr& q, const Expr& p) const {
  return separable() ? call(model_->H, {q, p}, now_, model_->theta) : hamiltonian(*this, q, p);
}
Expr System::f(const Expr& q) const { return call(model_->f, {q}, now_, model_->theta); }
Expr System::g(const Expr& q) const {
  return written_of(q) ? model_->here.g : call(model_->g, {q}, now_, model_->theta);
}
Expr System::F(const Expr& q) const { return call(model_->F, {q}, now_, model_->theta); }
Expr System::G(const Expr& q) const {
  return written_of(q) ? model_->here.G : call(model_->G, {q}, now_, model_->theta);
}
Expr System::omega(const Expr& q) const { return call(model_->omega, {q}, now_, model_->theta); }
Expr System::T(const Expr& q) const { return call(model_->T, {q}, now_, model_->theta); }
Expr System::f_rate(const Expr& q) const { return call(model_->f_rate, {q}, now_, model_->theta); }
Expr System::g_rate(const Expr& q) const { return call(model_->g_rate, {q}, now_, model_->theta); }
Expr System::omega_rate(const Expr& q) const {
  return call(model_->omega_rate, {q}, now_, model_->theta);
}
Expr System::Q(const Expr& q, const Expr& v, const Expr& t) const {
  return call(model_->Q, {q, v}, t, model_->theta);
}
Expr System::J(const Expr& q, const Expr& p) const {
  return call(model_->J, {q, p}, now_, model_->theta);
}
Expr System::contact_parameters() const { return model_->contacts(model_->theta).at(0); }

Vector System::theta() const { return values_.head(model_->theta.size1()); }
double System::now() const { return rheonomic() ? values_[values_.size() - 1] : 0.0; }

Matrix System::contact_values() const { return evaluate(model_->contacts, {theta()}); }
Matrix System::M_now() const {
  require_separable("M");
  return evaluate(model_->M, {now(), theta()});
}
MassBlocks System::masses() const {
  require_separable("M");
  return MassBlocks(sparse(model_->M, {now(), theta()}));
}
double System::L(const Vector& q, const Vector& v) const {
  return evaluate(model_->L, {q, v, now(), theta()})(0, 0);
}
Vector System::dLdq(const Vector& q, const Vector& v) const {
  return evaluate(model_->dLdq, {q, v, now(), theta()});
}
Vector System::momentum(const Vector& q, const Vector& v) const {
  return evaluate(model_->momentum, {q, v, now(), theta()});
}
Matrix System::mass(const Vector& q, const Vector& v) const {
  return evaluate(model_->mass, {q, v, now(), theta()});
}
Vector System::velocity(const Vector& q, const Vector& p) const {
  if (separable()) return masses().solve(p);
  return velocity_of(*this, q, p);
}
double System::H(const Vector& q, const Vector& p) const {
  if (separable()) return evaluate(model_->H, {q, p, now(), theta()})(0, 0);
  const Vector v = velocity(q, p);
  return p.dot(v) - L(q, v);
}
Vector System::f(const Vector& q) const { return evaluate(model_->f, {q, now(), theta()}); }
Vector System::g(const Vector& q) const { return evaluate(model_->g, {q, now(), theta()}); }
Matrix System::F(const Vector& q) const { return evaluate(model_->F, {q, now(), theta()}); }
Matrix System::G(const Vector& q) const { return evaluate(model_->G, {q, now(), theta()}); }
System::Sparse System::sparse_F(const Vector& q) const {
  return sparse(model_->F, {q, now(), theta()});
}
System::Sparse System::sparse_G(const Vector& q) const {
  return sparse(model_->G, {q, now(), theta()});
}
Matrix System::omega(const Vector& q) const { return evaluate(model_->omega, {q, now(), theta()}); }
Vector System::f_rate(const Vector& q) const {
  return evaluate(model_->f_rate, {q, now(), theta()});
}
Vector System::g_rate(const Vector& q) const {
  return evaluate(model_->g_rate, {q, now(), theta()});
}
Vector System::omega_rate(const Vector& q) const {
  return evaluate(model_->omega_rate, {q, now(), theta()});
}
Vector System::Q(const Vector& q, const Vector& v, double t) const {
  return evaluate(model_->Q, {q, v, t, theta()});
}
Vector System::J(const Vector& q, const Vector& p) const {
  return evaluate(model_->J, {q, p, now(), theta()});
}

}  // namespace ricochet
