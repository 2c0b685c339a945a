#include "ricochet/steppers/independent_rows.hpp"

namespace ricochet {
namespace {

constexpr double independent = 1e-10;  // ratio of the smallest pivot of omega^T to the largest

}  // namespace

IndependentRows::IndependentRows(const System& s)
    : rheonomic_(s.rheonomic()),
      theta_(s.parameter_values()),
      omega_T_(s.n(), static_cast<Index>(s.specification().omega.size())),
      qr_(omega_T_.rows(), omega_T_.cols()) {
  const Expr q = Expr::sym("q", s.n());
  rows_ = Kernel("rows", {q, s.parameter_symbols()}, {s.omega(q).T()});
  qr_.setThreshold(independent);
}

bool IndependentRows::at(const Vector& q, double t) {
  if (omega_T_.cols() == 0) return true;
  if (rheonomic_) theta_[theta_.size() - 1] = t;
  rows_({q, theta_}, {omega_T_});
  return !omega_T_.allFinite() || qr_.compute(omega_T_).rank() == omega_T_.cols();
}

}  // namespace ricochet
