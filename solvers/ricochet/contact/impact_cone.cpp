#include "ricochet/contact/impact_cone.hpp"

#include "ricochet/text/nearest.hpp"

#include <Eigen/Cholesky>

#include <algorithm>

namespace ricochet {

ImpactCone::ImpactCone(const System& s, const Backend& backend)
    : table_(s.contacts()),
      speed_tolerance_(s.tolerances().speed),
      operator_(s),
      cone_(s, backend),
      velocity_(s.n()),
      speeds_(s.m()),
      after_(s.m()),
      change_(s.n()) {
  members_.reserve(static_cast<size_t>(s.m()));
}

void ImpactCone::place(const Vector& q, const Vector& p) {
  operator_.place(q);
  operator_.velocity(p, velocity_);
  operator_.constrain(velocity_);
  speeds_.noalias() = operator_.gradients().transpose() * velocity_;
}

bool ImpactCone::stop(const Mask& K, Vector& d, Vector& y, StepReport& report) {
  y.setZero(speeds_.size());
  d.setZero(velocity_.size());
  if (!collect(K)) return false;
  operator_.choose(members_);
  if (!solve(report)) return false;
  for (size_t j = 0; j < members_.size(); ++j) y[members_[j]] = impulses_[static_cast<Index>(j)];
  d.noalias() = operator_.gradients() * y;
  return true;
}

/// The members of K that count; true if one approaches.
bool ImpactCone::collect(const Mask& K) {
  members_.clear();
  bool approached = false;
  for (Index i = 0; i < K.size(); ++i) {
    const bool counts = speeds_[i] <= speed_tolerance_ || table_.is_piece(i);
    if (K[i] == 0.0 || !counts) continue;
    members_.push_back(i);
    approached = approached || !(speeds_[i] >= -speed_tolerance_);
  }
  return approached;
}

/// The impulses of the members that stop their approach, D y + n.v >= 0.
bool ImpactCone::solve(StepReport& report) {
  const auto size = static_cast<Index>(members_.size());
  if (impulses_.size() < size) {
    impulses_.resize(size);
    b_.resize(size);
    ones_.setOnes(size);
  }
  for (Index j = 0; j < size; ++j) b_[j] = speeds_[members_[static_cast<size_t>(j)]];
  if (size == 1 && operator_.blocked(0)) {
    report.merge({.status = StepStatus::infeasible,
                  .message = "no velocity opens it; the equalities and rows hold it"});
    return false;
  }
  if (size == 1) {
    impulses_[0] = -b_[0] / operator_.D()(0, 0);
    return true;
  }
  StepReport part =
      cone_.solve(operator_.D(), b_.head(size), ones_.head(size), impulses_.head(size));
  if (!part.ok() && !may_open(size)) {
    part.status = StepStatus::infeasible;
    part.message = "no velocity opens all of them; they close in on each other";
  }
  report.merge(part);
  return part.ok();
}

/// True if there are impulses, pushes or pulls, behind which no member is approached. Only walls
/// that move can make it false.
bool ImpactCone::may_open(Index size) const {
  const Matrix& D = operator_.D();
  const Vector speeds = b_.head(size);
  const LinearRows rows{.A = Matrix(0, size), .a = Vector(0), .B = D, .b = -speeds};
  const Vector y = nearest(Matrix::Identity(size, size).llt(), Vector::Zero(size), rows, 0.0);
  return y.allFinite() && (D * y + speeds).minCoeff() >= -speed_tolerance_;
}

const Vector& ImpactCone::speeds_after(const Vector& dp) {
  operator_.accelerate(dp, change_);
  operator_.constrain(change_);
  change_ += velocity_;
  after_.noalias() = operator_.gradients().transpose() * change_;
  return after_;
}

}  // namespace ricochet
