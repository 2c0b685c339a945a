#include "ricochet/shadow/virtual_energy.hpp"

#include <limits>
#include <stdexcept>
#include <string>

namespace ricochet {

VirtualEnergy::VirtualEnergy(const System& s, const Discretization& d, int k)
    : k_(k),
      c_(weights(k)),
      c_before_(k > 1 ? weights(k - 1) : std::vector<double>()),
      c_earlier_(k > 2 ? weights(k - 2) : std::vector<double>()),
      ahead_(static_cast<size_t>(k)),
      behind_(ahead_),
      theta_(s.parameter_values()),
      q_(s.n()),
      p_(s.n()),
      q1_(s.n()),
      p1_(s.n()) {
  const Expr q0 = Expr::sym("q0", s.n()), q1 = Expr::sym("q1", s.n()), h = Expr::sym("h");
  action_ = Kernel("action", {q0, q1, h, s.parameter_symbols()}, {d.Ld(s, q0, q1, h)});
}

std::vector<double> VirtualEnergy::weights(int k) {
  if (k < 1)
    throw std::invalid_argument("VirtualEnergy: k must be at least 1, not " + std::to_string(k));
  std::vector<double> c;
  double ratio = 1.0;  // (k!)^2 / ((k-j)! (k+j)!)
  for (int j = 1; j <= k; ++j) {
    ratio *= static_cast<double>(k - j + 1) / static_cast<double>(k + j);
    c.push_back((j % 2 == 1 ? ratio : -ratio) / j);
  }
  return c;
}

VirtualEnergy::Values VirtualEnergy::at(const Vector& q, const Vector& p, double h,
                                        const Map& map) {
  constexpr double nothing = std::numeric_limits<double>::quiet_NaN();
  if (!visit(q, p, h, map, ahead_) || !visit(q, p, -h, map, behind_))
    return {nothing, nothing, nothing};
  Values E{.energy = 0.0, .before = k_ > 1 ? 0.0 : nothing, .earlier = k_ > 2 ? 0.0 : nothing};
  for (size_t j = 0; j < c_.size(); ++j) {
    const double v = (ahead_[j] - behind_[j]) / h;
    E.energy += c_[j] * v;
    if (j < c_before_.size()) E.before += c_before_[j] * v;
    if (j < c_earlier_.size()) E.earlier += c_earlier_[j] * v;
  }
  return E;
}

/// Fills v_1 .. v_k of steps of one size; false if one of them fails.
bool VirtualEnergy::visit(const Vector& q, const Vector& p, double h, const Map& map,
                          std::vector<double>& v) {
  q_ = q;
  p_ = p;
  double sum = 0.0, action = 0.0;
  for (double& v_j : v) {
    if (!map(q_, p_, h, q1_, p1_)) return false;
    action_({q_, q1_, h, theta_}, {action});
    sum += action;
    q_.swap(q1_);
    p_.swap(p1_);
    v_j = 0.5 * (p + p_).dot(q_ - q) - sum;
  }
  return true;
}

}  // namespace ricochet
