#include "ricochet/flight/flight.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr int impulse_sizes = 60;  // tried in search of one that leaves

/// Writes the parts one behind the other, whatever their sizes.
void gather_parts(std::initializer_list<In> parts, Vector& into) {
  Index size = 0;
  for (const In& part : parts) size += static_cast<Index>(part.size);
  into.resize(size);
  pack(parts, into);
}

size_t index_of(bool holding, bool impact) { return (holding ? 1u : 0u) + (impact ? 2u : 0u); }

std::unique_ptr<StepSolver> copy_of(const std::unique_ptr<StepSolver>& solver) {
  return solver ? solver->clone() : nullptr;
}

}  // namespace

Flight::Flight(const System& s, const Discretization& d, const Backend& backend, Features features)
    : n_(s.n()),
      m_(s.m()),
      k_(s.k()),
      r_(static_cast<Index>(s.specification().omega.size())),
      tangents_(s.contacts().tangents()),
      gap_tolerance_(s.tolerances().gap),
      speed_tolerance_(s.tolerances().speed),
      gap_noise_(1e-3 * gap_tolerance_),
      contacts_(s.contacts()),
      theta_(s.parameter_values()),
      weights_(Vector::Zero(m_)),
      end_p_(n_),
      no_mask_(Vector::Zero(m_)),
      no_pins_(Vector::Zero(tangents_)),
      grid_(9) {
  const Expr q = Expr::sym("q", n_), p = Expr::sym("p", n_), w = Expr::sym("w", n_);
  const Expr tau = Expr::sym("tau"), t = Expr::sym("t"), theta = s.parameter_symbols();
  launch_ = Kernel("launch", {q, p, theta}, {launch_velocity(s, q, p)});
  gaps_ = Kernel("gaps", {q, theta}, {densify(s.g(q)), s.G(q)}, true);
  gradients_ = KernelMatrix(gaps_.sparsity_out(1));
  momentum_ = Kernel("momentum", {q, w, t, tau, theta},
                     {d.D2Ld_mean(s, q, w, tau) + force_at_end(s, d, q, w, t, tau)});
  const Expr Ed = d.Ed_mean(s, q, w, tau);
  energy_ = Kernel("energy", {q, w, t, tau, theta},
                   {Ed, Ed - dot(force_at_start(s, d, q, w, t, tau), w),
                    Ed + dot(force_at_end(s, d, q, w, t, tau), w)});
  for (const bool holding : {false, true})
    for (const bool impact : {false, true}) {
      if ((holding && !features.holding) || (impact && !features.impacts)) continue;
      const FlightKind kind{.holding = holding, .impact = impact};
      Variant& v = variants_[index_of(holding, impact)];
      const StepProblem problem = flight_problem(s, d, kind, false);
      v.unknowns = problem.unknown_count();
      v.free = backend.prepare(problem);
      v.rates = flight_rates(s, d, kind);
      v.jacobian = KernelMatrix(v.rates.sparsity_out(0));
      v.linear = std::make_unique<SquareSolver>(v.unknowns);
      if (m_ > 0) v.hit = backend.prepare(flight_problem(s, d, kind, true));
    }
  if (k_ > 0 || features.holding) landing_ = backend.prepare(landing_problem(s));
}

Flight::Flight(const Flight& o)
    : n_(o.n_),
      m_(o.m_),
      k_(o.k_),
      r_(o.r_),
      tangents_(o.tangents_),
      gap_tolerance_(o.gap_tolerance_),
      speed_tolerance_(o.speed_tolerance_),
      gap_noise_(o.gap_noise_),
      contacts_(o.contacts_),
      launch_(o.launch_),
      gaps_(o.gaps_),
      momentum_(o.momentum_),
      energy_(o.energy_),
      landing_(copy_of(o.landing_)),
      theta_(o.theta_),
      weights_(o.weights_),
      end_p_(o.end_p_),
      no_mask_(o.no_mask_),
      no_pins_(o.no_pins_),
      gradients_(o.gradients_),
      grid_(o.grid_.size()) {
  for (size_t i = 0; i < variants_.size(); ++i) {
    const Variant& from = o.variants_[i];
    if (!from.free) continue;
    variants_[i] = {.rates = from.rates,
                    .jacobian = from.jacobian,
                    .free = from.free->clone(),
                    .hit = copy_of(from.hit),
                    .linear = std::make_unique<SquareSolver>(from.unknowns),
                    .unknowns = from.unknowns};
  }
}

Flight::Variant& Flight::variant(const Launch& from) {
  return variants_[index_of(from.holding(), from.impact)];
}

/// The parameters that all problems of a launch share.
void Flight::gather(const Launch& from) {
  const Vector none;
  const bool holding = from.holding();
  const Vector energy = from.impact ? Vector::Constant(1, from.energy) : none;
  gather_parts({from.q, from.p, from.t, theta_, holding ? from.held : none,
                holding ? from.pinned : none, holding ? from.drag : none, holding ? from.rub : none,
                from.impact ? from.direction : none, energy},
               common_);
}

void Flight::unpack(const Launch& from, FlightPoint& point) const {
  Index at = 0;
  const auto next = [&](Index size) { return z_.segment((at += size) - size, size); };
  point.w = next(n_);
  point.nu = next(k_);
  point.kappa = next(r_);
  if (from.holding()) {
    point.lambda = next(m_);
    point.rho = next(tangents_);
  } else {
    point.lambda.setZero(m_);
    point.rho.setZero(tangents_);
  }
  point.sigma = from.impact ? z_[at] : 0.0;
}

