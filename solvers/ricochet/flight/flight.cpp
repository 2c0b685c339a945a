#include "ricochet/flight/flight.hpp"

#include "ricochet/flight/flight_problems.hpp"
#include "ricochet/flight/flight_quantities.hpp"
#include "ricochet/steppers/force_impulses.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr int impulse_sizes = 60;  // tried in search of one that leaves

size_t index_of(bool holding, bool impact) { return (holding ? 1u : 0u) + (impact ? 2u : 0u); }

}  // namespace

Flight::Flight(const System& s, const Discretization& d, const Backend& backend, Features features)
    : contacts_(s.contacts()),
      most_unknowns_(s.n() + s.k() + static_cast<Index>(s.specification().omega.size()) + s.m() +
                     s.contacts().tangents() + 1),
      gaps_(s),
      theta_(s.parameter_values()),
      end_p_(s.n()),
      weights_(Vector::Zero(s.m())),
      no_gaps_(weights_) {
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), w = Expr::sym("w", s.n());
  const Expr tau = Expr::sym("tau"), t = Expr::sym("t"), theta = s.parameter_symbols();
  launch_ = Kernel("launch", {q, p, theta}, {launch_velocity(s, q, p)});
  momentum_ = Kernel("momentum", {q, w, t, tau, theta},
                     {d.D2Ld_mean(s, q, w, tau) + force_at_end(s, d, q, w, t, tau)});
  const Expr Ed = d.Ed_mean(s, q, w, tau);
  energy_ = Kernel("energy", {q, w, t, tau, theta},
                   {Ed, energy_at_start(s, d, q, w, t, tau), energy_at_end(s, d, q, w, t, tau)});
  for (const bool holding : {false, true})
    for (const bool impact : {false, true}) {
      if ((holding && !features.holding) || (impact && !features.impacts)) continue;
      const FlightKind kind{.holding = holding, .impact = impact};
      Variant& v = variants_[index_of(holding, impact)];
      const StepProblem problem = flight_problem(s, d, kind, false);
      v.unknowns = problem.unknown_count();
      v.free.emplace(backend, problem);
      if (s.m() == 0) continue;
      v.hit.emplace(backend, flight_problem(s, d, kind, true));
      v.trace.emplace(s, d, kind);
    }
  if (s.k() > 0) constraints_.emplace(s);
  if (s.k() > 0 || features.holding) landing_.emplace(s, backend);
  set_parameters(s);
}

void Flight::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  gaps_.set_parameters(s);
  if (constraints_) constraints_->set_parameters(s);
  for (Variant& v : variants_) {
    if (v.free) v.free->set(v.free->theta, theta_);
    if (v.hit) v.hit->set(v.hit->theta, theta_);
  }
  if (landing_) landing_->set_parameters(s);
}

Flight::Variant& Flight::variant(const Launch& from) {
  return variants_[index_of(from.holding(), from.impact)];
}

/// Parameters of a launch.
void Flight::pose(const Launch& from, Call& call) const {
  call.set(call.q, from.q);
  call.set(call.p, from.p);
  call.set(call.t, from.t);
  call.set(call.h, from.h);
  if (from.holding()) {
    call.set(call.held, from.held);
    call.set(call.kept, from.keeps ? from.kept : no_gaps_);
    call.set(call.pinned, from.pinned);
    call.set(call.drag, from.drag);
    call.set(call.rub, from.rub);
  }
  if (from.impact) {
    call.set(call.direction, from.direction);
    call.set(call.energy, from.energy);
  }
}

/// A point as the guess.
void Flight::start(const FlightPoint& point, Call& call) {
  call.start(call.w, point.w);
  call.start(call.nu, point.nu);
  call.start(call.kappa, point.kappa);
  if (call.lambda.size > 0) call.start(call.lambda, point.lambda);
  if (call.rho.size > 0) call.start(call.rho, point.rho);
  if (call.sigma.size > 0) call.start(call.sigma, point.sigma);
}

/// A guess that keeps the equalities: a law's impulses drive a body into them, and its reactions
/// are found with the flight.
void Flight::start_tangentially(const Launch& from, Call& call) {
  end_p_ = from.p;
  if (from.impact) end_p_ += 2.0 * from.direction;
  constraints_->place(from.q);
  drift_.resize(from.q.size());
  constraints_->velocity(end_p_, drift_);
  constraints_->constrain(drift_);
  call.start_at_zero();
  call.start(call.w, drift_);
  const Vector& m = constraints_->reactions().multipliers();
  call.guess_at(call.nu) = -m.head(call.nu.size);
  call.guess_at(call.kappa) = -m.tail(call.kappa.size);
  if (from.impact) call.start(call.sigma, 2.0);
}

/// What is expected of a flight as the guess of one that may be shorter.
void Flight::start(const Forecast& expected, double tau, Call& call) {
  call.start(call.w, expected.w);
  const double share = tau / expected.tau;
  call.guess_at(call.nu) = share * expected.nu;
  call.guess_at(call.kappa) = share * expected.kappa;
  if (call.lambda.size > 0) call.guess_at(call.lambda) = share * expected.lambda;
  if (call.rho.size > 0) call.guess_at(call.rho) = share * expected.rho;
}

