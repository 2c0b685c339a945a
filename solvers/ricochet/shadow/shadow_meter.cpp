#include "ricochet/shadow/shadow_meter.hpp"

#include "ricochet/energy.hpp"

namespace ricochet {

ShadowMeter::ShadowMeter(const System& s, const Discretization& d, const ShadowKind& kind,
                         const Backend& backend)
    : theta_(s.parameter_values()) {
  if (kind.virtual_steps > 0) {
    virtual_.emplace(
        Virtual{SmoothContact(s, d, backend), VirtualEnergy(s, d, kind.virtual_steps)});
    connect();
    return;
  }
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), h = Expr::sym("h");
  const Expr E = Energy::shadow(kind.order).expression(s, d, q, p, h);
  const Energy before = kind.order > 2 ? Energy::shadow(kind.order - 2) : Energy::continuous;
  both_ = Kernel("shadow", {q, p, h, s.parameter_symbols()}, {E, before.expression(s, d, q, p, h)});
  alone_ = Kernel("shadow_energy", {q, p, h, s.parameter_symbols()}, {E});
}

ShadowMeter::ShadowMeter(const ShadowMeter& other)
    : both_(other.both_), alone_(other.alone_), virtual_(other.virtual_), theta_(other.theta_) {
  if (virtual_) connect();
}

void ShadowMeter::connect() {
  step_ = [this](const Vector& q0, const Vector& p0, double h, Vector& q1, Vector& p1) {
    SmoothContact& map = virtual_->map;
    return map.free_position(q0, p0, h, q1).ok() && map.discrete_momentum(q0, q1, h, p1).ok();
  };
}

void ShadowMeter::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  if (!virtual_) return;
  virtual_->map.set_parameters(s);
  virtual_->energy.set_parameters(s);
}

ShadowMeter::Values ShadowMeter::at(const Vector& q, const Vector& p, double h) {
  Values E;
  if (virtual_) {
    const VirtualEnergy::Values found = virtual_->energy.at(q, p, h, step_);
    return {found.energy, found.before};
  }
  both_({q, p, h, theta_}, {E.energy, E.before});
  return E;
}

double ShadowMeter::energy(const Vector& q, const Vector& p, double h) {
  if (virtual_) return virtual_->energy.at(q, p, h, step_).energy;
  double E = 0.0;
  alone_({q, p, h, theta_}, {E});
  return E;
}

}  // namespace ricochet
