#include "ricochet/backends/merit.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <limits>

namespace ricochet {

double Merit::at(const Vector& z) {
  if (!rows_.evaluate(z)) return std::numeric_limits<double>::infinity();
  const Vector &a = rows_.a(), &b = rows_.b();
  const Index count = rows_.equalities().size();
  const bool solution = goal_ == Goal::solution;
  phi_.resize(count + rows_.pairs());
  for (Index i = 0; i < count; ++i)
    phi_[i] = solution || rows_.constrains(i) ? rows_.equalities()[i] : 0.0;
  for (Index i = 0; i < rows_.pairs(); ++i) {
    double& row = phi_[count + i];
    if (solution)
      row = rows_.on(i) ? a[i] + b[i] - std::hypot(a[i], b[i]) : a[i];
    else
      row = rows_.on(i) ? std::min(b[i], 0.0) : 0.0;
  }
  return 0.5 * phi_.squaredNorm();
}

void Merit::fill_jacobian(Index unknowns) {
  const Vector &a = rows_.a(), &b = rows_.b();
  const StepRows::Jacobians& of = rows_.jacobians();
  const Index count = rows_.equalities().size();
  J_.setZero(count + rows_.pairs(), unknowns);
  for (Index i = 0; i < count; ++i)
    if (goal_ == Goal::solution || rows_.constrains(i))
      of.equalities.each(i, [&](Index column, double x) { J_(i, column) = x; });
  for (Index i = 0; i < rows_.pairs(); ++i) {
    const double r = std::hypot(a[i], b[i]);
    // At a = b = 0 any element of the generalized gradient serves.
    double da = r > 0.0 ? 1.0 - a[i] / r : 1.0 - std::sqrt(0.5);
    double db = r > 0.0 ? 1.0 - b[i] / r : 1.0 - std::sqrt(0.5);
    if (goal_ == Goal::feasible_point) da = 0.0, db = b[i] < 0.0 ? 1.0 : 0.0;
    if (!rows_.on(i)) da = goal_ == Goal::solution ? 1.0 : 0.0, db = 0.0;
    of.a.each(i, [&](Index column, double x) { J_(count + i, column) = da * x; });
    if (db == 0.0) continue;  // b of a pair off may be NaN
    of.b.each(i, [&](Index column, double x) { J_(count + i, column) += db * x; });
  }
}

void Merit::step(const Vector& z, Vector& dz, double& slope) {
  const double value = at(z);
  rows_.differentiate(z);
  fill_jacobian(z.size());
  J_ *= rows_.scale().asDiagonal();
  const Vector gradient = J_.transpose() * phi_;
  Matrix normal = J_.transpose() * J_;
  const double damping = std::max(1e-14, std::min(1e-2, 2.0 * value));
  normal.diagonal().array() += damping * std::max(1e-30, normal.diagonal().maxCoeff());
  const Vector direction = normal.ldlt().solve(gradient);
  slope = -gradient.dot(direction);
  dz = -(rows_.scale().array() * direction.array()).matrix();
  stationarity_ = value > 0.0 ? gradient.norm() / std::sqrt(2.0 * value) : 0.0;
}

}  // namespace ricochet
