#include "ricochet/steppers/impact_cone.hpp"

#include "ricochet/steppers/flight_problems.hpp"
#include "ricochet/steppers/reflection_problems.hpp"

namespace ricochet {

ImpactCone::ImpactCone(const System& s, const Backend& backend)
    : n_(s.n()),
      m_(s.m()),
      c_(s.k() + static_cast<Index>(s.specification().omega.size())),
      speed_tolerance_(s.tolerances().speed),
      rows_(c_),
      theta_(s.parameter_values()),
      velocity_(n_),
      speeds_(m_),
      momentum_(n_),
      ones_(Vector::Ones(c_)),
      Minv_(n_, n_),
      C_(n_, c_),
      G_(n_, m_),
      W_(n_, n_),
      CMC_(c_, c_),
      solved_(c_, n_),
      V_(Mask::Zero(m_)),
      pieces_(V_) {
  for (const auto& [first, last] : s.gap_rows())
    if (last - first > 1) pieces_.segment(first, last - first).setOnes();
  const Expr q = Expr::sym("q", n_), p = Expr::sym("p", n_);
  terms_ = Kernel("impact_terms", {q, p, s.parameter_symbols()},
                  {launch_velocity(s, q, p), velocity_of(s, q, Expr::eye(n_)),
                   horzcat(s.F(q), s.omega(q).T()), s.G(q)});
  if (m_ > 1) project_ = backend.prepare(pass_problem(n_, m_, s.length(), s.specification().time));
}

ImpactCone::ImpactCone(const ImpactCone& o)
    : n_(o.n_),
      m_(o.m_),
      c_(o.c_),
      speed_tolerance_(o.speed_tolerance_),
      terms_(o.terms_),
      project_(o.project_ ? o.project_->clone() : nullptr),
      rows_(o.c_),
      theta_(o.theta_),
      velocity_(o.velocity_),
      speeds_(o.speeds_),
      momentum_(o.momentum_),
      ones_(o.ones_),
      Minv_(o.Minv_),
      C_(o.C_),
      G_(o.G_),
      W_(o.W_),
      CMC_(o.CMC_),
      solved_(o.solved_),
      V_(o.V_),
      pieces_(o.pieces_) {}

void ImpactCone::place(const Vector& q, const Vector& p) {
  terms_({q, p, theta_}, {velocity_, Minv_, C_, G_});
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
  speeds_.noalias() = G_.transpose() * velocity_;
}

double ImpactCone::mobility(Index i) const { return G_.col(i).dot(W_ * G_.col(i)); }

bool ImpactCone::stop(const Mask& K, Vector& d, Vector& y, StepReport& report) {
  Index approaching = 0, members = 0, last = -1;
  for (Index i = 0; i < m_; ++i) {
    const bool counts = speeds_[i] <= speed_tolerance_ || pieces_[i] != 0.0;
    V_[i] = K[i] != 0.0 && counts ? 1.0 : 0.0;
    if (V_[i] == 0.0) continue;
    ++members;
    if (!(speeds_[i] >= -speed_tolerance_)) {
      ++approaching;
      last = i;
    }
  }
  y.setZero(m_);
  d.setZero(n_);
  if (approaching == 0) return false;
  if (members == 1) {
    y[last] = -speeds_[last] / mobility(last);
  } else {
    parameters_.resize(n_ + n_ * n_ + n_ * m_ + m_);
    // The program maps p to p + dp with N^T W (2 p + dp) >= 0: half of p gives the stop.
    momentum_ = 0.5 * Minv_.ldlt().solve(velocity_);
    pack({momentum_, W_, G_, V_}, parameters_);
    guess_.setZero(n_ + m_);
    const StepReport part = project_->solve(parameters_, guess_, no_hint_, solution_);
    report.merge(part);
    if (!part.ok()) return false;
    y = solution_.z.tail(m_).cwiseProduct(V_);
  }
  d.noalias() = G_ * y;
  return true;
}

Vector ImpactCone::speeds_after(const Vector& dp) const {
  return G_.transpose() * (velocity_ + W_ * dp);
}

}  // namespace ricochet
