#include "ricochet/shadow/shadow_meter.hpp"

#include "ricochet/energy.hpp"

#include <limits>

namespace ricochet {

namespace {

/// Order 0 is H; a lower one is none.
Expr closed_form(const System& s, const Discretization& d, int order, const Expr& q, const Expr& p,
                 const Expr& h) {
  if (order < 0) return std::numeric_limits<double>::quiet_NaN();
  const Energy energy = order > 0 ? Energy::shadow(order) : Energy::continuous;
  return energy.expression(s, d, q, p, h);
}

}  // namespace

ShadowMeter::ShadowMeter(const System& s, const Discretization& d, const ShadowKind& kind,
                         const Backend& backend)
    : kind_(kind), theta_(s.parameter_values()) {
  stepping_ = kind.virtual_steps > 0;
  if (stepping_ || s.m() > 0) {
    const int k = stepping_ ? kind.virtual_steps : kind.order / 2 + 1;
    virtual_.emplace(Virtual{HeldMap(s, d, backend), VirtualEnergy(s, d, k)});
    connect();
  }
  if (stepping_) return;
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), h = Expr::sym("h");
  const Expr E = Energy::shadow(kind.order).expression(s, d, q, p, h);
  all_ = Kernel(
      "shadow", {q, p, h, s.parameter_symbols()},
      {E, closed_form(s, d, kind.order - 2, q, p, h), closed_form(s, d, kind.order - 4, q, p, h)});
  alone_ = Kernel("shadow_energy", {q, p, h, s.parameter_symbols()}, {E});
}

ShadowMeter::ShadowMeter(const ShadowMeter& other)
    : kind_(other.kind_),
      all_(other.all_),
      alone_(other.alone_),
      virtual_(other.virtual_),
      stepping_(other.stepping_),
      theta_(other.theta_) {
  if (virtual_) connect();
}

void ShadowMeter::connect() {
  step_ = [this](const Vector& q0, const Vector& p0, double h, Vector& q1, Vector& p1) {
    return virtual_->map.step(q0, p0, h, q1, p1);
  };
}

void ShadowMeter::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  if (!virtual_) return;
  virtual_->map.set_parameters(s);
  virtual_->energy.set_parameters(s);
}

void ShadowMeter::hold(const Mask& S) {
  stepping_ = kind_.virtual_steps > 0 || S.any();
  if (stepping_) virtual_->map.hold(S);
}

ShadowMeter::Values ShadowMeter::at(const Vector& q, const Vector& p, double h) {
  if (stepping_) return virtual_->energy.at(q, p, h, step_);
  Values E;
  all_({q, p, h, theta_}, {E.energy, E.before, E.earlier});
  return E;
}

double ShadowMeter::energy(const Vector& q, const Vector& p, double h) {
  if (stepping_) return virtual_->energy.at(q, p, h, step_).energy;
  double E = 0.0;
  alone_({q, p, h, theta_}, {E});
  return E;
}

}  // namespace ricochet
