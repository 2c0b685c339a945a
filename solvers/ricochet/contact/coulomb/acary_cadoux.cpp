#include "ricochet/contact/coulomb/acary_cadoux.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double converged = 1e-13;  // a step, of the free velocity

/// A bound of the largest eigenvalue.
double stiffness(const UnitProblem& p) {
  double largest = 0.0;
  for (Index j = 0; j < p.rows(); ++j) largest = std::max(largest, p.A().col(j).lpNorm<1>());
  return std::max(std::min(largest, p.A().trace()) + p.compliance(), 1e-300);
}

}  // namespace

void AcaryCadoux::run(const UnitProblem& p, ColumnRef y, int outer, int inner) {
  const double step = 1.0 / stiffness(p);
  auto w = w_.column(p.rows()), slip = slip_.column(p.rows());
  for (int i = 0; i < outer; ++i) {
    p.velocities(y, w);
    slip.setZero();
    for (const CoulombContact& contact : p.contacts())
      slip[contact.row] = contact.friction * UnitProblem::part(contact, w).tail<2>().norm();
    minimise(p, y, step, inner);
  }
}

void AcaryCadoux::minimise(const UnitProblem& p, ColumnRef y, double step, int iterations) {
  const Index n = p.rows();
  auto w = w_.column(n), slip = slip_.column(n), ahead = ahead_.column(n), next = next_.column(n);
  ahead = y;
  double momentum = 1.0;
  for (int i = 0; i < iterations; ++i) {
    p.velocities(ahead, w);
    w += slip;
    next = ahead - step * w;
    for (const CoulombContact& contact : p.contacts())
      UnitProblem::set_part(
          contact, project_on_cone(UnitProblem::part(contact, next), contact.friction), next);
    const bool climbs = (ahead - next).dot(next - y) > 0.0;
    const double change = (next - y).lpNorm<Eigen::Infinity>();
    const double then = climbs ? 1.0 : 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * momentum * momentum));
    ahead = next + (climbs ? 0.0 : (momentum - 1.0) / then) * (next - y);
    momentum = then;
    y = next;
    if (change <= converged * p.speed()) return;
  }
}

}  // namespace ricochet
