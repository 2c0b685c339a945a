#include "ricochet/contact/contact_operator.hpp"

#include "ricochet/flight/flight_quantities.hpp"

#include <algorithm>

namespace ricochet {
namespace {

constexpr double round_off = 1e-12;  // of a mobility

constexpr Index first_columns = 8;

/// G, M^-1, the gradients of the constraints and the velocity without momentum, at a position.
Kernel contact_terms(const System& s, bool moves) {
  const Expr& q = s.q();
  const Expr rest = moves ? launch_velocity(s, q, Expr::zeros(s.n())) : Expr(0, 1);
  return {
      "contact_terms",
      {q, s.parameter_symbols()},
      {s.G(q), velocity_of(s, q, Expr::eye(s.n())), horzcat(s.F(q), s.omega(q).T()), densify(rest)},
      true};
}

Kernel tangent_terms(const System& s) {
  const Expr& q = s.q();
  return {"tangents", {q, s.parameter_symbols()}, {s.T(q)}, true};
}

}  // namespace

ContactOperator::ContactOperator(const System& s)
    : contacts_(s.contacts()),
      n_(s.n()),
      rheonomic_(s.rheonomic()),
      moves_(!s.separable() || s.has_clock()),
      terms_(contact_terms(s, moves_)),
      G_(terms_.sparsity_out(0)),
      T_(casadi::Sparsity(n_, 0)),
      Minv_(terms_.sparsity_out(1)),
      k_(s.k()),
      reactions_(terms_.sparsity_out(2), terms_.sparsity_out(1)),
      theta_(s.parameter_values()),
      rest_(moves_ ? n_ : 0),
      column_(n_) {
  const casadi::Sparsity C = terms_.sparsity_out(2);
  if (k_ > 0 && k_ < C.size2())
    equalities_.emplace(horzsplit(C, {0, k_, C.size2()}).front(), terms_.sparsity_out(1));
  if (contacts_.tangents() > 0) {
    tangents_ = tangent_terms(s);
    T_ = KernelMatrix(tangents_.sparsity_out(0));
  }
  reserve(std::min(contacts_.entries() + contacts_.tangents(), first_columns));
}

void ContactOperator::place(const Vector& q) {
  q_ = q;
  size_ = 0;
  terms_({q, theta_}, {G_.values(), Minv_.values(), reactions_.gradients(), rest_});
  reactions_.factor(Minv_);
}

void ContactOperator::choose(const std::vector<Index>& members, bool tangents) {
  size_ = 0;
  slips_.clear();
  for (const Index i : members) {
    const auto [first, last] = contacts_.tangents_of(i);
    for (Index j = first; tangents && j < last; ++j) slips_.push_back(j);
  }
  if (!slips_.empty()) tangents_({q_, theta_}, {T_.values()});
  reserve(static_cast<Index>(members.size() + slips_.size()));
  for (const Index i : members) add(G_, i);
  for (const Index j : slips_) add(T_, j);
  fill_delassus(G_, members, 0);
  fill_delassus(T_, slips_, static_cast<Index>(members.size()));
}

/// Room for columns; it never shrinks, so that impacts of a warm stepper allocate nothing.
void ContactOperator::reserve(Index columns) {
  if (columns <= N_.cols()) return;
  const Index room = std::max(columns, std::min(2 * N_.cols(), n_));
  N_.resize(n_, room);
  V_.resize(n_, room);
  free_.resize(room);
  D_.resize(room, room);
}

/// The next columns of N and V.                                [KP12] (7.7), as read above
void ContactOperator::add(const KernelMatrix& from, Index column) {
  auto N = N_.col(size_), V = V_.col(size_);
  ++size_;
  N.setZero();
  from.each_in_column(column, [&](Index row, double value) { N[row] = value; });
  kick(from, column);
  V = column_;
  free_[size_ - 1] = V.dot(N);
  reactions_.constrain(V, N);
}

/// Rows of D from the columns of G or T, which begin at a column of V.
void ContactOperator::fill_delassus(const KernelMatrix& from, const std::vector<Index>& columns,
                                    Index first) {
  for (size_t i = 0; i < columns.size(); ++i) {
    const Index row = first + static_cast<Index>(i);
    for (Index j = 0; j <= row; ++j) {
      double sum = 0.0;
      from.each_in_column(columns[i], [&](Index k, double value) { sum += value * V_(k, j); });
      D_(row, j) = D_(j, row) = sum;
    }
  }
}

void ContactOperator::velocity(const Vector& p, Vector& v) const {
  accelerate(p, v);
  if (moves_) v += rest_;
}

void ContactOperator::accelerate(const Vector& dp, Vector& dv) const {
  dv.noalias() = Minv_.matrix() * dp;
}

void ContactOperator::keep_equalities(Vector& p, Vector& xi) {
  if (k_ == 0) return;
  Reactions& equalities = equalities_ ? *equalities_ : reactions_;
  if (equalities_) {
    equalities.gradients() = reactions_.gradients().head(equalities.gradients().size());
    equalities.factor(Minv_);
  }
  for (int pass = 0; pass < 2; ++pass) {  // the second removes the round-off of the first
    velocity(p, column_);
    equalities.constrain(column_, p);
    xi -= equalities.multipliers();
  }
}

bool ContactOperator::blocked(Index member) const {
  return !(D_(member, member) > round_off * free_[member]);
}

double ContactOperator::mobility(Index contact) {
  kick(G_, contact);
  constrain(column_);
  double sum = 0.0;
  G_.each_in_column(contact, [&](Index k, double value) { sum += value * column_[k]; });
  return sum;
}

/// M^-1 times a column, without reactions, into column_.
void ContactOperator::kick(const KernelMatrix& from, Index column) {
  column_.setZero();
  from.each_in_column(column, [&](Index k, double impulse) {
    Minv_.each_in_column(k, [&](Index row, double value) { column_[row] += value * impulse; });
  });
}

}  // namespace ricochet
