#include "ricochet/problem/problem.hpp"

#include "ricochet/symbols/symbolics.hpp"

#include <Eigen/Geometry>

#include <cmath>

namespace ricochet {
namespace {

/// True if momenta are known only up to multiples of the nonholonomic rows. A start from velocities
/// then takes the momentum of its first step.
bool begins_discretely(const System& system) {
  return !system.separable() && !system.specification().omega.empty();
}

}  // namespace

Matrix PlanarBody::shape(const System& system, const Vector& q) const {
  Matrix corners = outline ? outline(system) : Matrix::Zero(2, 1);
  if (theta >= 0) corners = Eigen::Rotation2Dd(q[theta]).toRotationMatrix() * corners;
  return corners.colwise() + Eigen::Vector2d(q[x], q[y]);
}

State Problem::start(const System& changed) const { return start(changed, discretization, h); }

State Problem::start(const System& changed, const Discretization& rule, double step) const {
  State state = start_for ? start_for(changed) : initial;
  if (v0.size() > 0) state.p = momenta_of(changed.at(state.t), rule, state.q, v0, step);
  return state;
}

long Problem::steps() const { return std::lround(duration / h); }

Vector momenta_of(const System& system, const Discretization& rule, const Vector& q,
                  const Vector& v, double h) {
  if (system.separable()) return system.momentum(q, v);
  if (!begins_discretely(system)) return system.momentum(q, v);
  const SymbolicsLock lock = lock_symbolics();
  const Expr q0 = Expr::sym("q0", system.n()), q1 = Expr::sym("q1", system.n());
  const Expr step = Expr::sym("h");
  Kernel momentum("momentum", {q0, q1, step, system.parameter_symbols()},
                  {-rule.D1Ld(system, q0, q1, step)});
  Vector p(system.n());
  const Vector end = q + h * v;
  momentum({q, end, h, system.parameter_values()}, {p});
  return p;
}

Expr momenta_of(const System& system, const Discretization& rule, const Expr& q, const Expr& v,
                const Expr& h) {
  return begins_discretely(system) ? Expr(-rule.D1Ld_mean(system, q, v, h)) : system.momentum(q, v);
}

}  // namespace ricochet