StepReport Flight::fly(const Launch& from, double tau, FlightPoint& point) {
  guess_.setZero(variant(from).unknowns);
  point.w = from.p;
  if (from.impact) point.w += 2.0 * from.direction;
  if (from.nudge.size() > 0) point.w += from.nudge;
  end_p_ = point.w;
  launch_({from.q, end_p_, theta_}, {point.w});
  guess_.head(n_) = point.w;
  if (from.impact) guess_[guess_.size() - 1] = 2.0;  // the mirrored momentum
  StepReport report = solve(from, tau, point);
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
  gather(from);
  gather_parts({common_, tau}, parameters_);
  StepReport report = variant(from).free->solve(parameters_, guess_, no_hint_, solution_);
  if (!report.ok()) return report;
  point.tau = tau;
  z_ = solution_.z;
  unpack(from, point);
  if (leaves(from, point)) {
    measure(from, point);
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
  guess_.resize(z_.size() + 1);
  guess_ << z_, 0.5 * (low + high);
  return found;
}

/// Of the two roots of the discrete energy behind an impact the one whose momentum and motion
/// leave; sigma = 1 stops the approach, between the roots. [FMOW03] (48)
bool Flight::leaves(const Launch& from, const FlightPoint& point) const {
  return !from.impact || (point.sigma > 1.0 && from.direction.dot(point.w) > 0.0);
}

/// Position, gaps and their slopes along the family of steps, from the unknowns in z_.
void Flight::measure(const Launch& from, FlightPoint& point) {
  Variant& v = variant(from);
  point.q = from.q + point.tau * point.w;
  point.gaps.resize(m_);
  gaps_({point.q, theta_}, {point.gaps, gradients_.values()});
  rate_.setZero(v.unknowns);
  if (point.tau > 0.0 && m_ > 0) {
    rhs_.resize(v.unknowns);
    ones_.setOnes(v.unknowns);
    gather_parts({common_, point.tau}, parameters_);
    v.rates({z_, parameters_}, {v.jacobian.values(), rhs_});
    v.linear->begin();
    for (Index i = 0; i < v.unknowns; ++i) v.linear->add(v.jacobian, i);
    v.linear->factor(ones_);
    v.linear->solve(rhs_, rate_);  // dz/dtau = -rate
  }
  const auto G = gradients_.matrix();
  drift_ = point.w - point.tau * rate_.head(n_);
  point.slopes.resize(m_);
  point.slopes.noalias() = G.transpose() * drift_;
  point.top_speeds.resize(m_);
  for (Index i = 0; i < m_; ++i) point.top_speeds[i] = G.col(i).norm() * point.w.norm();
}

StepReport Flight::land(const Launch& from, const FlightPoint& point, Vector& p1,
                        Multipliers& force) {
  momentum_({from.q, point.w, from.t, point.tau, theta_}, {end_p_});
  p1 = end_p_;
  force.xi.setZero(k_);
  force.mu.setZero(m_);
  force.pi.setZero(tangents_);
  StepReport report{.status = StepStatus::converged};
  if (!p1.allFinite()) report = {.status = StepStatus::not_finite, .message = "momentum D2 L_d"};
  const bool holding = from.holding();
  if (!report.ok() || (k_ == 0 && !holding)) return report;
  gather_parts({end_p_, point.q, theta_, holding ? from.held : no_mask_,
                holding ? from.pinned : no_pins_, holding ? from.drag : no_pins_},
               parameters_);
  guess_.setZero(n_ + k_ + m_ + tangents_);
  guess_.head(n_) = end_p_;
  report = landing_->solve(parameters_, guess_, no_hint_, solution_);
  std::swap(report.certificate.tangency, report.certificate.equality);  // its rows are speeds
  if (!report.ok()) return report;
  p1 = solution_.z.head(n_);
  force.xi = solution_.z.segment(n_, k_);
  force.mu = solution_.z.segment(n_ + k_, m_);
  force.pi = solution_.z.tail(tangents_);
  return report;
}

Flight::Energies Flight::energies(const Launch& from, const FlightPoint& point) {
  Energies E;
  energy_({from.q, point.w, from.t, point.tau, theta_}, {E.mean, E.start, E.end});
  return E;
}

const Vector& Flight::gaps(const Vector& q) {
  weights_.resize(m_);
  gaps_({q, theta_}, {weights_, gradients_.values()});
  return weights_;
}

void Flight::reached_at(const Vector& q, Mask& reached) {
  reached = gaps(q);
  for (double& gap : reached) gap = gap <= gap_tolerance_ ? 1.0 : 0.0;
}

void Flight::touching(const Vector& q, const Vector& w, double within, Mask& out) {
  const Vector& g = gaps(q);
  out.setZero(m_);
  const auto G = gradients_.matrix();
  const auto slack = [&](Index i) { return gap_tolerance_ + within * G.col(i).norm() * w.norm(); };
  for (const auto& [first, last] : contacts_.row_entries()) {
    bool open = false;
    for (Index i = first; i < last; ++i) open = open || g[i] > slack(i);
    for (Index i = first; i < last && !open; ++i)
      out[i] = last - first == 1 || g[i] >= -slack(i) ? 1.0 : 0.0;
  }
}

}  // namespace ricochet
