#include "ricochet/contact/coulomb/gauss_seidel.hpp"

#include <algorithm>

namespace ricochet {
namespace {

constexpr double converged = 1e-13;  // change of a sweep, of the free velocity
constexpr int refreshed = 32;        // sweeps until the velocities are computed afresh

/// The mobility of a contact, its symmetric part. A_NN below 1 is raised to 1, see least_mobility.
Eigen::Matrix3d block(const UnitProblem& p, const CoulombContact& contact) {
  Eigen::Matrix3d A = Eigen::Matrix3d::Identity();
  const Index width = 1 + contact.tangents;
  for (Index j = 0; j < width; ++j)
    for (Index i = 0; i < width; ++i)
      A(i, j) =
          0.5 * (p.A()(contact.row + i, contact.row + j) + p.A()(contact.row + j, contact.row + i));
  A.diagonal().head(width).array() += p.compliance();
  A(0, 0) = std::max(A(0, 0), 1.0);
  return A;
}

}  // namespace

void GaussSeidel::prepare(const UnitProblem& problem) {
  problem_ = &problem;
  contacts_.clear();
  blocks_.clear();
  for (const CoulombContact& contact : problem.contacts()) {
    blocks_.push_back(block(problem, contact));
    contacts_.emplace_back(blocks_.back(), contact.tangents, contact.friction);
  }
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
      free.head(width) -= blocks_[i].topLeftCorner(width, width).lazyProduct(old.head(width));
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
