#include "ricochet/position/implicit_motion.hpp"

#include "ricochet/steppers/moreau_jean_problems.hpp"

namespace ricochet {

ImplicitMotion::ImplicitMotion(const System& s)
    : dynamics_(moreau_jean_dynamics(s)),
      K_(dynamics_.sparsity_out(1)),
      stiff_(dynamics_.sparsity_out(1)),
      masses_(s, dynamics_.sparsity_out(1)),
      theta_(s.parameter_values()),
      R_(s.n()) {}

void ImplicitMotion::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  masses_.set_parameters(s);
}

bool ImplicitMotion::evaluate(const State& from, const Vector& v1, double h) {
  dynamics_({from.q, from.p, v1, from.t, h, theta_}, {R_, K_.values()});
  definite_ = stiff_.factor(K_);
  return R_.allFinite() && K_.values().allFinite();
}

}  // namespace ricochet
