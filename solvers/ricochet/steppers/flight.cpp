#include "ricochet/steppers/flight.hpp"

#include "ricochet/steppers/smooth_contact.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr size_t parts = 8;           // of a flight that may cross a constraint
constexpr int bisections = 60;        // to tell whether a dip crosses at all
constexpr int narrowings = 200;       // to isolate a crossing
constexpr double good_start = 1e-4;   // of the flight: near enough for Newton's method
constexpr double last_start = 1e-15;  // of the flight: as near as bisection comes

/// M^-1 r with the mass matrix of a resting system at q.
Expr velocity_of(const System& s, const Expr& q, const Expr& r) {
  if (s.separable()) return s.velocity(r);
  const Expr at = Expr::sym("q", s.n()), v = Expr::sym("v", s.n());
  const Expr mass = jacobian(gradient(s.L(at, v), v), v);
  const std::vector<Expr> arguments = {q, Expr::zeros(s.n())};
  return solve(substitute(std::vector<Expr>{mass}, {at, v}, arguments).at(0), r);
}

/// The velocity of momentum p for a Lagrangian that is quadratic in v; a first guess for others.
Expr launch_velocity(const System& s, const Expr& q, const Expr& p) {
  if (s.separable()) return s.velocity(p);
  const Expr at = Expr::sym("q", s.n()), v = Expr::sym("v", s.n());
  const std::vector<Expr> arguments = {q, Expr::zeros(s.n())};
  const Expr rest =
      substitute(std::vector<Expr>{gradient(s.L(at, v), v)}, {at, v}, arguments).at(0);
  return velocity_of(s, q, p - rest);
}

struct Symbols {
  explicit Symbols(const System& s)
      : q(Expr::sym("q", s.n())),
        p(Expr::sym("p", s.n())),
        w(Expr::sym("w", s.n())),
        nu(Expr::sym("nu", s.k())),
        tau(Expr::sym("tau")),
        theta(s.parameter_symbols()) {}
  Expr q, p, w, nu, tau, theta;
};

/// The equations of a flight, as lengths.
Expr equations(const System& s, const Discretization& d, const Symbols& z) {
  const Expr residual = z.p + d.mean_D1Ld(s, z.q, z.w, z.tau) + mtimes(s.F(z.q), z.nu);
  return stack({s.specification().time * velocity_of(s, z.q, residual), s.f(z.q + z.tau * z.w)});
}

}  // namespace

StepProblem flight_problem(const System& s, const Discretization& d) {
  const Symbols z(s);
  return {.name = "free flight",
          .kind = Kind::square_system,
          .unknowns = stack({z.w, z.nu}),
          .parameters = stack({z.q, z.p, z.tau, z.theta}),
          .equalities = equations(s, d, z),
          .length = s.length()};
}

StepProblem hit_problem(const System& s, const Discretization& d) {
  const Symbols z(s);
  const Expr weights = Expr::sym("weights", s.m());
  return {.name = "impact search",
          .kind = Kind::square_system,
          .unknowns = stack({z.w, z.nu, z.tau}),
          .parameters = stack({z.q, z.p, weights, z.theta}),
          .equalities = stack({equations(s, d, z), dot(weights, s.g(z.q + z.tau * z.w))}),
          .length = s.length()};
}

StepProblem landing_problem(const System& s) {
  const Expr q1 = Expr::sym("q1", s.n()), p1 = Expr::sym("p1", s.n()), d = Expr::sym("d", s.n());
  const Expr xi = Expr::sym("xi", s.k()), F = s.F(q1);
  const double time = s.specification().time;
  const auto velocity = [&](const Expr& r) { return velocity_of(s, q1, r); };
  return {
      .name = "momentum of a landing",
      .kind = Kind::linear_projection,
      .unknowns = stack({p1, xi}),
      .parameters = stack({d, q1, s.parameter_symbols()}),
      .equalities = time * stack({velocity(p1 - d - mtimes(F, xi)), mtimes(F.T(), velocity(p1))}),
      .length = s.length()};
}

Flight::Flight(const System& s, const Discretization& d, const Backend& backend)
    : n_(s.n()),
      m_(s.m()),
      k_(s.k()),
      gap_tolerance_(s.tolerances().gap),
      gap_noise_(1e-3 * gap_tolerance_),
      linear_(n_ + k_),
      theta_(s.parameter_values()),
      ones_(Vector::Ones(n_ + k_)),
      rhs_(n_ + k_),
      rate_(n_ + k_),
      weights_(Vector::Zero(m_)),
      D2Ld_(n_),
      jacobian_(n_ + k_, n_ + k_),
      gradients_(n_, m_),
      grid_(parts + 1) {
  const Symbols z(s);
  const Expr R = equations(s, d, z), at = z.q + z.tau * z.w;
  launch_ = Kernel("launch", {z.q, z.p, z.theta}, {launch_velocity(s, z.q, z.p)});
  rates_ = Kernel("rates", {z.q, z.p, z.w, z.nu, z.tau, z.theta},
                  {jacobian(R, stack({z.w, z.nu})), jacobian(R, z.tau)});
  gaps_ = Kernel("gaps", {z.q, z.theta}, {s.g(z.q), s.G(z.q)});
  momentum_ = Kernel("D2Ld", {z.q, z.w, z.tau, z.theta}, {d.mean_D2Ld(s, z.q, z.w, z.tau)});
  free_ = backend.prepare(flight_problem(s, d));
  if (m_ > 0) hit_ = backend.prepare(hit_problem(s, d));
  if (k_ > 0) landing_ = backend.prepare(landing_problem(s));
}

