#include "ricochet/flight/resting_contacts.hpp"

#include "ricochet/flight/flight_quantities.hpp"
#include "ricochet/steppers/force_impulses.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ricochet {
namespace {

constexpr int forecasts = 4;         // steps of a fixed point that foresees a flight
constexpr double law_slack = 1e-12;  // of .length per step, by which a flight may miss the law
constexpr double gap_noise = 1e-13;  // of .length: the gap of a contact that is held

}  // namespace

RestingContacts::RestingContacts(const System& s, const Discretization& d, const Backend& backend,
                                 bool rubs, ContactLanding::Options options)
    : contacts_(s.contacts()),
      length_(s.length()),
      time_(s.specification().time),
      gap_tolerance_(s.tolerances().gap),
      rubs_(rubs),
      coulomb_(backend, most_posed(s), most_tangents(s), {.select = options.select, .time = time_}),
      start_(s),
      landing_(s, backend, options),
      friction_(Vector::Zero(s.m())),
      w_(s.n()),
      misses_(s.n()),
      f_(s.k()),
      gaps_(s.m()),
      slips_(contacts_.tangents()),
      kick_(s.n()),
      missed_rows_(static_cast<Index>(s.specification().omega.size())),
      rates_(Vector::Zero(s.k() + missed_rows_.size())),
      lambda_(s.m()),
      rho_(contacts_.tangents()) {
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), w = Expr::sym("w", s.n());
  const Expr tau = Expr::sym("tau"), t = Expr::sym("t"), theta = s.parameter_symbols();
  const Expr x = q + tau * w, slip = mean_slip(s, d, q, w, tau);
  slow_slip_ = slowest_slip(s);
  motion_ =
      Kernel("foreseen_motion", {q, w, p, t, tau, theta},
             {densify(p + d.D1Ld_mean(s, q, w, tau) + force_at_start(s, d, q, w, t, tau)),
              densify(s.f(x)), densify(s.g(x)), densify(slip), densify(mean_rows(s, d, q, w, tau))},
             true);
  slip_ = Kernel("slip", {q, w, tau, theta}, {densify(slip)});
  set_parameters(s);
}

void RestingContacts::set_parameters(const System& s) {
  start_.set_parameters(s);
  landing_.set_parameters(s);
  theta_ = s.parameter_values();
  if (!rubs_) return;
  const Matrix law = s.contact_values();
  for (Index i = 0; i < s.m(); ++i)
    if (const auto [first, last] = contacts_.tangents_of(i); first < last)
      friction_[i] = law(1, contacts_.row(i));
}

void RestingContacts::begin(const Mask& resting, const Launch& launch) {
  indices(resting, members_);
  modes_.assign(members_.size(), Mode::sticks);
  sides_.assign(members_.size(), 0.0);
  if (members_.empty()) return;
  start_.place(launch.q);
  start_.choose(members_, true);
  rows_.take(contacts_, members_, friction_);
  W_ = start_.D()(rows_.columns(), rows_.columns());
}

StepReport RestingContacts::assume(double tau, Launch& launch) {
  if (launch.keeps) keep_gaps(launch);
  StepReport report = foresee(tau, launch);
  if (report.status != StepStatus::infeasible || launch.keeps) return report;
  keep_gaps(launch);
  return foresee(tau, launch);
}

/// From now on what is left of the gaps stays.
void RestingContacts::keep_gaps(Launch& launch) {
  launch.keeps = true;
  launch.kept.setZero(contacts_.entries());
  w_.setZero();
  motion_({launch.q, w_, launch.p, launch.t, 0.0, theta_},
          {misses_, f_, gaps_, slips_, missed_rows_});
  for (const Index i : members_)
    if (std::abs(gaps_[i]) <= gap_tolerance_) launch.kept[i] = gaps_[i];
}

StepReport RestingContacts::foresee(double tau, Launch& launch) {
  trials_ = 0;
  p_ = launch.p;
  if (launch.impact) p_ += 2.0 * launch.direction;
  start_.velocity(p_, w_);
  start_.constrain(w_);
  if (rubs_) launch_slips_.noalias() = start_.tangents().transpose() * w_;
  r_.setZero(rows_.size());
  for (int k = 0; k < forecasts; ++k) {
    forecast(tau, launch);
    StepReport report =
        k == 0 ? coulomb_.solve(problem(launch), r_) : coulomb_.solve_from(problem(launch), r_);
    name_culprits(report);
    statistics_.add(report.statistics);
    if (!report.ok()) return report;
    change();
    w_ += dw_;
    u_.noalias() = W_ * r_;
    u_ += b_;
    if (!read_modes(launch)) break;
  }
  write(tau, launch);
  return {.status = StepStatus::converged};
}

/// One step towards the motion w with the impulses r, and what a change of r does from there.
void RestingContacts::forecast(double tau, const Launch& launch) {
  before_ = r_;
  motion_({launch.q, w_, p_, launch.t, tau, theta_}, {misses_, f_, gaps_, slips_, missed_rows_});
  spread(r_, lambda_, rho_);
  kick_ = misses_;
  kick_ += start_.gradients() * lambda_;
  if (rho_.size() > 0) kick_ += start_.tangents() * rho_;
  dw_.resize(w_.size());
  start_.accelerate(kick_, dw_);
  start_.constrain(dw_);
  reactions_ = -start_.reactions().multipliers();
  const bool steers = tau > shortest_steered * time_;
  if ((steers && f_.size() > 0) || missed_rows_.size() > 0) {
    rates_.setZero();
    if (steers) rates_.head(f_.size()) = f_ / tau;
    rates_.tail(missed_rows_.size()) = missed_rows_;
    start_.reactions().slow(dw_, rates_);
    reactions_ -= start_.reactions().multipliers();
  }
  b_.setZero(rows_.size());
  b_.noalias() -= W_ * r_;
  for (size_t i = 0; i < members_.size(); ++i) {
    const CoulombContact& contact = rows_.contacts()[i];
    const auto G = start_.gradients().col(members_[i]);
    b_[contact.row] +=
        G.dot(dw_) + (steers ? rate(gap_left(gaps_, members_[i], launch), tau) : G.dot(w_));
    const Index first = contacts_.tangents_of(members_[i]).first;
    for (Index j = 0; j < contact.tangents; ++j)
      b_[contact.row + 1 + j] += start_.tangents().col(first + j).dot(dw_) + slips_[first + j];
  }
  w_ += dw_;
}

