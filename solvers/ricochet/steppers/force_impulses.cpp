#include "ricochet/steppers/force_impulses.hpp"

#include <stdexcept>

namespace ricochet {

namespace {

/// tau sum_j share(at_j) weight_j Q_j.
Expr impulse(const System& s, const Discretization& d, const Expr& q, const Expr& w, const Expr& t,
             const Expr& tau, double (*share)(double at)) {
  Expr sum = Expr::zeros(s.n());
  if (s.specification().forces.empty()) return sum;
  const double way = d.direction();
  for (const auto& [weight, at] : d.nodes())
    sum += weight * share(at) * s.Q(q + at * tau * w, way * w, way * (t + at * tau));
  return tau * sum;
}

}  // namespace

Expr force_at_start(const System& s, const Discretization& d, const Expr& q, const Expr& w,
                    const Expr& t, const Expr& tau) {
  return impulse(s, d, q, w, t, tau, [](double at) { return 1.0 - at; });
}

Expr force_at_end(const System& s, const Discretization& d, const Expr& q, const Expr& w,
                  const Expr& t, const Expr& tau) {
  return impulse(s, d, q, w, t, tau, [](double at) { return at; });
}

void require_points_of_forces(const System& s, const Discretization& d,
                              const std::string& stepper) {
  if (s.specification().forces.empty() || !d.nodes().empty()) return;
  throw std::invalid_argument("Stepper '" + stepper + "': the discretization '" + d.name() +
                              "' declares no nodes, the points where forces are evaluated");
}

}  // namespace ricochet
