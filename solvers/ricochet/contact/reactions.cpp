#include "ricochet/contact/reactions.hpp"

namespace ricochet {
namespace {

constexpr Index few = 24;  // columns, up to which dense is faster

}  // namespace

Reactions::Reactions(const casadi::Sparsity& C, const casadi::Sparsity& inverse_masses)
    : C_(C), speeds_(C_.columns()), multipliers_(C_.columns()) {
  if (C_.columns() <= few)
    few_.emplace(C_);
  else
    many_.emplace(C, inverse_masses);
}

Reactions::Few::Few(const KernelMatrix& given)
    : C(given.rows(), given.columns()),
      MinvC(C),
      CMC(given.columns(), given.columns()),
      ones(Vector::Ones(given.columns())),
      solver(given.columns()) {}

Reactions::Many::Many(const casadi::Sparsity& C, const casadi::Sparsity& inverse_masses)
    : MinvC(mtimes(inverse_masses, C)),
      CMC(mtimes(C.T(), mtimes(inverse_masses, C))),
      column(Vector::Zero(C.size1())),
      ones(Vector::Ones(C.size2())),
      solver(C.size2()) {}

void Reactions::factor(const KernelMatrix& inverse_masses) {
  if (!any()) return;
  if (few_) return few_->factor(C_, inverse_masses);
  many_->factor(C_, inverse_masses);
}

void Reactions::Few::factor(const KernelMatrix& given, const KernelMatrix& inverse_masses) {
  C.setZero();
  for (Index j = 0; j < C.cols(); ++j)
    given.each_in_column(j, [&](Index i, double value) { C(i, j) = value; });
  MinvC.noalias() = inverse_masses.matrix() * C;
  CMC.setZero();  // a constraint touches a few coordinates
  for (Index j = 0; j < C.cols(); ++j)
    for (Index i = 0; i < C.rows(); ++i)
      if (MinvC(i, j) != 0.0) CMC.col(j) += MinvC(i, j) * C.row(i).transpose();
  solver.factor(CMC, ones);
}

void Reactions::Many::factor(const KernelMatrix& C, const KernelMatrix& inverse_masses) {
  double *moved = MinvC.values().data(), *joined = CMC.values().data();
  for (Index j = 0; j < C.columns(); ++j) {
    C.each_in_column(j, [&](Index k, double impulse) {
      inverse_masses.each_in_column(k,
                                    [&](Index i, double value) { column[i] += value * impulse; });
    });
    CMC.each_in_column(j, [&](Index i, double) {
      double sum = 0.0;
      C.each_in_column(i, [&](Index k, double value) { sum += value * column[k]; });
      *joined++ = sum;
    });
    MinvC.each_in_column(j, [&](Index i, double) {
      *moved++ = column[i];
      column[i] = 0.0;
    });
  }
  solver.begin();
  for (Index i = 0; i < C.columns(); ++i) solver.add(CMC, i);
  (void)solver.factor(ones);
}

void Reactions::constrain(Eigen::Ref<Vector> velocity) {
  if (!any()) return;
  if (few_)
    speeds_.noalias() = few_->C.transpose() * velocity;
  else
    speeds_.noalias() = C_.matrix().transpose() * velocity;
  slow(velocity, speeds_);
}

void Reactions::slow(Eigen::Ref<Vector> velocity, const Vector& rates) {
  if (!any()) return;
  if (few_) {
    few_->solver.solve(rates, multipliers_);
    velocity.noalias() -= few_->MinvC * multipliers_;
  } else {
    many_->solver.solve(rates, multipliers_);
    velocity.noalias() -= many_->MinvC.matrix() * multipliers_;
  }
}

void Reactions::constrain(Eigen::Ref<Vector> velocity, Eigen::Ref<Vector> impulse) {
  constrain(velocity);
  if (!any()) return;
  if (few_)
    impulse.noalias() -= few_->C * multipliers_;
  else
    impulse.noalias() -= C_.matrix() * multipliers_;
}

}  // namespace ricochet