namespace {

std::unique_ptr<StepSolver> copy_of(const std::unique_ptr<StepSolver>& solver) {
  return solver ? solver->clone() : nullptr;
}

}  // namespace

Flight::Flight(const Flight& o)
    : n_(o.n_),
      m_(o.m_),
      k_(o.k_),
      gap_tolerance_(o.gap_tolerance_),
      gap_noise_(o.gap_noise_),
      launch_(o.launch_),
      rates_(o.rates_),
      gaps_(o.gaps_),
      momentum_(o.momentum_),
      free_(copy_of(o.free_)),
      hit_(copy_of(o.hit_)),
      landing_(copy_of(o.landing_)),
      linear_(o.n_ + o.k_),
      theta_(o.theta_),
      ones_(o.ones_),
      rhs_(o.rhs_),
      rate_(o.rate_),
      weights_(o.weights_),
      D2Ld_(o.D2Ld_),
      jacobian_(o.jacobian_),
      gradients_(o.gradients_),
      grid_(parts + 1) {}

StepReport Flight::fly(const Vector& q, const Vector& p, double tau, FlightPoint& point) {
  parameters_.resize(2 * n_ + 1 + theta_.size());
  pack({q, p, tau, theta_}, parameters_);
  guess_.setZero(n_ + k_);
  point.w.resize(n_);
  launch_({q, p, theta_}, {point.w});
  guess_.head(n_) = point.w;
  StepReport report = free_->solve(parameters_, guess_, no_hint_, solution_);
  if (!report.ok()) return report;
  point.tau = tau;
  point.w = solution_.z.head(n_);
  point.nu = solution_.z.tail(k_);
  rates_({q, p, point.w, point.nu, tau, theta_}, {jacobian_, rhs_});
  measure(q, point);
  return report;
}

/// Position, gaps and their slopes along the family of steps; needs the rates at the point.
void Flight::measure(const Vector& q, FlightPoint& point) {
  point.q = q + point.tau * point.w;
  point.gaps.resize(m_);
  gaps_({point.q, theta_}, {point.gaps, gradients_});
  rate_.setZero();
  if (point.tau > 0.0) {
    linear_.factor(jacobian_, ones_);
    linear_.solve(rhs_, rate_);  // dw/dtau = -rate
  }
  point.slopes.noalias() = gradients_.transpose() * (point.w - point.tau * rate_.head(n_));
  point.top_speeds = gradients_.colwise().norm().transpose() * point.w.norm();
}

StepReport Flight::land(const Vector& q, const FlightPoint& point, Vector& p1, Vector& xi) {
  momentum_({q, point.w, point.tau, theta_}, {D2Ld_});
  p1 = D2Ld_;
  xi.setZero(k_);
  StepReport report{.status = StepStatus::converged};
  if (!p1.allFinite()) report = {.status = StepStatus::not_finite, .message = "D2 L_d"};
  if (k_ == 0 || !report.ok()) return report;
  parameters_.resize(2 * n_ + theta_.size());
  pack({D2Ld_, point.q, theta_}, parameters_);
  guess_.setZero(n_ + k_);
  guess_.head(n_) = D2Ld_;
  report = landing_->solve(parameters_, guess_, no_hint_, solution_);
  std::swap(report.certificate.tangency, report.certificate.equality);  // its rows are speeds
  if (!report.ok()) return report;
  p1 = solution_.z.head(n_);
  xi = solution_.z.tail(k_);
  return report;
}

Index Flight::first_crossing(const Vector& q, const Vector& p, const FlightPoint& end,
                             FlightPoint& hit, StepReport& report) {
  from_q_ = q;
  from_p_ = p;
  search_ = {.status = StepStatus::converged};
  Index first = -1;
  Bracket earliest;
  bool sampled = false;
  FlightPoint& start = grid_[0];
  start.tau = 0.0;
  start.w.resize(n_);
  launch_({q, p, theta_}, {start.w});
  measure(q, start);
  for (Index i = 0; i < m_ && search_.ok(); ++i) {
    if (!may_cross(i, end)) continue;
    if (!sampled && !fill_grid(end)) break;
    sampled = true;
    Bracket b = first_bracket(i);
    if (!b.found() || (first >= 0 && b.low > earliest.high)) continue;
    if (!narrow(i, b, good_start * end.tau)) break;
    if (first >= 0 && b.high > earliest.low) {  // too near to tell which comes first
      narrow(i, b, last_start * end.tau);
      narrow(first, earliest, last_start * end.tau);
    }
    if (first < 0 || b.high <= earliest.high) {
      first = i;
      earliest = b;
    }
  }
  if (first >= 0 && search_.ok()) refine(first, earliest, hit);
  report.merge(search_);
  return report.ok() ? first : -1;
}

