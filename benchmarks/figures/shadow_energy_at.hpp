#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/system.hpp"

namespace ricochet::cli {

/// The shadow energy of the Verlet rule up to an order, as a number [J].
class ShadowEnergyAt {
 public:
  ShadowEnergyAt(const System& s, int order) : theta_(s.parameter_values()) {
    const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), h = Expr::sym("h");
    kernel_ = Kernel("shadow_energy", {q, p, h, s.parameter_symbols()},
                     {Energy::shadow(order).expression(s, verlet(), q, p, h)});
  }
  [[nodiscard]] double operator()(const Vector& q, const Vector& p, double h) {
    double E = 0.0;
    kernel_({q, p, h, theta_}, {E});
    return E;
  }

 private:
  Kernel kernel_;
  Vector theta_;
};

}  // namespace ricochet::cli
