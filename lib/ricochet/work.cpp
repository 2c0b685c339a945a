#include "ricochet/work.hpp"

#include "ricochet/diagnostics.hpp"
#include "ricochet/symbols/symbolics.hpp"

#include <stdexcept>
#include <string>

namespace ricochet {
namespace {

/// Q . w tau over the points of a rule, as a kernel of (q, w, t, tau, theta) of a way that begins
/// at q and t.
Kernel work_along_a_way(const System& s, const Discretization& rule) {
  const Expr q = Expr::sym("q", s.n()), w = Expr::sym("w", s.n());
  const Expr t = Expr::sym("t"), tau = Expr::sym("tau");
  Expr power = 0.0;
  for (const auto& [weight, at] : rule.nodes())
    power += weight * dot(s.Q(q + at * tau * w, w, t + at * tau), w);
  return {"work", {q, w, t, tau, s.parameter_symbols()}, {tau * power}};
}

/// What is done along a way where V, L and the constraints change by themselves: -dL/dt, and the
/// impulses of the constraints against the rates of their rows.
Kernel work_of_changes(const System& system, const Discretization& rule) {
  const Expr q = Expr::sym("q", system.n()), w = Expr::sym("w", system.n());
  const Expr t = Expr::sym("t"), tau = Expr::sym("tau");
  const auto rows = static_cast<casadi_int>(system.specification().omega.size());
  const Expr lambda = Expr::sym("lambda", system.m()), mu = Expr::sym("mu", system.m());
  const Expr nu = Expr::sym("nu", system.k()), xi = Expr::sym("xi", system.k());
  const Expr kappa = Expr::sym("kappa", rows), x = q + tau * w;
  const System s = system.at(t), then = s.later(tau);
  Expr work = -(dot(lambda, s.g_rate(q)) + dot(nu, s.f_rate(q)) + dot(mu, then.g_rate(x)) +
                dot(xi, then.f_rate(x)));
  for (const auto& [weight, at] : rule.nodes())
    work -= tau * weight * gradient(s.later(at * tau).L(q + at * tau * w, w), t);
  for (const auto& [weight, at] : rule.row_nodes())
    work -= weight * dot(kappa, s.later(at * tau).omega_rate(q + at * tau * w));
  return {"work",
          {q, w, t, tau, lambda, mu, nu, xi, kappa, system.parameter_symbols()},
          {densify(work)}};
}

/// A column of impulses; a step may lack those that it does not have.
const Vector& or_zero(const Vector& impulses, const Vector& zero) {
  return impulses.size() == zero.size() ? impulses : zero;
}

}  // namespace

/// A straight way of a run: a flight, or a step of a method without flights.
struct WorkMeter::Way {
  const Vector& q;
  const Vector& w;
  double t, tau;
  const Multipliers& force;
};

WorkMeter::WorkMeter(const System& s, const Discretization& rule)
    : forced_(!s.specification().forces.empty()),
      rheonomic_(s.rheonomic()),
      theta_(s.parameter_values()),
      w_(s.n()),
      rates_(s.m()),
      no_push_(Vector::Zero(s.m())),
      no_pull_(Vector::Zero(s.k())),
      no_row_(Vector::Zero(static_cast<Index>(s.specification().omega.size()))) {
  if (works() && rule.nodes().empty())
    throw std::invalid_argument("work in '" + s.name() + "': the discretization '" + rule.name() +
                                "' declares no nodes, the points where it is evaluated");
  if (forced_) forces_ = work_along_a_way(s, rule);
  if (!rheonomic_) return;
  changes_ = work_of_changes(s, rule);
  const Expr q = Expr::sym("q", s.n());
  gap_rates_ = Kernel("gap_rates", {q, s.parameter_symbols()}, {densify(s.g_rate(q))});
}

template <class OfWay>
double WorkMeter::over_ways(const State& from, const Step& to, double& last, const OfWay& of_way) {
  double sum = 0.0;
  last = 0.0;
  for (const FlightRecord& flight : to.flights) {
    last = of_way(Way{flight.q, flight.w, from.t + flight.begin, flight.tau, flight.force});
    sum += last;
  }
  if (!to.flights.empty()) return sum;
  const double h = to.state.t - from.t;
  w_ = (to.state.q - from.q) / h;
  return of_way(Way{from.q, w_, from.t, h, to.force});
}

double WorkMeter::of_forces(const State& from, const Step& to) {
  if (!forced_) return 0.0;
  return over_ways(from, to, last_of_forces_, [&](const Way& way) {
    double part = 0.0;
    forces_({way.q, way.w, way.t, way.tau, theta_}, {part});
    return part;
  });
}

double WorkMeter::of_moving_parts(const State& from, const Step& to) {
  if (!rheonomic_) return 0.0;
  double sum = over_ways(from, to, last_of_changes_, [&](const Way& way) {
    const Multipliers& f = way.force;
    double part = 0.0;
    changes_({way.q, way.w, way.t, way.tau, or_zero(f.lambda, no_push_), or_zero(f.mu, no_push_),
              or_zero(f.nu, no_pull_), or_zero(f.xi, no_pull_), or_zero(f.kappa, no_row_), theta_},
             {part});
    return part;
  });
  for (const Impact& impact : to.impacts) sum += at_impact(impact);
  return sum;
}

double WorkMeter::at_impact(const Impact& impact) {
  theta_[theta_.size() - 1] = impact.t;
  gap_rates_({impact.q, theta_}, {rates_});
  double work = 0.0;
  for (size_t j = 0; j < impact.constraints.size(); ++j)
    work -= impact.impulse[static_cast<Index>(j)] * rates_[impact.constraints[j]];
  return work;
}

namespace {

Index count(const Trajectory& run) { return static_cast<Index>(run.steps.size()); }

const Step& record(const Trajectory& run, Index i) { return run.steps[static_cast<size_t>(i)]; }

void check_ways(const System& system, const Trajectory& run) {
  const std::string of = "work in '" + system.name() + "': ";
  if (count(run) != run.made + 1)
    throw std::invalid_argument(of + "the run has " + std::to_string(count(run) - 1) + " of its " +
                                std::to_string(run.made) + " steps; record every step");
  if (count(run) > 1 && !(record(run, 1).state.t > record(run, 0).state.t))
    throw std::invalid_argument(of + "the run goes backwards in time");
}

using Share = double (WorkMeter::*)(const State& from, const Step& to);

Vector summed(const System& system, const Discretization& rule, const Trajectory& run,
              Share share) {
  check_ways(system, run);
  const SymbolicsLock lock = lock_symbolics();
  WorkMeter meter(system, rule);
  Vector series = Vector::Zero(count(run));
  for (Index i = 1; i < series.size(); ++i)
    series[i] = series[i - 1] + (meter.*share)(record(run, i - 1).state, record(run, i));
  return series;
}

}  // namespace

Vector work_of_forces(const System& system, const Discretization& rule, const Trajectory& run) {
  if (system.specification().forces.empty()) return Vector::Zero(count(run));
  return summed(system, rule, run, &WorkMeter::of_forces);
}

Vector work_of_moving_parts(const System& system, const Discretization& rule,
                            const Trajectory& run) {
  if (!system.rheonomic()) return Vector::Zero(count(run));
  return summed(system, rule, run, &WorkMeter::of_moving_parts);
}

}  // namespace ricochet
