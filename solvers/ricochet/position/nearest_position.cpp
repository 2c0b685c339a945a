#include "ricochet/position/nearest_position.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace ricochet {
namespace {

constexpr double near = 1e-5;         // of the length: a step after which Newton's method follows
constexpr double acceptable = 1e-12;  // of the length: what a position may miss
constexpr int most_descents = 100, most_corrections = 20;
constexpr double shortest = 1e-3;  // fraction of a step that descends
constexpr double penalty = 2.0;    // weight of |f|, of the largest multiplier

/// Where a row or column acts: the mean of the coordinates it has.
double place_of(const casadi::Sparsity& F, casadi_int column) {
  const casadi_int first = F.colind(column), last = F.colind(column + 1);
  double sum = 0.0;
  for (casadi_int k = first; k < last; ++k) sum += static_cast<double>(F.row(k));
  return last > first ? sum / static_cast<double>(last - first) : 0.0;
}

}  // namespace

NearestPosition::NearestPosition(const System& s)
    : length_(s.length()),
      theta_(s.parameter_values()),
      start_(s.n()),
      q_(s.n()),
      y_(s.k()),
      dq_(s.n()),
      dy_(s.k()),
      trial_(s.n()),
      pull_(s.n()),
      f_(s.k()),
      misplaced_(s.n()),
      rows_(s.n() + s.k()) {
  sort(s);
  const Expr q = Expr::sym("q", s.n()), start = Expr::sym("start", s.n());
  const Expr y = Expr::sym("y", s.k()), curvature = Expr::sym("curvature");
  const Expr theta = s.parameter_symbols(), F = sparsify(s.F(q)), f = s.f(q);
  const Expr away = q - start, pull = mtimes(s.M(), away) - mtimes(F, y);
  residual_ = Kernel("nearest_residual", {q, start, y, theta},
                     {densify(pull), densify(f), densify(s.velocity(pull))});
  merit_ = Kernel("nearest_merit", {q, start, theta},
                  {0.5 * dot(away, mtimes(s.M(), away)), densify(f)});
  const Expr bent = sparse_jacobian(densify(mtimes(F, y)), q);
  const Expr H = sparsify(s.M()) - curvature * sparsify(0.5 * (bent + bent.T()));
  const Expr K = vertcat(horzcat(H, F), horzcat(F.T(), Expr(s.k(), s.k())));
  std::vector<casadi_int> order(position_.size());
  for (size_t i = 0; i < position_.size(); ++i)
    order[static_cast<size_t>(position_[i])] = static_cast<casadi_int>(i);
  const Expr sorted = sparsify(K(order, order));
  K_ = KernelMatrix(sorted.sparsity());
  for (Index j = 0; j < K_.columns(); ++j)
    K_.each_in_column(j, [&](Index i, double) { band_ = std::max(band_, std::abs(i - j)); });
  slopes_ = Kernel("nearest_slopes", {q, y, curvature, theta}, {sorted}, true);
}

/// Equalities between the coordinates on which they act.
void NearestPosition::sort(const System& s) {
  const Expr q = Expr::sym("q", s.n());
  const casadi::Sparsity F = sparsify(s.F(q)).sparsity();
  std::vector<double> places;
  for (Index i = 0; i < s.n(); ++i) places.push_back(static_cast<double>(i));
  for (casadi_int j = 0; j < F.size2(); ++j) places.push_back(place_of(F, j));
  std::vector<size_t> order(places.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t a, size_t b) { return places[a] < places[b]; });
  position_.resize(order.size());
  for (size_t i = 0; i < order.size(); ++i) position_[order[i]] = static_cast<Index>(i);
}

bool NearestPosition::solve(double h, Vector& q, Vector& xi) {
  start_ = q_ = q;
  y_.setZero();
  approach();
  settle();
  if (!accurate()) return false;
  q = q_;
  xi = y_ / h;
  return true;
}

void NearestPosition::approach() {
  double weight = 0.0;
  for (int i = 0; i < most_descents; ++i) {
    evaluate();
    find_step(0.0);
    y_ += dy_;
    if (!(dq_.lpNorm<Eigen::Infinity>() > near * length_)) return;
    weight = std::max(weight, penalty * y_.lpNorm<Eigen::Infinity>());
    const double before = merit(0.0, weight);
    double fraction = 1.0;
    while (fraction > shortest && !(merit(fraction, weight) < before)) fraction *= 0.5;
    q_ += fraction * dq_;
  }
}

void NearestPosition::settle() {
  double before = std::numeric_limits<double>::infinity();
  for (int i = 0; i < most_corrections; ++i) {
    evaluate();
    find_step(1.0);
    const double size = dq_.lpNorm<Eigen::Infinity>();
    if (!(size <= 0.5 * before)) break;
    q_ += dq_;
    y_ += dy_;
    before = size;
  }
  evaluate();
}

bool NearestPosition::accurate() const {
  return q_.allFinite() && misplaced_.allFinite() && f_.allFinite() &&
         misplaced_.lpNorm<Eigen::Infinity>() <= acceptable * length_ &&
         f_.lpNorm<Eigen::Infinity>() <= acceptable * length_;
}

void NearestPosition::evaluate() { residual_({q_, start_, y_, theta_}, {pull_, f_, misplaced_}); }

void NearestPosition::find_step(double curvature) {
  slopes_({q_, y_, curvature, theta_}, {K_.values()});
  const Index n = q_.size(), size = rows_.size();
  solver_.begin(size, band_);
  for (Index j = 0; j < size; ++j)
    K_.each_in_column(j, [&](Index i, double value) { solver_.at(i, j) = value; });
  (void)solver_.factor();
  for (Index i = 0; i < size; ++i)
    rows_[position_[static_cast<size_t>(i)]] = i < n ? -pull_[i] : -f_[i - n];
  solver_.solve(rows_);
  for (Index i = 0; i < size; ++i) {
    const double found = rows_[position_[static_cast<size_t>(i)]];
    (i < n ? dq_[i] : dy_[i - n]) = i < n ? found : -found;
  }
}

double NearestPosition::merit(double fraction, double weight) {
  trial_ = q_ + fraction * dq_;
  double distance = 0.0;
  merit_({trial_, start_, theta_}, {distance, f_});
  return distance + weight * f_.lpNorm<1>();
}

}  // namespace ricochet
