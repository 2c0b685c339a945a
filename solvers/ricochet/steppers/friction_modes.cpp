#include "ricochet/steppers/friction_modes.hpp"

#include "ricochet/steppers/flight_problems.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr long revisions_per_contact = 4;  // before all modes are tried in turn
constexpr long most_trials = 6561;         // 3^8: of a stick and two signs for eight contacts
constexpr double cone_slack = 1e-9;        // relative

}  // namespace

FrictionModes::FrictionModes(const System& s, const Discretization& d)
    : speed_tolerance_(s.tolerances().speed),
      impulse_tolerance_(s.tolerances().impulse),
      slip_(static_cast<Index>(s.tangent_rows().size())) {
  const std::vector<Index>& rows = s.tangent_rows();
  for (size_t j = 0; j < rows.size(); ++j) {
    if (j == 0 || rows[j] != rows[j - 1]) {
      all_.push_back({.entry = s.gap_rows()[static_cast<size_t>(rows[j])].first,
                      .first = static_cast<Index>(j)});
      rows_.push_back(rows[j]);
    }
    ++all_.back().count;
  }
  const Expr q = Expr::sym("q", s.n()), p = Expr::sym("p", s.n()), w = Expr::sym("w", s.n());
  const Expr tau = Expr::sym("tau"), rho = Expr::sym("rho", slip_.size());
  const Expr theta = s.parameter_symbols(), T = s.T(q);
  slip_at_ = Kernel("slip_at", {q, p, theta}, {mtimes(T.T(), launch_velocity(s, q, p))});
  slip_of_ = Kernel("slip_of", {q, w, tau, theta}, {mean_slip(s, d, q, w, tau)});
  push_ = Kernel("push", {q, rho, theta}, {mtimes(T, rho)});
  set_parameters(s);
}

void FrictionModes::set_parameters(const System& s) {
  if (theta_.size() > 0 && theta_ == s.parameter_values()) return;
  theta_ = s.parameter_values();
  const Matrix law = s.contact_values();
  for (size_t c = 0; c < all_.size(); ++c) all_[c].friction = law(1, rows_[c]);
}

void FrictionModes::begin(const Mask& held, const Vector& slip) {
  active_.clear();
  revisions_ = 0;
  trial_ = -1;
  exhausted_ = false;
  for (Contact c : all_) {
    if (held[c.entry] == 0.0 || !(c.friction > 0.0)) continue;
    const Tangential s = part(c, slip);
    c.sticks = !(s.norm() > speed_tolerance_);
    if (!c.sticks) c.direction = s.normalized();
    active_.push_back(c);
  }
}

FrictionModes::Tangential FrictionModes::part(const Contact& c, const Vector& all) {
  Tangential s = Tangential::Zero();
  s.head(c.count) = all.segment(c.first, c.count);
  return s;
}

void FrictionModes::go_on() {
  revisions_ = 0;
  trial_ = -1;
}

void FrictionModes::write(Mask& pinned, Vector& drag, Vector& rub, Vector& nudge) const {
  write_end(pinned, drag);
  rub.setZero();
  nudge.setZero();
  for (const Contact& c : active_) {
    if (c.sticks || c.count == 1) continue;
    drag.segment(c.first, c.count).setZero();
    rub.segment(c.first, c.count).setConstant(c.friction);
    nudge.segment(c.first, c.count) = c.excess * c.direction.head(c.count);
  }
}

void FrictionModes::write_end(Mask& pinned, Vector& drag) const {
  pinned.setZero();
  drag.setZero();
  for (const Contact& c : active_) {
    if (c.sticks)
      pinned.segment(c.first, c.count).setOnes();
    else
      drag.segment(c.first, c.count) = -c.friction * c.direction.head(c.count);
  }
}

bool FrictionModes::confirmed(const Contact& c, const Vector& lambda, const Vector& rho,
                              const Vector& slip) const {
  const double most = c.friction * std::max(lambda[c.entry], 0.0);
  const Tangential push = part(c, rho), motion = part(c, slip);
  if (!c.sticks && c.count == 1) return c.direction.dot(motion) >= -speed_tolerance_;
  if (!c.sticks) return push.dot(motion) <= speed_tolerance_ * push.norm();
  return push.norm() <= most * (1.0 + cone_slack) + impulse_tolerance_;
}

bool FrictionModes::confirm(const Vector& lambda, const Vector& rho, const Vector& slip) {
  const auto pulls = [&](const Contact& c) { return lambda[c.entry] < -impulse_tolerance_; };
  if (std::erase_if(active_, pulls) > 0) return false;  // no friction where nothing presses
  bool all = true;
  for (const Contact& c : active_) all = all && confirmed(c, lambda, rho, slip);
  if (all) {
    align(slip);
    return true;
  }
  if (++revisions_ > revisions_per_contact * static_cast<long>(active_.size())) {
    assume_next();
    return false;
  }
  for (Contact& c : active_) {
    if (confirmed(c, lambda, rho, slip)) continue;
    if (c.sticks) {  // it slides against what friction cannot hold
      const Tangential needed = part(c, rho);
      c.direction = -needed.normalized();
      c.excess = needed.norm() - c.friction * std::max(lambda[c.entry], 0.0);
    }
    c.sticks = !c.sticks;
  }
  return false;
}

/// In space the end of a flight rubs in the direction found for the flight: that of its middle, so
/// that both ends together are of second order.
void FrictionModes::align(const Vector& slip) {
  for (Contact& c : active_)
    if (const Tangential s = part(c, slip); !c.sticks && c.count > 1 && s.norm() > speed_tolerance_)
      c.direction = s.normalized();
}

void FrictionModes::refute() {
  revisions_ = revisions_per_contact * static_cast<long>(active_.size());
  assume_next();
}

/// The next of all combinations: every contact sticks, slides one way or the other.
void FrictionModes::assume_next() {
  long code = ++trial_;
  for (Contact& c : active_) {
    const long mode = code % 3;
    code /= 3;
    c.sticks = mode == 0;
    if (c.direction.norm() == 0.0) c.direction = Tangential::UnitX();
    if (c.count == 1) c.direction[0] = mode == 1 ? 1.0 : -1.0;
  }
  exhausted_ = code > 0 || trial_ > most_trials;
}

const Vector& FrictionModes::slip_at(const Vector& q, const Vector& p) {
  slip_at_({q, p, theta_}, {slip_});
  return slip_;
}

const Vector& FrictionModes::slip_of(const Vector& q, const Vector& w, double tau) {
  slip_of_({q, w, tau, theta_}, {slip_});
  return slip_;
}

void FrictionModes::push(const Vector& q, const Vector& rho, Vector& momentum) {
  momentum.resize(q.size());
  push_({q, rho, theta_}, {momentum});
}

}  // namespace ricochet
