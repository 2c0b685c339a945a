#include "ricochet/facts.hpp"

#include <Eigen/LU>
#include <Eigen/QR>

#include <cmath>

namespace ricochet {
namespace {

/// Gradients of all equalities and of the closed contacts, as columns.
Matrix acting_gradients(const System& s, const Vector& q, const std::vector<Index>& closed) {
  const Matrix F = s.F(q), G = s.G(q);
  Matrix acting(s.n(), F.cols() + static_cast<Index>(closed.size()));
  acting.leftCols(F.cols()) = F;
  for (size_t j = 0; j < closed.size(); ++j)
    acting.col(F.cols() + static_cast<Index>(j)) = G.col(closed[j]);
  return acting;
}

void take_contacts(const System& s, const State& start, Facts& facts) {
  const Vector gaps = s.g(start.q);
  std::vector<Index> closed;
  for (Index i = 0; i < gaps.size(); ++i)
    if (std::abs(gaps[i]) <= s.tolerances().gap) closed.push_back(i);
  facts.closed = static_cast<Index>(closed.size());
  const Matrix acting = acting_gradients(s, start.q, closed);
  if (acting.cols() > 0)
    facts.redundant = acting.cols() - Eigen::ColPivHouseholderQR<Matrix>(acting).rank();
  if (!s.separable()) return;
  const Vector v = s.M_now().ldlt().solve(start.p);
  for (Index j = acting.cols() - facts.closed; j < acting.cols(); ++j)
    if (std::abs(acting.col(j).dot(v)) <= s.tolerances().speed) ++facts.sliding;
}

}  // namespace

Facts facts_of(const System& system, const State& start) {
  const SystemSpecification& s = system.specification();
  Facts facts{.coordinates = system.n(),
              .inequalities = system.m(),
              .equalities = system.k(),
              .nonholonomic = static_cast<Index>(s.omega.size()),
              .separable = system.separable(),
              .unions = s.g.has_unions(),
              .forces = !s.forces.empty()};
  const Matrix contact = system.contact_values();  // restitution, friction
  if (contact.cols() > 0)
    facts.dissipative = contact.row(0).minCoeff() < 1.0 || contact.row(1).maxCoeff() > 0.0;
  if (system.m() + system.k() > 0) take_contacts(system, start, facts);
  return facts;
}

}  // namespace ricochet