double RestingContacts::gap_left(const Vector& gaps, Index i, const Launch& launch) {
  return launch.keeps ? gaps[i] - launch.kept[i] : gaps[i];
}

/// The rate at which a gap that was closed opens.
double RestingContacts::rate(double gap, double tau) const {
  const double noise = gap_noise * length_;
  return (gap > 0.0 ? std::max(gap - noise, 0.0) : std::min(gap + noise, 0.0)) / tau;
}

/// What the change of the impulses to r_ does: dw_ and other reactions of the constraints.
void RestingContacts::change() {
  change_ = r_ - before_;
  spread(change_, lambda_, rho_);
  kick_ = start_.gradients() * lambda_;
  if (rho_.size() > 0) kick_ += start_.tangents() * rho_;
  start_.accelerate(kick_, dw_);
  start_.constrain(dw_);
  reactions_ -= start_.reactions().multipliers();
}

CoulombProblem RestingContacts::problem(const Launch& launch) const {
  return {.W = W_, .b = b_, .contacts = rows_.contacts(), .limit = length_ * law_slack / launch.h};
}

/// The modes of the impulses r_ and the speeds u_, by the natural map; true if they have changed.
bool RestingContacts::read_modes(const Launch& launch) {
  const CoulombProblem posed = problem(launch);
  const double least = least_mobility(posed);
  bool changed = false;
  for (size_t i = 0; i < modes_.size(); ++i) {
    const CoulombContact& c = rows_.contacts()[i];
    const double mobility = std::max(W_(c.row, c.row), least);
    const double pressed = r_[c.row] - u_[c.row] / mobility;
    const double pulled =
        (r_.segment(c.row + 1, c.tangents) - u_.segment(c.row + 1, c.tangents) / mobility).norm();
    const Mode mode = pressed < 0.0                    ? Mode::opens
                      : pulled <= c.friction * pressed ? Mode::sticks
                                                       : Mode::slides;
    const Mode read = c.tangents == 0 || c.friction == 0.0
                          ? (mode == Mode::opens ? Mode::opens : Mode::slides)
                          : mode;
    changed = changed || read != modes_[i];
    modes_[i] = read;
    if (c.tangents != 1 || read != Mode::slides) continue;
    const double side = r_[c.row + 1] - u_[c.row + 1] / mobility > 0.0 ? 1.0 : -1.0;
    changed = changed || side != sides_[i];
    sides_[i] = side;
  }
  return changed;
}

/// Modes and what is expected, as the square system of a flight knows them.
void RestingContacts::write(double tau, Launch& launch) const {
  launch.held.setZero();
  launch.pinned.setZero();
  launch.drag.setZero();
  launch.rub.setZero();
  for (size_t i = 0; i < members_.size(); ++i) {
    const CoulombContact& c = rows_.contacts()[i];
    if (modes_[i] == Mode::opens) continue;
    launch.held[members_[i]] = 1.0;
    const Index first = contacts_.tangents_of(members_[i]).first;
    if (modes_[i] == Mode::sticks)
      launch.pinned.segment(first, c.tangents).setOnes();
    else if (c.tangents == 1)
      launch.drag[first] = c.friction * sides_[i];
    else
      launch.rub.segment(first, c.tangents).setConstant(c.friction);
  }
  launch.forecast.tau = tau;
  launch.forecast.w = w_;
  launch.forecast.nu = reactions_.head(f_.size());
  launch.forecast.kappa = reactions_.tail(reactions_.size() - f_.size());
  spread(r_, launch.forecast.lambda, launch.forecast.rho);
}

/// Impulses of the rows as those of all contacts.
void RestingContacts::spread(const Vector& r, Vector& lambda, Vector& rho) const {
  lambda.setZero(contacts_.entries());
  rho.setZero(contacts_.tangents());
  for (size_t i = 0; i < members_.size(); ++i) {
    const CoulombContact& c = rows_.contacts()[i];
    lambda[members_[i]] = r[c.row];
    rho.segment(contacts_.tangents_of(members_[i]).first, c.tangents) =
        r.segment(c.row + 1, c.tangents);
  }
}

void RestingContacts::name_culprits(StepReport& report) const {
  if (report.ok()) return;
  std::vector<Index> culprits;
  for (const Index i : coulomb_.culprits()) culprits.push_back(members_[static_cast<size_t>(i)]);
  report.message = "resting contacts " + contacts_.names(culprits) + ": " + report.message;
}

StepReport RestingContacts::land(Flight& flight, const FlightPoint& point, Launch& launch,
                                 Multipliers& force) {
  if (members_.empty()) return flight.land(launch, point, launch.p, force);
  slip_({launch.q, point.w, point.tau, theta_}, {slips_});
  return landing_.land(members_, friction_, slips_, flight, point, launch, force);
}

}  // namespace ricochet