void Flight::reached_at(const Vector& q, Vector& reached) {
  reached.resize(m_);
  gaps_({q, theta_}, {reached, gradients_});
  for (double& gap : reached) gap = gap <= gap_tolerance_ ? 1.0 : 0.0;
}

/// Gaps farther than the way that is travelled cannot close.
bool Flight::may_cross(Index i, const FlightPoint& end) const {
  const FlightPoint& start = grid_[0];
  const double reach = end.tau * std::max(start.top_speeds[i], end.top_speeds[i]);
  return !(std::min(start.gaps[i], end.gaps[i]) > reach);
}

bool Flight::probe(double tau, FlightPoint& point) {
  search_.merge(fly(from_q_, from_p_, tau, point));
  return search_.ok();
}

bool Flight::fill_grid(const FlightPoint& end) {
  for (size_t j = 1; j < parts; ++j)
    if (!probe(end.tau * static_cast<double>(j) / static_cast<double>(parts), grid_[j]))
      return false;
  grid_[parts] = end;
  return true;
}

Flight::Bracket Flight::first_bracket(Index i) {
  bool open = grid_[0].gaps[i] > gap_tolerance_;
  for (size_t j = 0; j < parts && search_.ok(); ++j) {
    const FlightPoint &a = grid_[j], &b = grid_[j + 1];
    double low = a.tau;
    if (!open) {
      open = b.gaps[i] > gap_tolerance_;
      if (open || !(a.slopes[i] > 0.0 && b.slopes[i] < 0.0)) continue;
      low = turning_point(i, a.tau, b.tau, false);  // it opens and closes between samples
      if (low < 0.0) continue;
      open = true;
    }
    if (b.gaps[i] < 0.0) return {low, b.tau};
    if (a.slopes[i] < 0.0 && b.slopes[i] > 0.0) {
      const double inside = turning_point(i, a.tau, b.tau, true);
      if (inside > 0.0) return {low, inside};
    }
  }
  return {};
}

/// A time near the extremum in (low, high) where a dip is negative, or a hump open; -1 if none.
double Flight::turning_point(Index i, double low, double high, bool dip) {
  for (int k = 0; k < bisections; ++k) {
    const double mid = 0.5 * (low + high);
    if (!probe(mid, probe_)) return -1.0;
    if (dip ? probe_.gaps[i] < 0.0 : probe_.gaps[i] > gap_tolerance_) return mid;
    ((probe_.slopes[i] < 0.0) == dip ? low : high) = mid;
  }
  return -1.0;
}

/// Bisection, helped by Newton's step where it stays inside.
bool Flight::narrow(Index i, Bracket& b, double width) {
  for (int k = 0; k < narrowings && b.high - b.low > width; ++k) {
    const double mid = 0.5 * (b.low + b.high);
    if (mid <= b.low || mid >= b.high) return true;
    if (!probe(mid, probe_)) return false;
    (probe_.gaps[i] > 0.0 ? b.low : b.high) = mid;
    const double newton = probe_.tau - probe_.gaps[i] / probe_.slopes[i];
    for (const double next : {newton - 0.4 * width, newton + 0.4 * width}) {
      if (!(next > b.low && next < b.high)) continue;
      if (!probe(next, probe_)) return false;
      (probe_.gaps[i] > 0.0 ? b.low : b.high) = next;
    }
  }
  return true;
}

/// The exact crossing by the square system; from an ever narrower bracket until it stays inside.
bool Flight::refine(Index i, Bracket b, FlightPoint& hit) {
  const double whole = grid_[parts].tau;
  StepReport part;
  for (const double width : {good_start, 1e-9, last_start}) {
    if (!narrow(i, b, width * whole) || !probe(0.5 * (b.low + b.high), probe_)) return false;
    weights_.setZero();
    weights_[i] = 1.0;
    parameters_.resize(2 * n_ + m_ + theta_.size());
    pack({from_q_, from_p_, weights_, theta_}, parameters_);
    guess_.resize(n_ + k_ + 1);
    guess_ << probe_.w, probe_.nu, probe_.tau;
    part = hit_->solve(parameters_, guess_, no_hint_, solution_);
    const double tau = solution_.z.size() > 0 ? solution_.z[n_ + k_] : 0.0;
    const double slack = b.high - b.low + gap_noise_ / std::abs(probe_.slopes[i]);
    if (!part.ok() || !(tau >= b.low - slack && tau <= b.high + slack)) continue;
    hit.tau = tau;
    hit.w = solution_.z.head(n_);
    hit.nu = solution_.z.segment(n_, k_);
    rates_({from_q_, from_p_, hit.w, hit.nu, tau, theta_}, {jacobian_, rhs_});
    measure(from_q_, hit);
    search_.merge(part);
    return true;
  }
  if (part.ok()) part.message = "the crossing leaves its bracket";
  part.status = StepStatus::grazing;
  search_.merge(part);
  return false;
}

}  // namespace ricochet
