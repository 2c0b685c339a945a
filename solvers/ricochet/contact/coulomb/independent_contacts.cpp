#include "ricochet/contact/coulomb/independent_contacts.hpp"

#include <algorithm>

namespace ricochet {
namespace {

constexpr double dependent = 1e-9;  // a squared distance from the span of other rows, of 1
constexpr double repeated = 1e-14;  // relative, of the rows that were kept

}  // namespace

const std::vector<Index>& IndependentContacts::choose(const UnitProblem& p, ConstColumnRef y) {
  const auto row = [&](Index i) { return p.contacts()[static_cast<size_t>(i)].row; };
  for (std::vector<Index>* list : {&order_, &kept_, &rows_}) list->clear();
  for (Index i = 0; i < p.size(); ++i)
    if (y[row(i)] > 0.0) order_.push_back(i);
  std::sort(order_.begin(), order_.end(), [&](Index i, Index j) {
    return y[row(i)] > y[row(j)] || (y[row(i)] == y[row(j)] && i < j);
  });
  for (const Index i : order_) {
    if (distance(p, row(i)) < dependent) continue;
    kept_.push_back(i);
    rows_.push_back(row(i));
  }
  std::sort(kept_.begin(), kept_.end());
  return kept_;
}

/// The square of how far a row is from the span of those that were kept.
double IndependentContacts::distance(const UnitProblem& p, Index row) {
  const auto k = static_cast<Index>(rows_.size());
  if (k == 0) return p.A()(row, row);
  auto A = solver_.matrix(k);
  auto share = share_.column(k);
  for (Index s = 0; s < k; ++s) {
    share[s] = p.A()(rows_[static_cast<size_t>(s)], row);
    for (Index t = 0; t < k; ++t)
      A(s, t) = p.A()(rows_[static_cast<size_t>(s)], rows_[static_cast<size_t>(t)]);
  }
  solver_.factor_least_norm(repeated);
  solver_.solve(share);
  double left = p.A()(row, row);
  for (Index s = 0; s < k; ++s) left -= p.A()(rows_[static_cast<size_t>(s)], row) * share[s];
  return left;
}

}  // namespace ricochet
