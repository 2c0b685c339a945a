#include "ricochet/steppers/newmark.hpp"

#include "ricochet/certify/rule_certifier.hpp"
#include "ricochet/steppers/requirements.hpp"
#include "ricochet/steppers/step_symbols.hpp"
#include "ricochet/text/text.hpp"

#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

// Below this limit (except for beta = 0) the impulses of (B.8) are multipliers divided by almost 0.
constexpr double least_beta = 1e-6;

std::string name_of(const Newmark::Options& o) { return o.imex ? "imex-newmark" : "newmark"; }

StepperInfo information(const Newmark::Options& o) {
  const int order = o.newmark.gamma == 0.5 ? 2 : 1;
  return {.name = name_of(o),
          .citation = o.imex ? "[KP12] (B.10)-(B.11)" : "[KP12] (B.8)-(B.9)",
          .order = order,
          .bilateral_order = o.imex ? 1 : order,
          .contact_order = o.imex ? 1 : 0,
          .symplectic = false,
          .symmetric = false,
          .impacts = true,
          .conserves_momentum_maps = false};
}

const System& checked(const System& s, const Newmark::Options& o) {
  const auto& [beta, gamma] = o.newmark;
  if (!(beta == 0.0 || Range::within(least_beta, 0.5).contains(beta)) ||
      !Range::within(0.0, 1.0).contains(gamma))
    throw std::invalid_argument("Stepper '" + name_of(o) + "': beta must be 0 or in [" +
                                brief(least_beta) + ", 0.5] and gamma in [0, 1], not " +
                                brief(beta) + " and " + brief(gamma));
  if (!o.imex && beta == 0.0 && s.m() + s.k() > 0)
    throw std::invalid_argument("Stepper 'newmark': beta = 0 cannot enforce the constraints of '" +
                                s.name() + "'; take beta > 0 or imex-newmark");
  return require(s, name_of(o), not_plain_and_elastic(s));
}

/// With the impulses of the constraints at both ends.
struct Symbols : StepSymbols {
  explicit Symbols(const System& s)
      : StepSymbols(s),
        lambda0(Expr::sym("lambda0", s.m())),
        nu0(Expr::sym("nu0", s.k())),
        lambda1(Expr::sym("lambda1", s.m())),
        nu1(Expr::sym("nu1", s.k())) {}
  Expr lambda0, nu0, lambda1, nu1;
};

Expr slope(const System& s, const Expr& q) { return gradient(s.V(q), q); }

Expr push(const System& s, const Expr& q, const Expr& lambda, const Expr& nu) {
  return mtimes(s.G(q), lambda) + mtimes(s.F(q), nu);
}

ConstrainedMinimum minimisation(const System& s, const Newmark::Options& o) {
  const Symbols z(s);
  const double beta = o.newmark.beta;
  const Expr carried = o.imex ? Expr::zeros(s.n()) : push(s, z.q0, z.lambda0, z.nu0);
  const Expr drift = z.h * z.p0 - 0.5 * z.h * (1.0 - 2.0 * beta) * (z.h * slope(s, z.q0) - carried);
  const Expr off = z.q1 - z.q0 - s.velocity(drift);
  const Expr e =
      0.5 * dot(off, mtimes(s.M(), off)) + beta * z.h * z.h * s.V(z.q1);  // (B.8), (B.10)
  return {s,
          o.backend,
          name_of(o),
          z.q1,
          {{"q0", z.q0},
           {"p0", z.p0},
           {"h", z.h},
           {"lambda0", z.lambda0},
           {"nu0", z.nu0},
           {"theta", z.theta}},
          e,
          z.q1};
}

Kernel momentum_update(const System& s, const Newmark::Options& o) {
  const Symbols z(s);
  const double gamma = o.newmark.gamma;
  const Expr R0 = push(s, z.q0, z.lambda0, z.nu0), R1 = push(s, z.q1, z.lambda1, z.nu1);
  const Expr force = z.h * ((1.0 - gamma) * slope(s, z.q0) + gamma * slope(s, z.q1));
  const Expr p1 = z.p0 - force + (o.imex ? R1 : (1.0 - gamma) * R0 + gamma * R1);  // (B.9), (B.11)
  return {"momentum", {z.q0, z.p0, z.q1, z.h, z.lambda0, z.nu0, z.lambda1, z.nu1, z.theta}, {p1}};
}

}  // namespace

Newmark::Newmark(const System& system) : Newmark(system, Options()) {}

Newmark::Newmark(const System& system, Options o)
    : Stepper(checked(system, o)),
      info_(information(o)),
      impulse_per_y_(o.imex ? 2.0 : 1.0 / o.newmark.beta),
      momentum_(momentum_update(system, o)),
      minimum_(minimisation(system, o)),
      q0_(minimum_.given("q0")),
      p0_(minimum_.given("p0")),
      h_(minimum_.given("h")),
      carried_lambda_(minimum_.given("lambda0")),
      carried_nu_(minimum_.given("nu0")) {
  parameters_changed();
  judged_by(certify_newmark(system, o.newmark.beta, o.newmark.gamma, o.imex));
}

std::unique_ptr<Stepper> Newmark::clone() const {
  return std::unique_ptr<Stepper>(new Newmark(*this));
}

void Newmark::accept(const System& changed) const {
  require(changed, info_.name, not_elastic(changed));
}

void Newmark::parameters_changed() {
  minimum_.set(minimum_.given("theta"), system_.parameter_values());
}

void Newmark::step(const Step& from, double h, Step& to) {
  const auto& [t, q, p] = from.state;
  const Vector& theta = system_.parameter_values();
  carry(from);
  minimum_.set(q0_, q);
  minimum_.set(p0_, p);
  minimum_.set(h_, h);
  minimum_.set(carried_lambda_, lambda0_);
  minimum_.set(carried_nu_, nu0_);
  to.report = minimum_.solve(q);  // [KP12] (B.8), (B.10)
  if (!to.report.ok()) return stay(from, to, to.report.status, to.report.message);

  to.state.t = t + h;
  to.state.q = minimum_.q();
  to.force.lambda = (impulse_per_y_ / h) * minimum_.y();
  to.force.nu = (impulse_per_y_ / h) * minimum_.nu();
  to.state.p.resize(system_.n());
  momentum_({q, p, to.state.q, h, lambda0_, nu0_, to.force.lambda, to.force.nu, theta},
            {to.state.p});  // (B.9), (B.11)
  minimum_.write(to.contacts);
}

/// The multipliers of the previous end point; zero where the step has none.
void Newmark::carry(const Step& from) {
  const auto take = [](const Vector& force, Index size, Vector& into) {
    into.setZero(size);
    if (force.size() == size) into = force;
  };
  take(from.force.lambda, system_.m(), lambda0_);
  take(from.force.nu, system_.k(), nu0_);
}

}  // namespace ricochet
