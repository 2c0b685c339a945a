#include "ricochet/derivatives/phase_equations.hpp"

#include "ricochet/flight/flight_quantities.hpp"
#include "ricochet/text/text.hpp"

#include <stdexcept>
#include <string>
#include <vector>

namespace ricochet {

PhaseEquations::PhaseEquations(const System& s, const StepKernel& k)
    : system_(s),
      multipliers_(k.z.size1() - s.n()),
      step_("substep", {k.x, k.theta, k.h, k.z, k.delta},
            {k.residual, vertsplit(k.end, s.n())[1]}) {}

PhaseEquations::Substep PhaseEquations::substep(const Point& from, const Expr& t, const Expr& h,
                                                const Expr& q, const Expr& multipliers) const {
  const Expr w = (q - from.q) / h;
  const std::vector<Expr> made = step_(std::vector<Expr>{
      vertcat(from.q, from.p), system_.parameter_symbols(), h, vertcat(w, multipliers), t});
  return {.rows = made[0], .p = made[1]};
}

PhaseEquations::Substep PhaseEquations::impact(const Point& before, Index entry, const Expr& e,
                                               const Expr& impulse, const Expr& zeta) const {
  const System& s = system_;
  const Expr normal = s.G(before.q)(casadi::Slice(), static_cast<casadi_int>(entry));
  Substep made{.rows = Expr(0, 1), .p = before.p + normal * impulse};
  if (s.k() > 0) {
    made.p += mtimes(s.F(before.q), zeta);
    made.rows = mtimes(s.F(before.q).T(), launch_velocity(s, before.q, made.p));
  }
  const Expr closing = dot(normal, launch_velocity(s, before.q, before.p)),
             opening = dot(normal, launch_velocity(s, before.q, made.p));
  made.rows = vertcat(made.rows, opening + e * closing);
  return made;
}

Expr PhaseEquations::restitution(Index entry) const {
  return system_.contact_parameters()(0, system_.contacts().row(entry));
}

Index entry_named(const System& s, const std::string& name, const std::string& owner) {
  std::vector<std::string> names;
  for (Index i = 0; i < s.m(); ++i) {
    names.push_back(s.contacts().name(i));
    if (names.back() == name) return i;
  }
  throw std::invalid_argument(owner + ": the system '" + s.name() + "' has no contact '" + name +
                              "'" + suggestion(name, names));
}

}  // namespace ricochet
