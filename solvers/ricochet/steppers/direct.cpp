#include "ricochet/steppers/direct.hpp"

#include "ricochet/certify/rule_certifier.hpp"
#include "ricochet/steppers/requirements.hpp"
#include "ricochet/steppers/step_symbols.hpp"

#include <utility>

namespace ricochet {
namespace {

std::string name_of(Enforced enforced) {
  return enforced == Enforced::endpoint ? "direct-endpoint" : "direct-midpoint";
}

StepperInfo information(Enforced enforced) {
  const bool end = enforced == Enforced::endpoint;
  return {.name = name_of(enforced),
          .citation = end ? "[KP12] (B.5), (B.12)-(B.15)" : "[KP12] (B.4), (B.12)-(B.15)",
          .order = 2,
          .bilateral_order = end ? 1 : 2,
          .contact_order = end ? 1 : 0,
          .symplectic = false,
          .symmetric = !end,
          .impacts = true,
          .conserves_momentum_maps = !end};
}

ConstrainedMinimum minimisation(const System& s, const Direct::Options& o) {
  const Expr q0 = Expr::sym("q0", s.n()), p0 = Expr::sym("p0", s.n()), q = Expr::sym("q", s.n());
  const Expr h = Expr::sym("h"), mid = 0.5 * (q0 + q);
  const Expr off = q - q0 - h * s.velocity(p0);
  const Expr e = 0.5 * dot(off, mtimes(s.M(), off)) + h * h * s.V(mid);  // [KP12] (B.14)
  return {s,
          o.backend,
          name_of(o.enforced),
          q,
          {{"q0", q0}, {"p0", p0}, {"h", h}, {"theta", s.parameter_symbols()}},
          e,
          o.enforced == Enforced::endpoint ? q : mid};
}

}  // namespace

Direct::Direct(const System& system) : Direct(system, Options()) {}

Direct::Direct(const System& system, Options o)
    : Stepper(require(system, name_of(o.enforced), not_plain_and_elastic(system))),
      info_(information(o.enforced)),
      lambda_per_y_(o.enforced == Enforced::endpoint ? 2.0 : 1.0),
      momentum_(mean_velocity_momentum(system)),  // [KP12] (B.15)
      minimum_(minimisation(system, o)),
      q0_(minimum_.given("q0")),
      p0_(minimum_.given("p0")),
      h_(minimum_.given("h")) {
  parameters_changed();
  judged_by(certify_direct(system, o.enforced == Enforced::midpoint));
}

std::unique_ptr<Stepper> Direct::clone() const {
  return std::unique_ptr<Stepper>(new Direct(*this));
}

void Direct::accept(const System& changed) const {
  require(changed, info_.name, not_elastic(changed));
}

void Direct::parameters_changed() {
  minimum_.set(minimum_.given("theta"), system_.parameter_values());
}

void Direct::step(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  const Vector& theta = system_.parameter_values();
  minimum_.set(q0_, q);
  minimum_.set(p0_, p);
  minimum_.set(h_, h);
  to.report = minimum_.solve(q);  // [KP12] (B.12)-(B.14), with (B.4) or (B.5)
  if (!to.report.ok()) return stay(from, to, to.report.status, to.report.message);

  to.state.t = t + h;
  to.state.q = minimum_.q();
  to.state.p.resize(system_.n());
  momentum_({q, p, to.state.q, h, theta}, {to.state.p});  // (B.15)
  to.force.lambda = (lambda_per_y_ / h) * minimum_.y();
  to.force.nu = (lambda_per_y_ / h) * minimum_.nu();
  minimum_.write(to.contacts);
}

}  // namespace ricochet
