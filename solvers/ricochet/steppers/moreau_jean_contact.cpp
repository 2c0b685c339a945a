#include "ricochet/steppers/moreau_jean_contact.hpp"

#include <limits>

namespace ricochet {
namespace {

constexpr double law_limit = 1e-11;  // of the speed length / time
constexpr double solved = 1e-13;     // velocity that is missing, of the same
constexpr double roundings = 8.0;    // that positions and velocities may leave
constexpr int newton_limit = 40;
constexpr size_t small_island = 24;  // contacts and constraints, up to which bands gain nothing

}  // namespace

MoreauJeanContact::MoreauJeanContact(const System& s, const Backend& backend)
    : speed_(s.length() / s.specification().time),
      motion_(s),
      gradients_(s),
      islands_(s.contacts(), motion_.masses(), gradients_),
      response_(s),
      law_(s, backend),
      in_bands_(backend.direct()),
      network_(s),
      theta_(s.parameter_values()),
      push_(s.n()),
      rebound_(s.m()),
      slip_rebound_(s.contacts().tangents()) {}

void MoreauJeanContact::set_parameters(const System& s) {
  theta_ = s.parameter_values();
  motion_.set_parameters(s);
  law_.set_parameters(s);
}

StepReport MoreauJeanContact::solve(const Step& from, double h, const Vector& x, const Vector& v0,
                                    Step& to) {
  StepReport report{.status = StepStatus::converged};
  gradients_.place({x, theta_});
  islands_.join(to.contacts.predicted);
  for (const Island& island : islands_.touching()) set_rebound(island, v0);
  v_ = v0;
  found_.normal.setZero(rebound_.size());
  found_.tangential.setZero(slip_rebound_.size());
  found_.reactions.setZero(gradients_.C().columns());
  for (int i = 0; i < newton_limit; ++i) {
    if (!motion_.evaluate(from.state, v_, h))
      return {.status = StepStatus::not_finite, .message = "forces in the step"};
    bool done = true;
    for (const Island& island : islands_.all()) {
      response_.take(island, motion_.inertia(), gradients_);
      response_.choose(law_.friction());
      if (i > 0 && missed_by(island) <= round_off(x, h)) continue;
      done = false;
      report.merge(improve(island));
      if (!report.ok()) return report;
    }
    if (done) {
      hand_over(to.force);
      return report;
    }
    ++report.statistics.newton_iterations;
  }
  report.status = StepStatus::iteration_limit;
  report.message = "no velocity fits the forces at the end of the step";
  return report;
}

/// What nothing can improve.
double MoreauJeanContact::round_off(const Vector& x, double h) const {
  const double digits = roundings * std::numeric_limits<double>::epsilon();
  return solved * speed_ +
         digits * (v_.lpNorm<Eigen::Infinity>() + x.lpNorm<Eigen::Infinity>() / h);
}

/// e P v0 along the rows of the island, with the masses alone.
void MoreauJeanContact::set_rebound(const Island& island, const Vector& v0) {
  response_.take(island, motion_.masses(), gradients_);
  response_.choose(law_.friction());
  auto v = v_part_.column(response_.coordinates()), nu = nu_part_.column(response_.constraints());
  auto u = b_part_.column(response_.rows());
  u.setZero();
  if (law_.bounces(island)) {
    const bool constrained = constrained_in_band(island, v0);
    gather(island.coordinates, constrained ? trial_ : v0, v);
    if (!constrained) response_.constrain(v, nu);
    response_.speeds(v, u);
    u *= law_.restitution(island, response_, u).e;
  }
  response_.scatter(u, rebound_, slip_rebound_);
}

bool MoreauJeanContact::take_network(const Island& island, const BlockCholesky& inertia,
                                     bool contacts) {
  if (!in_bands_ || island.contacts.size() + island.constraints.size() <= small_island)
    return false;
  network_.take(island, inertia, gradients_, law_.friction(), contacts);
  if (!network_.narrow()) return false;
  network_.form();
  return true;
}

/// trial_: what the constraints leave of v0.
bool MoreauJeanContact::constrained_in_band(const Island& island, const Vector& v0) {
  if (!take_network(island, motion_.masses(), false)) return false;
  SolverStatistics none;
  trial_ = v0;
  network_.free(trial_, rebound_, slip_rebound_);
  auto y = y_.column(network_.rows());
  if (!newton_.solve(network_, law_limit * speed_, none, y)) return false;
  network_.push(y, trial_);
  return true;
}

/// The iteration of improve(). Needs the island in response_, with the inertia of the step.
bool MoreauJeanContact::improved_in_band(const Island& island, StepReport& report) {
  if (!take_network(island, motion_.inertia(), true)) return false;
  auto f = f_part_.column(response_.coordinates());
  gather(island.coordinates, motion_.missing(), f);
  response_.accelerate(f);
  trial_ = v_;
  for (Index i = 0; i < f.size(); ++i) trial_[island.coordinates[static_cast<size_t>(i)]] -= f[i];
  network_.free(trial_, rebound_, slip_rebound_);
  auto y = y_.column(network_.rows());
  if (!newton_.solve(network_, law_limit * speed_, report.statistics, y)) return false;
  network_.push(y, trial_);
  network_.scatter(y, found_.normal, found_.tangential, found_.reactions);
  for (const Index i : island.coordinates) v_[i] = trial_[i];
  return true;
}

/// The velocity that R - H r - C nu stands for.
double MoreauJeanContact::missed_by(const Island& island) {
  auto f = f_part_.column(response_.coordinates()), nu = nu_part_.column(response_.constraints());
  auto r = r_part_.column(response_.rows());
  gather(island.constraints, found_.reactions, nu);
  response_.gather(found_.normal, found_.tangential, r);
  gather(island.coordinates, motion_.missing(), f);
  f = -f;
  response_.add_impulses(r, nu, f);
  response_.accelerate(f);
  return f.lpNorm<Eigen::Infinity>();
}

/// One iteration: K (v - v_old) = -R + H r + C nu with C^T v = 0 and Coulomb's law.
StepReport MoreauJeanContact::improve(const Island& island) {
  StepReport report{.status = StepStatus::converged};
  if (improved_in_band(island, report)) return report;
  auto v = v_part_.column(response_.coordinates()), f = f_part_.column(response_.coordinates());
  auto nu = nu_part_.column(response_.constraints());
  gather(island.coordinates, motion_.missing(), f);
  gather(island.coordinates, v_, v);
  response_.accelerate(f);
  v -= f;
  response_.constrain(v, nu);
  if (!island.contacts.empty()) {
    response_.respond();
    auto r = r_part_.column(response_.rows()), b = b_part_.column(response_.rows());
    response_.gather(rebound_, slip_rebound_, r);
    response_.speeds(v, b);
    b += r;
    response_.gather(found_.normal, found_.tangential, r);
    const CoulombProblem problem{
        .W = response_.W(), .b = b, .contacts = response_.contacts(), .limit = law_limit * speed_};
    report.merge(r.isZero(0.0) ? law_.solve(island, problem, r)
                               : law_.solve_near(island, problem, r));
    if (!report.ok()) return report;
    response_.push(r, v, nu);
    response_.scatter(r, found_.normal, found_.tangential);
  }
  scatter(island.coordinates, v, v_);
  scatter(island.constraints, nu, found_.reactions);
  return report;
}

void MoreauJeanContact::hand_over(Multipliers& force) const {
  force.lambda = found_.normal;
  force.rho = found_.tangential;
  force.nu = found_.reactions.head(force.nu.size());
  force.kappa = found_.reactions.tail(force.kappa.size());
}

const Vector& MoreauJeanContact::push(const Multipliers& force) {
  push_.setZero();
  gradients_.add_impulses(force.lambda, force.rho, push_);
  return push_;
}

}  // namespace ricochet
