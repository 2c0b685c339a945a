#include "ricochet/position/room.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr int most_steps = 200;
constexpr double least_damping = 1e-9;  // of the diagonal
constexpr double most_damping = 1e9;
constexpr double negligible = 1e-6;  // of the largest violation
constexpr double flat = 1e-7;  // slope of the violation, of what it is where rows do not oppose

}  // namespace

Room::Room(const System& s)
    : m_(s.m()),
      tolerance_(s.tolerances().gap),
      contacts_(s.contacts()),
      theta_(s.parameter_values()),
      q_(s.n()),
      trial_(s.n()),
      rows_(s.m() + s.k()),
      rates_(s.m() + s.k()),
      missed_(s.m() + s.k()),
      slope_(s.n()) {
  const Expr q = Expr::sym("q", s.n()), theta = s.parameter_symbols();
  rows_kernel_ =
      Kernel("room_rows", {q, theta},
             {densify(stack({s.g(q), s.f(q)})), densify(stack({s.g_rate(q), s.f_rate(q)}))});
  const Expr slopes = horzcat(s.G(q), s.F(q));
  slopes_kernel_ =
      Kernel("room_slopes", {q, theta}, {sparsify(slopes), sparsify(s.velocity(slopes))}, true);
  slopes_ = KernelMatrix(slopes_kernel_.sparsity_out(0));
  moved_ = KernelMatrix(slopes_kernel_.sparsity_out(1));
}

void Room::set_parameters(const System& s) { theta_ = s.parameter_values(); }

bool Room::gone(const Vector& q, double t) {
  theta_[theta_.size() - 1] = t;
  q_ = q;
  damping_ = least_damping;
  for (int i = 0; i < most_steps; ++i) {
    evaluate(q_);
    if (!missed_.allFinite() || missed_.lpNorm<Eigen::Infinity>() <= tolerance_) return false;
    find_slope();
    double steep = 0.0, most = 0.0;  // |slope|^2 in the metric of the masses, and its largest
    for (const Index j : places_) {
      const double size = slopes_.matrix().col(j).dot(moved_.matrix().col(j));
      steep += missed_[j] * slopes_.matrix().col(j).dot(slope_);
      most += missed_[j] * missed_[j] * size;
    }
    if (!(most > 0.0)) return false;  // nothing that could move
    if (steep <= flat * flat * most) return closes_in();
    if (!descend()) return false;
  }
  return false;
}

void Room::evaluate(const Vector& q) {
  rows_kernel_({q, theta_}, {rows_, rates_});
  missed_ = rows_;
  missed_.head(m_) = missed_.head(m_).cwiseMin(0.0);
}

/// The gradient of the violation, and the rows that have part in it.
void Room::find_slope() {
  slopes_kernel_({q_, theta_}, {slopes_.values(), moved_.values()});
  slope_.noalias() = moved_.matrix() * missed_;
  places_.clear();
  for (Index j = 0; j < missed_.size(); ++j)
    if (missed_[j] != 0.0) places_.push_back(j);
}

/// A step dq = -M^-1 J (J^T M^-1 J + damping)^-1 missed with less violation; false if there is
/// none.
bool Room::descend() {
  const auto size = static_cast<Index>(places_.size());
  W_.resize(size, size);
  y_.resize(size);
  const double before = violation();
  for (; damping_ <= most_damping; damping_ *= 10.0) {
    for (Index a = 0; a < size; ++a) {
      for (Index b = 0; b <= a; ++b)
        W_(a, b) = slopes_.matrix()
                       .col(places_[static_cast<size_t>(a)])
                       .dot(moved_.matrix().col(places_[static_cast<size_t>(b)]));
      y_[a] = missed_[places_[static_cast<size_t>(a)]];
    }
    W_.diagonal().array() += damping_ * W_.diagonal().maxCoeff();
    const Eigen::LLT<Eigen::Ref<Matrix>> factor(W_);
    factor.solveInPlace(y_);
    trial_ = q_;
    for (Index a = 0; a < size; ++a)
      trial_ -= y_[a] * moved_.matrix().col(places_[static_cast<size_t>(a)]);
    evaluate(trial_);
    if (!(violation() < before)) {
      evaluate(q_);
      continue;
    }
    q_ = trial_;
    damping_ = std::max(least_damping, 0.1 * damping_);
    return true;
  }
  return false;
}

/// At least two walls, or a wall and an equality, and what moves brings them nearer to each other.
bool Room::closes_in() {
  const double least = negligible * missed_.lpNorm<Eigen::Infinity>();
  violated_.clear();
  for (Index j = 0; j < m_; ++j)
    if (-missed_[j] > least) violated_.push_back(j);
  const Index equalities = missed_.size() - m_;
  const bool held = equalities > 0 && missed_.tail(equalities).lpNorm<Eigen::Infinity>() > least;
  return violated_.size() + (held ? 1 : 0) > 1 && !violated_.empty() && missed_.dot(rates_) > 0.0;
}

}  // namespace ricochet
