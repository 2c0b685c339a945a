#include "ricochet/derivatives/frozen_step.hpp"

#include "ricochet/text/text.hpp"

#include <Eigen/QR>

#include <limits>

namespace ricochet {
namespace {

constexpr double root = 1e-11;     // of the length: the record solves the equations
constexpr double settled = 4e-15;  // of the length: round-off, nothing left to improve
constexpr double close = 1e-8;     // of the length: Newton's next step ends at round-off
constexpr int most_iterations = 8;
constexpr double independent = 1e-10;  // of a row that is kept

bool near(const Vector& a, const Vector& b, double length) {
  return (a - b).lpNorm<Eigen::Infinity>() <= root * (length + b.lpNorm<Eigen::Infinity>());
}

}  // namespace

FrozenStep::FrozenStep(const StepKernel& k, const System& s, Order highest)
    : length_(s.length()),
      states_(k.x.size1()),
      linear_(k.z.size1()),
      theta_(s.parameter_values()),
      residual_(k.z.size1()),
      end_(k.end.size1()),
      times_(k.times.size1()),
      speeds_(k.speeds.size1()),
      column_(k.z.size1()),
      ones_(Vector::Ones(k.z.size1())),
      zeros_(Vector::Zero(k.z.size1())),
      u_(k.z.size1()) {
  const Expr w = stack({k.x, k.theta, k.h}), Y = vertcat(k.end, k.times);
  const std::vector<Expr> in{k.z, k.x, k.theta, k.h, k.t};
  values_ = Kernel("step", in,
                   {k.residual, densify(jacobian(k.residual, k.z)), k.end, k.times, k.speeds});
  rates_ = Kernel("rates", in,
                  {densify(jacobian(k.residual, k.z)), densify(jacobian(k.residual, w)),
                   densify(jacobian(Y, k.z)), densify(jacobian(Y, w))});
  kept_ = Kernel("kept", {k.x, k.theta}, {densify(jacobian(k.kept, w))});
  kept_rates_.resize(k.kept.size1(), w.size1());
  if (highest == Order::second) compile_curvature(k, w, Y, in);
  Rz_.resize(u_.size(), u_.size());
  Rw_.resize(u_.size(), w.size1());
  zw_ = Rw_;
  Yz_.resize(Y.size1(), u_.size());
  Yw_.resize(Y.size1(), w.size1());
  D_ = Yw_;
  at_ = {.x = Vector::Zero(states_), .z = zeros_};
  if (highest == Order::first) return;
  W_ = Matrix::Identity(w.size1() + u_.size(), w.size1());
  S_.resize(W_.rows(), W_.rows());
  SW_ = W_;
  H_.resize(w.size1(), w.size1());
}

void FrozenStep::compile_curvature(const StepKernel& k, const Expr& w, const Expr& Y,
                                   std::vector<Expr> in) {
  const Expr s = Expr::sym("s", Y.size1()), u = Expr::sym("u", k.z.size1());
  in.insert(in.end(), {s, u});
  curvature_ =
      Kernel("curvature", in, {densify(hessian(dot(s, Y) + dot(u, k.residual), vertcat(w, k.z)))});
}

void FrozenStep::evaluate() {
  values_({at_.z, at_.x, theta_, at_.h, at_.t}, {residual_, Rz_, end_, times_, speeds_});
}

std::string FrozenStep::take(const Step& from, double h, const Step& to, const Vector& z) {
  at_.z = z;
  at_.t = from.state.t;
  at_.x.resize(states_);
  at_.x << from.state.q, from.state.p;
  at_.h = h;
  double best = std::numeric_limits<double>::infinity();
  for (int i = 0;; ++i) {
    evaluate();
    const double missed = residual_.lpNorm<Eigen::Infinity>();
    if (!(missed < best) || missed <= settled * length_ || best <= close * length_ ||
        i == most_iterations)
      break;
    best = missed;
    linear_.factor(Rz_, ones_);
    linear_.solve(residual_, column_);
    at_.z -= column_;
  }
  const double missed = residual_.lpNorm<Eigen::Infinity>();
  const Index n = states_ / 2;
  if (!(missed <= root * length_))
    return "it does not solve the equations that stand for it (residual " + brief(missed) + " m)";
  if (!near(end_.head(n), to.state.q, length_) || !near(end_.tail(n), to.state.p, length_))
    return "it does not end where the equations that stand for it end";
  return {};
}

void FrozenStep::take(const double* x, double h, const double* z, double t) {
  at_.x = Eigen::Map<const Vector>(x, states_);
  at_.z = Eigen::Map<const Vector>(z, u_.size());
  at_.h = h;
  at_.t = t;
}

bool FrozenStep::factor() {
  rates_({at_.z, at_.x, theta_, at_.h, at_.t}, {Rz_, Rw_, Yz_, Yw_});
  linear_.factor(Rz_, ones_);
  return !linear_.rank_deficient();
}

bool FrozenStep::differentiate() {
  if (!factor()) return false;
  for (Index j = 0; j < Rw_.cols(); ++j) {
    residual_ = -Rw_.col(j);
    linear_.solve(residual_, column_);
    zw_.col(j) = column_;
  }
  D_ = Yw_;
  D_.noalias() += Yz_ * zw_;
  return D_.allFinite();
}

bool FrozenStep::adjoint(const Vector& s, Vector& gradient) {
  if (!factor()) return false;
  column_.noalias() = -Yz_.transpose() * s;
  linear_.solve_transposed(column_, u_);
  gradient.noalias() = Yw_.transpose() * s;
  gradient.noalias() += Rw_.transpose() * u_;
  return gradient.allFinite();
}

Matrix FrozenStep::tangents() {
  if (kept_rates_.rows() == 0) return Matrix::Identity(inputs(), inputs());
  kept_({at_.x, theta_}, {kept_rates_});
  Eigen::ColPivHouseholderQR<Matrix> qr(kept_rates_.transpose());
  qr.setThreshold(independent);
  const Matrix Q = qr.householderQ();
  return Q.rightCols(inputs() - qr.rank());
}

/// W^T [(s Y + u R) by (w, z) twice] W with W = (1; dz/dw) and R_z^T u = -(Y_z^T s + r).
const Matrix& FrozenStep::curvature(const Vector& s, const Vector& r) {
  column_ = -r;
  column_.noalias() -= Yz_.transpose() * s;
  linear_.solve_transposed(column_, u_);
  curvature_({at_.z, at_.x, theta_, at_.h, at_.t, s, u_}, {S_});
  W_.bottomRows(u_.size()) = zw_;
  SW_.noalias() = S_ * W_;
  H_.noalias() = W_.transpose() * SW_;
  return H_;
}

}  // namespace ricochet
