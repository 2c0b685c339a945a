#include "ricochet/contact/impact_cone.hpp"

#include "ricochet/contact/reflection_problems.hpp"
#include "ricochet/flight/flight_problems.hpp"

namespace ricochet {

ImpactCone::ImpactCone(const System& s, const Backend& backend)
    : contacts_(s.contacts()),
      n_(s.n()),
      m_(s.m()),
      c_(s.k() + static_cast<Index>(s.specification().omega.size())),
      slots_(contact_capacity(n_, m_)),
      speed_tolerance_(s.tolerances().speed),
      rows_(c_),
      theta_(s.parameter_values()),
      velocity_(n_),
      speeds_(m_),
      momentum_(n_),
      ones_(Vector::Ones(c_)),
      column_(n_),
      mobility_(slots_),
      Minv_(n_, n_),
      C_(n_, c_),
      W_(n_, n_),
      CMC_(c_, c_),
      solved_(c_, n_),
      rows_now_(slots_, n_),
      V_(Mask::Zero(slots_)) {
  members_.reserve(static_cast<size_t>(m_));
  const Expr q = Expr::sym("q", n_), p = Expr::sym("p", n_);
  terms_ = Kernel("impact_terms", {q, p, s.parameter_symbols()},
                  {densify(launch_velocity(s, q, p)), densify(velocity_of(s, q, Expr::eye(n_))),
                   densify(horzcat(s.F(q), s.omega(q).T())), s.G(q)},
                  true);
  G_ = KernelMatrix(terms_.sparsity_out(3));
  if (m_ > 1)
    project_ = backend.prepare(pass_problem(n_, slots_, s.length(), s.specification().time));
}

ImpactCone::ImpactCone(const ImpactCone& o)
    : contacts_(o.contacts_),
      n_(o.n_),
      m_(o.m_),
      c_(o.c_),
      slots_(o.slots_),
      speed_tolerance_(o.speed_tolerance_),
      terms_(o.terms_),
      project_(o.project_ ? o.project_->clone() : nullptr),
      rows_(o.c_),
      theta_(o.theta_),
      velocity_(o.velocity_),
      speeds_(o.speeds_),
      momentum_(o.momentum_),
      ones_(o.ones_),
      column_(o.column_),
      mobility_(o.mobility_),
      G_(o.G_),
      Minv_(o.Minv_),
      C_(o.C_),
      W_(o.W_),
      CMC_(o.CMC_),
      solved_(o.solved_),
      rows_now_(o.rows_now_),
      V_(o.V_) {
  members_.reserve(static_cast<size_t>(m_));
}

void ImpactCone::place(const Vector& q, const Vector& p) {
  terms_({q, p, theta_}, {velocity_, Minv_, C_, G_.values()});
  W_ = Minv_;
  if (c_ > 0) {
    CMC_.noalias() = C_.transpose() * Minv_ * C_;
    rows_.factor(CMC_, ones_);
    Vector column(c_);
    for (Index j = 0; j < n_; ++j) {
      rows_.solve(C_.transpose() * Minv_.col(j), column);
      solved_.col(j) = column;
    }
    W_.noalias() -= Minv_ * C_ * solved_;
    momentum_ = Minv_.ldlt().solve(velocity_);  // relative to a Lagrangian linear in v
    velocity_ = W_ * momentum_;
  }
  speeds_.noalias() = G_.matrix().transpose() * velocity_;
}

double ImpactCone::mobility(Index i) {
  column_ = G_.matrix().col(i);
  turned_.noalias() = W_ * column_;
  return column_.dot(turned_);
}

bool ImpactCone::stop(const Mask& K, Vector& d, Vector& y, StepReport& report) {
  members_.clear();
  Index approaching = 0, last = -1;
  for (Index i = 0; i < m_; ++i) {
    const bool counts = speeds_[i] <= speed_tolerance_ || contacts_.is_piece(i);
    if (K[i] == 0.0 || !counts) continue;
    members_.push_back(i);
    if (!(speeds_[i] >= -speed_tolerance_)) {
      ++approaching;
      last = i;
    }
  }
  y.setZero(m_);
  d.setZero(n_);
  if (approaching == 0) return false;
  if (members_.size() == 1)
    y[last] = -speeds_[last] / mobility(last);
  else if (!project(y, report))
    return false;
  d.noalias() = G_.matrix() * y;
  return true;
}

/// The impulses of several members that stop their approach.
bool ImpactCone::project(Vector& y, StepReport& report) {
  const auto members = static_cast<Index>(members_.size());
  if (members > slots_) {
    report.status = StepStatus::too_many_events;
    report.message = std::to_string(members) + " contacts are hit at once, more than the " +
                     std::to_string(slots_) + " there is room for; remove repeated inequalities";
    return false;
  }
  rows_now_.setZero();
  mobility_.setZero();
  V_.setZero();
  for (Index j = 0; j < members; ++j) {
    column_ = G_.matrix().col(members_[static_cast<size_t>(j)]);
    turned_.noalias() = W_ * column_;
    rows_now_.row(j) = turned_.transpose();
    mobility_[j] = column_.dot(turned_);
    V_[j] = 1.0;
  }
  parameters_.resize(n_ + n_ * n_ + n_ * slots_ + 2 * slots_);
  // The program maps p to p + dp with N^T W (2 p + dp) >= 0: half of p gives the stop.
  momentum_ = 0.5 * Minv_.ldlt().solve(velocity_);
  pack({momentum_, W_, rows_now_, mobility_, V_}, parameters_);
  guess_.setZero(n_ + slots_);
  const StepReport part = project_->solve(parameters_, guess_, no_hint_, solution_);
  report.merge(part);
  if (!part.ok()) return false;
  for (Index j = 0; j < members; ++j) y[members_[static_cast<size_t>(j)]] = solution_.z[n_ + j];
  return true;
}

Vector ImpactCone::speeds_after(const Vector& dp) const {
  return G_.matrix().transpose() * (velocity_ + W_ * dp);
}

}  // namespace ricochet
