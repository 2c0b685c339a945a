#include "ricochet/start.hpp"

#include "ricochet/text/text.hpp"

#include <cmath>
#include <stdexcept>

namespace ricochet {
namespace {

constexpr double round_off = 1e-12;  // of the terms that a sum is made of

void check_vector(const System& s, const char* name, const Vector& x) {
  if (x.size() != s.n())
    throw std::invalid_argument("System '" + s.name() + "': the start's " + name +
                                " must have n = " + std::to_string(s.n()) + " entries, not " +
                                std::to_string(x.size()));
  for (Index i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i]))
      throw std::invalid_argument("System '" + s.name() + "': the start's " + name + "[" +
                                  std::to_string(i) + "] must be finite, not " + brief(x[i]));
}

void require_finite(const System& s, const std::string& what, double x) {
  if (std::isfinite(x)) return;
  throw std::invalid_argument("the start of '" + s.name() + "': " + what + " is " + brief(x) +
                              "; give other coordinates, momenta or parameters");
}

std::string equality_name(const System& s, Index i) {
  return "equality '" + s.specification().f[static_cast<size_t>(i)].name + "': ";
}

/// The row of entry i of g; of a union, where one piece is enough, i is the largest.
std::string gap_text(const System& system, Index i) {
  const auto row = static_cast<size_t>(system.contacts().row(i));
  const Constraint& g = system.specification().g[row];
  if (!g.is_union()) return "inequality '" + g.name + "': g = ";
  return "union '" + g.name + "': its largest piece, '" + system.gap_name(i) + "', is ";
}

void add_positions(const System& s, const Vector& q, std::vector<std::string>& rows) {
  const Vector f = s.f(q), g = s.g(q);
  const double tolerance = s.tolerances().gap;
  for (Index i = 0; i < f.size(); ++i)
    if (!(std::abs(f[i]) <= tolerance))
      rows.push_back(equality_name(s, i) + "f = " + brief(f[i]) + ", expected 0");
  for (Index row = 0; row < s.contacts().rows(); ++row)
    if (const Index i = s.contacts().leading(row, g); !(g[i] >= -tolerance))
      rows.push_back(gap_text(s, i) + brief(g[i]) + ", expected >= 0");
}

/// True if a row times v is 0, up to the tolerance of speeds, round-off and `allowed`.
bool holds(const System& s, double value, double terms, double allowed) {
  return std::abs(value) <= s.tolerances().speed + round_off * terms + allowed;
}

void add_equality_speeds(const System& s, const Vector& q, const Vector& v,
                         std::vector<std::string>& rows) {
  const System::Sparse F = s.sparse_F(q);
  const Vector speed = F.transpose() * v + s.f_rate(q);
  const Vector terms = F.cwiseAbs().transpose() * v.cwiseAbs() + s.f_rate(q).cwiseAbs();
  const char* const rate = s.rheonomic() ? "F^T v + df/dt = " : "F^T v = ";
  for (Index i = 0; i < speed.size(); ++i)
    if (!holds(s, speed[i], terms[i], 0.0))
      rows.push_back(equality_name(s, i) + "the start moves off it, " + rate + brief(speed[i]) +
                     ", expected 0");
}

void add_nonholonomic(const System& s, const Vector& q, const Vector& v, double t, double h,
                      std::vector<std::string>& rows) {
  const Matrix omega = s.omega(q);
  const Vector speed = omega * v + s.omega_rate(q);
  const Vector terms = omega.cwiseAbs() * v.cwiseAbs() + s.omega_rate(q).cwiseAbs();
  const Vector forces = s.dLdq(q, v) + s.Q(q, v, t);
  const Vector pushed = omega * s.velocity(q, forces) * h;  // what they do in a step
  const System then = s.at(t + h);
  const Vector x = q + h * v;
  const Vector turned = (then.omega(x) - omega) * v + then.omega_rate(x) - s.omega_rate(q);
  const char* const rate = s.rheonomic() ? "': omega v + b = " : "': omega v = ";
  for (Index i = 0; i < speed.size(); ++i)
    if (!holds(s, speed[i], terms[i], std::abs(pushed[i]) + std::abs(turned[i])))
      rows.push_back("nonholonomic row '" + s.specification().omega[static_cast<size_t>(i)].name +
                     rate + brief(speed[i]) + ", expected 0");
}

}  // namespace

void check_start(const System& s, const State& start) {
  check_vector(s, "q", start.q);
  check_vector(s, "p", start.p);
  if (!std::isfinite(start.t))
    throw std::invalid_argument("System '" + s.name() + "': the start's t must be finite, not " +
                                brief(start.t));
}

void check_finite_start(const System& system, const State& start) {
  const System s = system.at(start.t);
  const Vector &q = start.q, rest = Vector::Zero(s.n());
  require_finite(s, s.separable() ? "V" : ".L at rest", -s.L(q, rest));
  require_finite(s, s.separable() ? "the gradient of V" : "dL/dq at rest", -s.dLdq(q, rest).sum());
  if (s.separable()) require_finite(s, "the energy", s.H(q, start.p));
  const System::Sparse G = s.sparse_G(q), F = s.sparse_F(q);
  for (Index i = 0; i < G.cols(); ++i)
    require_finite(s, "the gradient of '" + s.gap_name(i) + "'", G.col(i).sum());
  for (Index i = 0; i < F.cols(); ++i)
    require_finite(s, "the gradient of '" + s.specification().f[static_cast<size_t>(i)].name + "'",
                   F.col(i).sum());
}

std::vector<std::string> violations(const System& system, const State& start, double h) {
  check_start(system, start);
  const System s = system.at(start.t);
  std::vector<std::string> rows;
  add_positions(s, start.q, rows);
  const bool nonholonomic = !s.specification().omega.empty();
  if (s.k() == 0 && !nonholonomic) return rows;
  if (nonholonomic && !s.separable()) return rows;
  const Vector v = s.velocity(start.q, start.p);
  add_equality_speeds(s, start.q, v, rows);
  if (nonholonomic) add_nonholonomic(s, start.q, v, start.t, h, rows);
  return rows;
}

}  // namespace ricochet
