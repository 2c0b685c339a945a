#include "ricochet/problem/facts.hpp"

#include <Eigen/LU>
#include <Eigen/QR>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

namespace ricochet {
namespace {

constexpr double round_off = 1e-12;  // of what is compared

/// Gradients of all equalities and of the closed contacts, as columns.
Matrix acting_gradients(const System& s, const Vector& q, const std::vector<Index>& closed) {
  const Matrix F = s.F(q), G = s.G(q);
  Matrix acting(s.n(), F.cols() + static_cast<Index>(closed.size()));
  acting.leftCols(F.cols()) = F;
  for (size_t j = 0; j < closed.size(); ++j)
    acting.col(F.cols() + static_cast<Index>(j)) = G.col(closed[j]);
  return acting;
}

/// Counts the normals that are not orthogonal to some other one, in the metric M^-1, or in the
/// Euclidean one if M is not known.
Index count_coupled(const System& s, const Matrix& normals) {
  const Matrix moved = s.separable() ? Matrix(s.M_now().ldlt().solve(normals)) : normals;
  const Matrix products = normals.transpose() * moved;
  Index coupled = 0;
  for (Index i = 0; i < products.cols(); ++i) {
    bool meets = false;
    for (Index j = 0; j < products.cols() && !meets; ++j)
      meets = j != i &&
              std::abs(products(i, j)) > round_off * std::sqrt(products(i, i) * products(j, j));
    coupled += meets ? 1 : 0;
  }
  return coupled;
}

/// Entries that repeat another one; only neighbours in the order of gaps can.
Index count_duplicated(const Vector& gaps, const Matrix& G, double tolerance) {
  if (!gaps.allFinite()) return 0;
  std::vector<Index> order(static_cast<size_t>(gaps.size()));
  std::iota(order.begin(), order.end(), Index{0});
  std::sort(order.begin(), order.end(), [&](Index a, Index b) { return gaps[a] < gaps[b]; });
  Index duplicated = 0;
  for (size_t j = 1; j < order.size(); ++j) {
    bool repeats = false;
    for (size_t i = j; i-- > 0 && gaps[order[j]] - gaps[order[i]] <= tolerance && !repeats;)
      repeats = (G.col(order[i]) - G.col(order[j])).norm() <= round_off * G.col(order[j]).norm();
    duplicated += repeats ? 1 : 0;
  }
  return duplicated;
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
  facts.coupled = count_coupled(s, acting.rightCols(facts.closed));
  facts.duplicated = count_duplicated(gaps, s.G(start.q), s.tolerances().gap);
  if (!s.separable()) return;
  const Vector v = s.M_now().ldlt().solve(start.p);
  const Vector moves = s.g_rate(start.q);
  const Index equalities = acting.cols() - facts.closed;
  for (Index j = equalities; j < acting.cols(); ++j)
    if (std::abs(acting.col(j).dot(v) + moves[closed[static_cast<size_t>(j - equalities)]]) <=
        s.tolerances().speed)
      ++facts.sliding;
}

/// True if V'' joins a coordinate in a contact's gradient to one outside it: a spring, a mesh.
bool joined_behind_a_contact(const Expr& G, const Expr& slope, const Expr& q) {
  const casadi::Sparsity links = sparsify(jacobian(slope, q)).sparsity();
  const casadi::Sparsity& moves = G.sparsity();
  for (casadi_int contact = 0; contact < moves.size2(); ++contact)
    for (casadi_int i = 0; i < links.size2(); ++i) {
      if (!moves.has_nz(i, contact)) continue;
      for (casadi_int k = links.colind(i); k < links.colind(i + 1); ++k)
        if (!moves.has_nz(links.row(k), contact)) return true;
    }
  return false;
}

void take_loads(const System& s, Facts& facts) {
  facts.loaded = !s.separable();
  if (facts.loaded) return;
  const Expr q = Expr::sym("q", s.n());
  const Expr slope = gradient(s.V(q), q);
  facts.loaded = !slope.is_zero();
  facts.elastic = facts.loaded && joined_behind_a_contact(s.G(q), slope, q);
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
              .forces = !s.forces.empty(),
              .rheonomic = system.rheonomic()};
  const Matrix contact = system.contact_values();  // restitution, friction
  if (contact.cols() > 0) {
    facts.dissipative = contact.row(0).minCoeff() < 1.0 || contact.row(1).maxCoeff() > 0.0;
    for (const Index row : system.tangent_rows())
      facts.frictional = facts.frictional || contact(1, row) > 0.0;
  }
  take_loads(system, facts);
  if (system.m() + system.k() > 0) take_contacts(system.at(start.t), start, facts);
  return facts;
}

}  // namespace ricochet
