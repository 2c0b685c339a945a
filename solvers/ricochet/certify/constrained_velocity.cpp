#include "ricochet/certify/constrained_velocity.hpp"

namespace ricochet {
namespace {

Kernel gradients(const System& s) {
  const Expr x = Expr::sym("x", s.n());
  return {"certify_constraints",
          {x, s.parameter_symbols()},
          {sparsify(horzcat(s.F(x), s.omega(x).T()))},
          true};
}

}  // namespace

ConstrainedVelocity::ConstrainedVelocity(const System& s)
    : gradients_(gradients(s)),
      theta_(s.parameter_values()),
      reactions_(s.masses(), gradients_.sparsity_out(0)) {}

void ConstrainedVelocity::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  reactions_.set_masses(s.masses());
}

void ConstrainedVelocity::find(const Vector& x, Vector& p, Vector& v) {
  gradients_({x, theta_}, {reactions_.gradients()});
  reactions_.place();
  reactions_.remove_from(p);
  reactions_.velocity(p, v);
}

}  // namespace ricochet
