#include "ricochet/symbols/legendre.hpp"

#include "ricochet/text/text.hpp"

#include <Eigen/LU>

#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet {
namespace {

constexpr int most_iterations = 100;
constexpr double shortest_share = 1e-9;                // of a Newton step
constexpr double round_off = 1e-15, accepted = 1e-12;  // of the momenta

[[noreturn]] void refuse(const System& s, const Vector& p) {
  std::vector<std::string> numbers;
  for (const double x : p) numbers.push_back(brief(x));
  throw std::invalid_argument(
      "System '" + s.name() + "': no velocity v is found with the momentum" + " dL/dv(q, v) = (" +
      join_first(numbers, 6) + "); give momenta that .L can have, and check d2L/dv2");
}

}  // namespace

Vector velocity_of(const System& s, const Vector& q, const Vector& p) {
  Vector v = Vector::Zero(s.n());
  Vector missing = p - s.momentum(q, v);
  const double scale = p.norm() + (p - missing).norm();
  for (int i = 0; i < most_iterations && missing.norm() > round_off * scale; ++i) {
    const Vector step = s.mass(q, v).fullPivLu().solve(missing);
    double share = 1.0;
    Vector next = v + step, left = p - s.momentum(q, next);
    while (share > shortest_share && !(left.norm() < missing.norm())) {
      share *= 0.5;
      next = v + share * step;
      left = p - s.momentum(q, next);
    }
    if (!(left.norm() < missing.norm())) break;  // round-off, or no way on
    v = next;
    missing = left;
  }
  if (!(missing.norm() <= accepted * scale)) refuse(s, p);
  return v;
}

bool quadratic_in_velocity(const System& s) {
  const Expr q = Expr::sym("q", s.n()), v = Expr::sym("v", s.n());
  return !depends_on(jacobian(s.momentum(q, v), v), v);
}

Expr hamiltonian(const System& s, const Expr& q, const Expr& p) {
  if (s.separable()) return s.H(q, p);
  const Expr v = Expr::sym("v", s.n()), momentum = s.momentum(q, v);
  const Expr mass = jacobian(momentum, v);
  if (depends_on(mass, v))
    throw std::invalid_argument("System '" + s.name() +
                                "': .L is not quadratic in v, so H(q, p) is no expression; use " +
                                "the number system.H(q, p), or the energy of the steps");
  const Expr at_rest = substitute(momentum, v, Expr::zeros(s.n()));
  const Expr velocity = solve(mass, p - at_rest);
  return dot(p, velocity) - s.L(q, velocity);
}

}  // namespace ricochet
