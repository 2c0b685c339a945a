#include "ricochet/contact/reactions.hpp"

namespace ricochet {

Reactions::Reactions(Index n, Index rows)
    : C_(n, rows),
      MinvC_(n, rows),
      CMC_(rows, rows),
      ones_(Vector::Ones(rows)),
      speeds_(rows),
      multipliers_(rows),
      solver_(rows) {}

void Reactions::factor(const KernelMatrix& inverse_masses) {
  if (!any()) return;
  MinvC_.noalias() = inverse_masses.matrix() * C_;
  CMC_.setZero();  // a constraint touches a few coordinates
  for (Index j = 0; j < C_.cols(); ++j)
    for (Index i = 0; i < C_.rows(); ++i)
      if (MinvC_(i, j) != 0.0) CMC_.col(j) += MinvC_(i, j) * C_.row(i).transpose();
  solver_.factor(CMC_, ones_);
}

void Reactions::constrain(Eigen::Ref<Vector> velocity) {
  if (!any()) return;
  speeds_.noalias() = C_.transpose() * velocity;
  slow(velocity, speeds_);
}

void Reactions::slow(Eigen::Ref<Vector> velocity, const Vector& rates) {
  if (!any()) return;
  solver_.solve(rates, multipliers_);
  velocity.noalias() -= MinvC_ * multipliers_;
}

void Reactions::constrain(Eigen::Ref<Vector> velocity, Eigen::Ref<Vector> impulse) {
  constrain(velocity);
  if (any()) impulse.noalias() -= C_ * multipliers_;
}

}  // namespace ricochet
