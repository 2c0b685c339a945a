#include "ricochet/contact/coulomb/independent_contacts.hpp"

#include <Eigen/QR>

#include <algorithm>

namespace ricochet {
namespace {

constexpr double dependent = 1e-9;  // a squared distance from the span of other rows, of 1

}  // namespace

std::vector<Index> independent_contacts(const UnitProblem& p, ConstColumnRef y) {
  std::vector<Index> order, kept, rows;
  const auto row = [&](Index i) { return p.contacts()[static_cast<size_t>(i)].row; };
  for (Index i = 0; i < p.size(); ++i)
    if (y[row(i)] > 0.0) order.push_back(i);
  std::stable_sort(order.begin(), order.end(),
                   [&](Index i, Index j) { return y[row(i)] > y[row(j)]; });
  for (const Index i : order) {
    const auto k = static_cast<Index>(rows.size());
    Matrix A(k, k);
    Vector a(k);
    for (Index s = 0; s < k; ++s) {
      a[s] = p.A()(rows[static_cast<size_t>(s)], row(i));
      for (Index t = 0; t < k; ++t)
        A(s, t) = p.A()(rows[static_cast<size_t>(s)], rows[static_cast<size_t>(t)]);
    }
    const Vector x = k > 0 ? Vector(A.completeOrthogonalDecomposition().solve(a)) : a;
    if (p.A()(row(i), row(i)) - a.dot(x) < dependent) continue;
    kept.push_back(i);
    rows.push_back(row(i));
  }
  std::sort(kept.begin(), kept.end());
  return kept;
}

}  // namespace ricochet