StepReport Flight::fly(const Launch& from, double tau, FlightPoint& point) {
  FreeCall& call = *variant(from).free;
  call.start_at_zero();
  if (from.forecast.tau > 0.0) {
    start(from.forecast, tau, call);
  } else if (from.struck && constraints_) {  // near p, that flies into them, may be a false root
    start_tangentially(from, call);
  } else {
    end_p_ = from.p;
    if (from.impact) end_p_ += 2.0 * from.direction;
    point.w.resize(from.q.size());
    launch_({from.q, end_p_, theta_}, {point.w});
    if (from.impact && from.bend.size() > 0) point.w += tau * from.bend;
    call.start(call.w, point.w);
  }
  if (from.impact) call.start(call.sigma, 2.0);  // the mirrored momentum
  StepReport report = solve(from, tau, point);
  if (!report.ok() && report.status != StepStatus::not_finite && constraints_) {
    start_tangentially(from, call);
    report = solve(from, tau, point);
  }
  if (!from.impact || report.ok() || report.status == StepStatus::not_finite) return report;
  const std::optional<bool> out = outgoing(from, tau);
  if (!out) return report;
  if (*out) return solve(from, tau, point);
  report.status = StepStatus::no_admissible_root;
  report.message = "no impulse leaves with the energy of the impact";
  return report;
}

/// From the guess.
StepReport Flight::solve(const Launch& from, double tau, FlightPoint& point) {
  FreeCall& call = *variant(from).free;
  pose(from, call);
  call.set(call.tau, tau);
  StepReport report = call.solve();
  if (!report.ok()) return report;
  point.tau = tau;
  reserve(point);
  point.z.head(variant(from).unknowns) = call.solution().z;
  unpack(from, call, point);
  if (leaves(from, point)) {
    measure(variant(from), point);
    bound_speeds(point);
  } else {
    report.status = StepStatus::branch_suspect;
    report.message = "the root found is that of a motion through the constraint";
  }
  return report;
}

/// True unless no impulse sigma > 1 behind an impact leads out, d.w > 0, with less than the energy
/// to be kept; more has enough of it, so that in between is the root, then near the guess. Nothing
/// where a flight on the way fails: then nothing is known.
std::optional<bool> Flight::outgoing(const Launch& from, double tau) {
  Launch behind = from;
  behind.impact = false;
  behind.forecast.tau = 0.0;
  FlightPoint point;
  double low = 1.0, high = 2.0;
  bool found = false, enough = false;
  for (int k = 0; k < impulse_sizes; ++k) {
    const double sigma = enough ? 0.5 * (low + high) : high;
    behind.p = from.p + sigma * from.direction;
    if (!fly(behind, tau, point).ok()) return {};
    const bool out = from.direction.dot(point.w) > 0.0;
    const bool over = out && energies(behind, point).start >= from.energy;
    found = found || (out && !over);
    enough = enough || over;
    (over ? high : low) = sigma;
    if (!enough) high *= 2.0;
  }
  point.sigma = 0.5 * (low + high);
  start(point, *variant(from).free);
  return found;
}

bool Flight::leaves(const Launch& from, const FlightPoint& point) {
  return !from.impact || (point.sigma > 1.0 && from.direction.dot(point.w) > 0.0);
}

StepReport Flight::hit(const Launch& from, Index gap, const FlightPoint& near, FlightPoint& point) {
  Variant& v = variant(from);
  HitCall& call = *v.hit;
  weights_.setZero();
  weights_[gap] = 1.0;
  pose(from, call);
  call.set(call.weights, weights_);
  call.guess_at(Sought{{.offset = 0, .size = v.unknowns}}) = near.z.head(v.unknowns);
  call.start(call.tau, near.tau);
  StepReport report = call.solve();
  if (!report.ok()) return report;
  point.tau = call[call.tau][0];
  reserve(point);
  point.z.head(v.unknowns) = call.solution().z.head(v.unknowns);
  unpack(from, call, point);
  point.gaps = gaps_.at(point.q);
  return report;
}

const Vector& Flight::momentum(const Launch& from, const FlightPoint& point) {
  momentum_({from.q, point.w, from.t, point.tau, theta_}, {end_p_});
  return end_p_;
}

StepReport Flight::land(const Launch& from, const FlightPoint& point, Vector& p1,
                        Multipliers& force) {
  p1 = momentum(from, point);
  force.xi.setZero(point.nu.size());
  force.mu.setZero(contacts_.entries());
  force.pi.setZero(contacts_.tangents());
  if (!p1.allFinite()) return {.status = StepStatus::not_finite, .message = "momentum D2 L_d"};
  if (point.nu.size() == 0 && !from.holding()) return {.status = StepStatus::converged};
  return landing_->land(from, point, p1, force);
}

Flight::Energies Flight::energies(const Launch& from, const FlightPoint& point) {
  Energies E;
  energy_({from.q, point.w, from.t, point.tau, theta_}, {E.mean, E.start, E.end});
  return E;
}

}  // namespace ricochet
