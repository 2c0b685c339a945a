#include "ricochet/position/nearest_admissible.hpp"

#include "ricochet/contact/contact_rows.hpp"
#include "ricochet/steppers/force_impulses.hpp"
#include "ricochet/steppers/step_symbols.hpp"

namespace ricochet {
namespace {

/// q1 is no position to the branch test: how far it lies from the predicted one is what it is.
StepProblem nearest_problem(const System& s, const Discretization& d) {
  const StepSymbols z(s);
  const Expr t = Expr::sym("t"), lambda = Expr::sym("lambda", s.m()), nu = Expr::sym("nu", s.k());
  const Expr w = (z.q1 - z.q0) / z.h;
  const Expr free = z.p0 + d.D1Ld(s, z.q0, z.q1, z.h) + force_at_start(s, d, z.q0, w, t, z.h);
  const Expr push = mtimes(s.G(z.q1), lambda) + mtimes(s.F(z.q1), nu);
  const Expr W_g = reach(s, s.G(z.q0), z.h), W_f = reach(s, s.F(z.q0), z.h);
  return {.name = "nearest position",
          .kind = Kind::complementarity,
          .unknowns = {{"q1", z.q1}, {"lambda", lambda}, {"nu", nu}},
          .parameters = {{"q0", z.q0}, {"p0", z.p0}, {"h", z.h}, {"theta", z.theta}, {"t", t}},
          .equalities = {{"dynamics", z.h * s.velocity(free + push), Meaning::dynamics},
                         {"equalities", s.f(z.q1), Meaning::equality, equality_names(s)}},
          .complement_a = lambda,
          .complement_b = {{"gaps", s.g(z.q1), Meaning::gap, gap_names(s)}},
          .pair_scale = W_g,
          .unknown_scale = natural_sizes(Expr::ones(s.n()), W_g, W_f),
          .length = s.length()};
}

}  // namespace

NearestAdmissible::NearestAdmissible(const System& s, const Discretization& d,
                                     const Backend& backend)
    : call_(backend, nearest_problem(s, d)) {
  set_parameters(s);
}

StepReport NearestAdmissible::solve(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  call_.set(call_.q0, q);
  call_.set(call_.p0, p);
  call_.set(call_.h, h);
  call_.set(call_.t, t);
  call_.start_at_zero();
  call_.start(call_.q1, q);
  StepReport report = call_.solve();
  if (!report.ok()) return report;
  to.state.q = call_[call_.q1];
  to.force.lambda = call_[call_.lambda];
  to.force.nu = call_[call_.nu];
  return report;
}

}  // namespace ricochet
