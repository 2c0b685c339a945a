#include "ricochet/contact/cone_program.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace ricochet {
namespace {

constexpr Index few = 16;
constexpr double dependent = 1e-14;  // of a unit diagonal: a pivot that is round-off

/// R with R R^T = A, lower triangular; columns of dependent members vanish.
void factor(const Eigen::Ref<const Matrix>& A, Matrix& R) {
  const Index k = A.rows();
  for (Index j = 0; j < k; ++j) {
    const double pivot = A(j, j) - R.row(j).head(j).squaredNorm();
    const double root = pivot > dependent ? std::sqrt(pivot) : 0.0;
    for (Index i = j; i < k; ++i)
      R(i, j) = root > 0.0 ? (A(i, j) - R.row(i).head(j).dot(R.row(j).head(j))) / root : 0.0;
  }
}

}  // namespace

Index contact_capacity(Index n, Index m) { return std::min(m, 2 * n + few); }

StepProblem cone_problem(Index size, double length) {
  const Expr s = Expr::sym("s", size), flat = Expr::sym("R", size * (size + 1) / 2);
  const Expr c = Expr::sym("c", size), W = Expr::sym("W", size), on = Expr::sym("on", size);
  const Expr R(casadi::Sparsity::lower(size), flat);
  return {.name = "reflection",
          .kind = Kind::convex_qp,
          .unknowns = {{"s", s}},
          .parameters = {{"R", flat}, {"c", c}, {"W", W}, {"on", on}},
          .objective = 0.5 * dot(s, s),
          // Rows without a member become a length, which is never active.
          .inequalities = {{"speeds", on * (mtimes(R, s) + c) + (1.0 - on) * length,
                            Meaning::tangency}},
          .pair_scale = on * W + (1.0 - on) * length,
          .length = length};
}

ConeProgram::ConeProgram(const Backend& backend, Index most, double length, double time)
    : time_(time) {
  all_.emplace(backend, cone_problem(most, length));
  if (most > few) few_.emplace(backend, cone_problem(few, length));
}

StepReport ConeProgram::find(const Eigen::Ref<const Matrix>& A, const Eigen::Ref<const Vector>& c,
                             const Eigen::Ref<const Vector>& root, Eigen::Ref<Vector> z) {
  const Index k = A.rows();
  if (k > all_->on.size)
    return {.status = StepStatus::too_many_events,
            .message = std::to_string(k) + " contacts take part at once, more than the " +
                       std::to_string(all_->on.size) +
                       " there is room for; remove repeated inequalities"};
  if (R_.rows() < k) R_.resize(k, k);
  factor(A, R_);
  Call& call = few_ && k <= few_->on.size ? *few_ : *all_;
  const double largest = root.maxCoeff();
  write(c, root, largest, call);
  call.start_at_zero();
  StepReport report = call.solve();
  // The multiplier of row i is the length time * largest^2 * y_i, and z_i = root_i y_i.
  if (report.ok()) z = call[call.y].head(k).cwiseProduct(root) / (time_ * largest * largest);
  return report;
}

/// Rows and unknowns as lengths: s stands for time * largest * R^T z.
void ConeProgram::write(const Eigen::Ref<const Vector>& c, const Eigen::Ref<const Vector>& root,
                        double largest, Call& call) const {
  const Index k = c.size(), size = call.on.size;
  auto R = call.at(call.R), rows = call.at(call.c), W = call.at(call.W), on = call.at(call.on);
  R.setZero();
  rows.setZero();
  W.setZero();
  on.setZero();
  for (Index j = 0, at = 0; j < size; at += size - j, ++j)
    for (Index i = j; i < k; ++i) R[at + i - j] = R_(i, j) * root[i] / largest;
  for (Index i = 0; i < k; ++i) {
    rows[i] = time_ * root[i] * c[i];
    W[i] = root[i] * root[i] / (largest * largest);
    on[i] = 1.0;
  }
}

}  // namespace ricochet
