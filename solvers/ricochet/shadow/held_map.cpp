#include "ricochet/shadow/held_map.hpp"

#include "ricochet/contact/contact_rows.hpp"
#include "ricochet/steppers/step_symbols.hpp"

namespace ricochet {
namespace {

/// The position as a square system; h may be negative.
StepProblem held_problem(const System& s, const Discretization& d) {
  const StepSymbols z(s);
  const Expr mask = Expr::sym("mask", s.m());
  const Expr lambda = Expr::sym("lambda", s.m()), nu = Expr::sym("nu", s.k());
  const Expr G = s.G(z.q0), F = s.F(z.q0);
  const Expr residual =
      z.p0 + d.D1Ld(s, z.q0, z.q1, z.h) + mtimes(G, lambda) + mtimes(F, nu);  // [KP12] (7.8)
  const Expr W_g = reach(s, G, fabs(z.h)), W_f = reach(s, F, fabs(z.h));
  return {
      .name = "held position",
      .kind = Kind::square_system,
      .unknowns = {{"q1", z.q1, Meaning::position}, {"lambda", lambda}, {"nu", nu}},
      .parameters = {{"q0", z.q0}, {"p0", z.p0}, {"h", z.h}, {"mask", mask}, {"theta", z.theta}},
      .equalities = {{"dynamics", z.h * s.velocity(residual), Meaning::dynamics},
                     {"equalities", s.f(z.q1), Meaning::equality, equality_names(s)},
                     {"held gaps", mask * s.g(z.q1) + (1.0 - mask) * W_g * lambda, Meaning::gap,
                      gap_names(s)}},
      .unknown_scale = natural_sizes(Expr::ones(s.n()), W_g, W_f),
      .length = s.length()};
}

}  // namespace

HeldMap::HeldMap(const System& s, const Discretization& d, const Backend& backend)
    : contact_(s, d, backend), equalities_(s.k() > 0), held_(Mask::Zero(s.m())) {
  if (equalities_ || s.m() > 0) position_.emplace(backend, held_problem(s, d));
  set_parameters(s);
}

void HeldMap::set_parameters(const System& s) {
  contact_.set_parameters(s);
  if (position_) position_->set(position_->theta, s.parameter_values());
}

bool HeldMap::step(const Vector& q0, const Vector& p0, double h, Vector& q1, Vector& p1) {
  if (!contact_.free_position(q0, p0, h, q1).ok()) return false;
  if (!equalities_ && !held_.any()) return contact_.discrete_momentum(q0, q1, h, p1).ok();
  Call& call = *position_;
  call.set(call.q0, q0);
  call.set(call.p0, p0);
  call.set(call.h, h);
  call.set(call.mask, held_);
  call.start_at_zero();
  call.start(call.q1, q1);
  if (!call.solve().ok()) return false;
  q1 = call[call.q1];
  return contact_.momentum(q0, q1, h, held_, p1, force_).ok();
}

}  // namespace ricochet
