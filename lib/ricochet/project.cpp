#include "ricochet/project.hpp"

#include "ricochet/start.hpp"
#include "ricochet/text/nearest.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet {
namespace {

constexpr double exactly = 1e-14;    // of the length, or of the length per time
constexpr double untouched = 1e-12;  // of the same: a momentum that needs no projection
constexpr int most_iterations = 300;
constexpr double contraction = 0.9, least_share = 1.0 / 64.0;

/// The leading entries of g: one for each row, of a union the largest piece.
std::vector<Index> counting(const System& s, const Vector& g) {
  std::vector<Index> entries;
  for (Index row = 0; row < s.contacts().rows(); ++row)
    entries.push_back(s.contacts().leading(row, g));
  return entries;
}

/// How far q is outside: the largest |f| and -g, 0 if it is admissible; NaN counts as infinity.
double outside(const System& s, const Vector& q, std::string* worst = nullptr) {
  const Vector f = s.f(q), g = s.g(q);
  double most = 0.0;
  const auto take = [&](double amount, const std::string& name) {
    const double by = std::isnan(amount) ? std::numeric_limits<double>::infinity() : amount;
    if (by > most && worst) *worst = name;
    most = std::max(most, by);
  };
  for (Index i = 0; i < f.size(); ++i)
    take(std::abs(f[i]), s.specification().f[static_cast<size_t>(i)].name);
  for (const Index i : counting(s, g)) take(-g[i], s.gap_name(i));
  return most;
}

/// f = 0 and g >= 0, linearised at q.
LinearRows linearised(const System& s, const Vector& q) {
  const Vector g = s.g(q);
  const Matrix F = s.F(q), G = s.G(q);
  const std::vector<Index> entries = counting(s, g);
  LinearRows rows{.A = F.transpose(), .a = F.transpose() * q - s.f(q)};
  rows.B = G(Eigen::all, entries).transpose();
  rows.b = rows.B * q - g(entries);
  return rows;
}

/// Steps to the nearest point of the linearised rows. Where the rows bend so much that steps grow,
/// they are shortened.
Vector nearest_place(const System& s, const Eigen::LLT<Matrix>& M, const Vector& q0) {
  const double enough = exactly * s.length();
  Vector q = q0;
  double share = 1.0, before = std::numeric_limits<double>::infinity();
  for (int i = 0; i < most_iterations; ++i) {
    const Vector step = nearest(M, q0, linearised(s, q), enough) - q;
    const double size = step.norm();
    if (!step.allFinite() || size <= enough) break;
    if (size > contraction * before) share = std::max(0.5 * share, least_share);
    before = size;
    q += share * step;
  }
  return q;
}

/// Newton's method on the rows with the smallest step that satisfies them, until the rows do not
/// improve.
Vector made_exact(const System& s, const Eigen::LLT<Matrix>& M, Vector q) {
  double by = outside(s, q);
  for (int i = 0; i < most_iterations && by > exactly * s.length(); ++i) {
    const Vector next = nearest(M, q, linearised(s, q), 0.0);
    if (!next.allFinite()) break;
    const double left = outside(s, next);
    if (!(left < by)) break;
    q = next;
    by = left;
  }
  return q;
}

Vector admissible_place(const System& s, const Eigen::LLT<Matrix>& M, const Vector& q0) {
  if (outside(s, q0) <= exactly * s.length()) return q0;
  Vector q = made_exact(s, M, nearest_place(s, M, q0));
  std::string worst;
  const double by = outside(s, q, &worst);
  if (by <= s.tolerances().gap) return q;
  throw std::invalid_argument(
      "System '" + s.name() + "': no admissible position is found near the" + " start; '" + worst +
      "' is still off by " + brief(by) + " m. Give coordinates nearer to the constraints");
}

/// The velocity rows at q: equalities, nonholonomic rows, and closed contacts that must not be
/// approached faster than by v.
LinearRows velocity_rows(const System& s, const Vector& q, const Vector& v) {
  const Matrix F = s.F(q), omega = s.omega(q), G = s.G(q);
  const Vector g = s.g(q);
  LinearRows rows{.A = Matrix(F.cols() + omega.rows(), s.n())};
  rows.A.topRows(F.cols()) = F.transpose();
  rows.A.bottomRows(omega.rows()) = omega;
  rows.a.resize(rows.A.rows());
  rows.a << -s.f_rate(q), -s.omega_rate(q);
  std::vector<Index> closed;
  for (const Index i : counting(s, g))
    if (g[i] <= s.tolerances().gap) closed.push_back(i);
  rows.B = G(Eigen::all, closed).transpose();
  const Vector moves = s.g_rate(q)(closed);
  rows.b = (rows.B * v + moves).cwiseMin(0.0) - moves;
  return rows;
}

Vector admissible_momentum(const System& s, const Vector& q, const Vector& p) {
  const bool nonholonomic = !s.specification().omega.empty();
  if ((s.k() == 0 && !nonholonomic) || (nonholonomic && !s.separable())) return p;
  const Vector v = s.velocity(q, p);
  const LinearRows rows = velocity_rows(s, q, v);
  const double scale = s.length() / s.specification().time;
  const Vector terms = rows.A.cwiseAbs() * v.cwiseAbs() + rows.a.cwiseAbs();
  if (((rows.A * v - rows.a).cwiseAbs().array() <= untouched * (scale + terms.array())).all())
    return p;
  const Matrix M = s.mass(q, v);
  const Vector along = nearest(M.llt(), v, rows, exactly * scale);
  return s.separable() ? Vector(p + M * (along - v)) : s.momentum(q, along);
}

}  // namespace

State project(const System& system, const State& state) {
  check_start(system, state);
  const System s = system.at(state.t);
  const Vector v = s.k() + s.m() == 0 ? Vector(Vector::Zero(s.n())) : s.velocity(state.q, state.p);
  const Eigen::LLT<Matrix> metric(s.mass(state.q, v));
  const Vector q = admissible_place(s, metric, state.q);
  return {.t = state.t, .q = q, .p = admissible_momentum(s, q, state.p)};
}

}  // namespace ricochet
