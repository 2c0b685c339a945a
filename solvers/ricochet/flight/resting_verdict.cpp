#include "ricochet/flight/flight_quantities.hpp"
#include "ricochet/flight/resting_contacts.hpp"
#include "ricochet/text/text.hpp"

/// Whether a flight follows Coulomb's law, by its own impulses and motion.
namespace ricochet {
namespace {

constexpr int most_trials = 25;        // modes of one flight
constexpr int same_again = 10;         // trials that one with the same modes counts for
constexpr double same_motion = 1e-13;  // of .length per step, the same motion within round-off

}  // namespace

/// Impulses and speeds of a flight, per row.
void RestingContacts::measure(const FlightPoint& point, const Launch& launch) {
  reactions_.resize(point.nu.size() + point.kappa.size());
  reactions_ << point.nu, point.kappa;
  slip_({launch.q, point.w, point.tau, theta_}, {slips_});
  const bool steers = point.tau > shortest_steered * time_;
  r_.resize(rows_.size());
  u_.resize(rows_.size());
  for (size_t i = 0; i < members_.size(); ++i) {
    const CoulombContact& c = rows_.contacts()[i];
    const Index entry = members_[i], first = contacts_.tangents_of(entry).first;
    r_[c.row] = point.lambda[entry];
    u_[c.row] = steers ? rate(gap_left(point.gaps, entry, launch), point.tau)
                       : start_.gradients().col(entry).dot(point.w);
    r_.segment(c.row + 1, c.tangents) = point.rho.segment(first, c.tangents);
    u_.segment(c.row + 1, c.tangents) = slips_.segment(first, c.tangents);
  }
  b_ = u_;
  b_.noalias() -= W_ * r_;
}

RestingContacts::Verdict RestingContacts::judge(FlightPoint& point, Launch& launch) {
  if (members_.empty()) return Verdict::lawful;
  measure(point, launch);
  const CoulombProblem posed = problem(launch);
  const double limit = coulomb_limit(posed);
  if (coulomb_residual(posed, r_) <= limit) return Verdict::lawful;
  before_ = r_;
  StepReport report = coulomb_.solve_from(posed, r_);
  statistics_.add(report.statistics);
  if (!report.ok()) {
    name_culprits(report);
    why_ = report;
    return Verdict::lost;
  }
  change();
  if (moves_the_same(launch, limit)) {
    spread(r_, point.lambda, point.rho);
    point.nu = reactions_.head(point.nu.size());
    point.kappa = reactions_.tail(point.kappa.size());
    return Verdict::lawful;
  }
  u_.noalias() += W_ * change_;
  trials_ += read_modes(launch) ? 1 : same_again;
  if (trials_ > most_trials) {
    why_ = {.status = StepStatus::no_admissible_impulse,
            .message = "no flight of " + brief(point.tau) + " s at t = " + brief(launch.t) +
                       " s follows Coulomb's law at the contacts " + contacts_.names(members_)};
    return Verdict::lost;
  }
  w_ = point.w + dw_;
  write(point.tau, launch);
  return Verdict::refuted;
}

/// True if the impulses r_ may stand for those of the flight: nothing moves otherwise, and none is
/// at a contact that is not held.
bool RestingContacts::moves_the_same(const Launch& launch, double limit) {
  if (!(dw_.lpNorm<Eigen::Infinity>() * launch.h <= same_motion * length_)) return false;
  speeds_.noalias() = W_ * change_;
  if (!(speeds_.lpNorm<Eigen::Infinity>() <= limit)) return false;
  for (size_t i = 0; i < members_.size(); ++i)
    if (launch.held[members_[i]] == 0.0 && r_[rows_.contacts()[i].row] > 0.0) return false;
  return true;
}

}  // namespace ricochet
