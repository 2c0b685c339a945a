#include "ricochet/contact/coulomb/gauss_seidel.hpp"

#include <algorithm>

namespace ricochet {
namespace {

constexpr double converged = 1e-13;  // change of a sweep, of the free velocity
constexpr int refreshed = 32;        // sweeps until the velocities are computed afresh

/// The mobility of a contact. A_NN below 1 is raised to 1, see least_mobility.
Eigen::Matrix3d block(const UnitProblem& p, const CoulombContact& contact, bool raised) {
  Eigen::Matrix3d A = Eigen::Matrix3d::Identity();
  const Index width = 1 + contact.tangents;
  A.topLeftCorner(width, width) = p.A().block(contact.row, contact.row, width, width);
  A.diagonal().head(width).array() += p.compliance();
  if (raised) A(0, 0) = std::max(A(0, 0), 1.0);
  return A;
}

}  // namespace

void GaussSeidel::prepare(const UnitProblem& problem) {
  problem_ = &problem;
  contacts_.clear();
  for (const CoulombContact& contact : problem.contacts())
    contacts_.emplace_back(block(problem, contact, true), contact.tangents, contact.friction);
}

void GaussSeidel::sweep(ColumnRef y, int sweeps) {
  const UnitProblem& p = *problem_;
  auto w = velocities_.column(p.rows());
  for (int s = 0; s < sweeps; ++s) {
    if (s % refreshed == 0) p.velocities(y, w);
    double change = 0.0;
    for (size_t i = 0; i < contacts_.size(); ++i) {
      const CoulombContact& contact = p.contacts()[i];
      const Index width = 1 + contact.tangents;
      const ContactVector old = UnitProblem::part(contact, y);
      ContactVector free = UnitProblem::part(contact, w);
      const auto A = p.A().block(contact.row, contact.row, width, width);
      free.head(width) -= A.lazyProduct(old.head(width)) + p.compliance() * old.head(width);
      free[0] -= std::max(0.0, 1.0 - A(0, 0) - p.compliance()) * old[0];
      const ContactVector step = contacts_[i].solve(free) - old;
      for (Index j = 0; j < width; ++j) {
        if (step[j] == 0.0) continue;
        y[contact.row + j] += step[j];
        w[contact.row + j] += p.compliance() * step[j];
        w += step[j] * p.A().col(contact.row + j);
      }
      change = std::max(change, step.lpNorm<Eigen::Infinity>());
    }
    if (!(change > converged * p.speed())) return;
  }
}

}  // namespace ricochet
