#include "ricochet/derivatives/independent_contacts.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double independent = 1e-10;  // of a row's mobility, what others leave of it

}  // namespace

void keep_independent(ContactOperator& at, const Vector& q, StepSequence::Contacts& set) {
  if (set.closed.size() + set.stuck.size() < 2) return;
  at.place(q);
  at.choose(set.closed, true);
  const Matrix& D = at.D();
  const auto members = static_cast<Index>(set.closed.size());
  StepSequence::Contacts kept{.rubbing = set.rubbing};
  std::vector<Index> chosen;
  Matrix factor = Matrix::Zero(D.rows(), D.rows());  // Cholesky's, of the chosen rows
  for (Index row = 0; row < D.rows(); ++row) {
    const Index tangent =
        row < members ? -1 : at.tangent_columns()[static_cast<size_t>(row - members)];
    if (tangent >= 0 && std::count(set.stuck.begin(), set.stuck.end(), tangent) == 0) continue;
    const auto size = static_cast<Index>(chosen.size());
    for (Index i = 0; i < size; ++i)
      factor(size, i) = (D(row, chosen[static_cast<size_t>(i)]) -
                         factor.row(size).head(i).dot(factor.row(i).head(i))) /
                        factor(i, i);
    const double left = D(row, row) - factor.row(size).head(size).squaredNorm();
    if (!(left > independent * D(row, row))) continue;
    factor(size, size) = std::sqrt(left);
    chosen.push_back(row);
    if (tangent >= 0)
      kept.stuck.push_back(tangent);
    else
      kept.closed.push_back(set.closed[static_cast<size_t>(row)]);
  }
  set = kept;
}

}  // namespace ricochet
