#include "ricochet/contact/friction_modes.hpp"

#include "ricochet/flight/flight_problems.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr long most_trials = 1024;   // all combinations of five contacts
constexpr double cone_slack = 1e-9;  // relative

}  // namespace

FrictionModes::FrictionModes(const System& s, const Discretization& d)
    : speed_tolerance_(s.tolerances().speed), slip_(s.contacts().tangents()) {
  for (Index i = 0; i < s.m(); ++i) {
    const auto [first, last] = s.contacts().tangents_of(i);
    if (first == last) continue;
    all_.push_back({.entry = i, .first = first, .count = last - first});
    rows_.push_back(s.contacts().row(i));
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

bool FrictionModes::governs(Index entry) const {
  return std::any_of(active_.begin(), active_.end(),
                     [&](const Contact& c) { return c.entry == entry; });
}

void FrictionModes::neglect(Index entry, double impulse) {
  for (Contact& c : all_)
    if (c.entry == entry) c.least = impulse;
}

void FrictionModes::begin(const Mask& closed, const Vector& slip) {
  active_.clear();
  trial_ = -1;
  exhausted_ = false;
  for (Contact c : all_) {
    if (closed[c.entry] == 0.0 || !(c.friction > 0.0)) continue;
    const Tangential s = part(c, slip);
    if (s.norm() > speed_tolerance_) c.mode = toward(c, s);
    active_.push_back(c);
  }
}

FrictionModes::Tangential FrictionModes::part(const Contact& c, const Vector& all) {
  Tangential s = Tangential::Zero();
  s.head(c.count) = all.segment(c.first, c.count);
  return s;
}

bool FrictionModes::slides(const Contact& c) {
  return c.mode == Mode::slides || c.mode == Mode::slides_back;
}

FrictionModes::Tangential FrictionModes::heading(const Contact& c) {
  return c.mode == Mode::slides_back ? Tangential(-c.direction) : c.direction;
}

/// The mode of sliding along a slip; in space its direction becomes the one to search near.
FrictionModes::Mode FrictionModes::toward(Contact& c, const Tangential& slip) {
  if (c.count == 1) return slip[0] < 0.0 ? Mode::slides_back : Mode::slides;
  if (slip.norm() > 0.0) c.direction = slip.normalized();
  return Mode::slides;
}

void FrictionModes::go_on() {
  std::erase_if(active_, [](const Contact& c) { return c.mode == Mode::opens; });
  for (Contact& c : active_) c.tried = {};
  trial_ = -1;
}

void FrictionModes::write(Mask& held, Mask& pinned, Vector& drag, Vector& rub,
                          Vector& nudge) const {
  write_end(pinned, drag);
  rub.setZero();
  nudge.setZero();
  for (const Contact& c : active_) {
    held[c.entry] = c.mode == Mode::opens ? 0.0 : 1.0;
    if (!slides(c) || c.count == 1) continue;
    drag.segment(c.first, c.count).setZero();
    rub.segment(c.first, c.count).setConstant(c.friction);
    nudge.segment(c.first, c.count) = c.excess * heading(c).head(c.count);
  }
}

void FrictionModes::write_end(Mask& pinned, Vector& drag) const {
  pinned.setZero();
  drag.setZero();
  for (const Contact& c : active_) {
    if (c.mode == Mode::sticks) pinned.segment(c.first, c.count).setOnes();
    if (slides(c)) drag.segment(c.first, c.count) = -c.friction * heading(c).head(c.count);
  }
}

bool FrictionModes::confirmed(const Contact& c, const Vector& lambda, const Vector& rho,
                              const Vector& slip) const {
  const double pressed = lambda[c.entry];
  if (c.mode == Mode::opens) return pressed <= c.least;
  if (pressed < -c.least) return false;
  const Tangential push = part(c, rho), motion = part(c, slip);
  if (c.mode == Mode::sticks) {
    const double most = c.friction * std::max(pressed, 0.0);
    return push.norm() <= most * (1.0 + cone_slack) + c.least;
  }
  if (c.count == 1) return heading(c).dot(motion) >= -speed_tolerance_;
  return push.dot(motion) <= speed_tolerance_ * push.norm();
}

bool FrictionModes::confirm(const Vector& lambda, const Vector& rho, const Vector& slip) {
  bool all = true, revised = true;
  for (const Contact& c : active_) all = all && confirmed(c, lambda, rho, slip);
  if (all) {
    align(slip);
    return true;
  }
  if (trial_ < 0)
    for (Contact& c : active_)
      if (!confirmed(c, lambda, rho, slip)) revised = revise(c, lambda, rho) && revised;
  if (trial_ >= 0 || !revised) assume_next();
  return false;
}

/// The mode that a refuted one suggests, among those not tried yet; false if there is none.
bool FrictionModes::revise(Contact& c, const Vector& lambda, const Vector& rho) const {
  c.tried[static_cast<size_t>(c.mode)] = true;
  Mode first = Mode::sticks, second = Mode::slides;
  if (lambda[c.entry] < -c.least) {
    first = Mode::opens;
    second = Mode::sticks;
  } else if (c.mode == Mode::sticks) {  // it slides against what friction cannot hold
    const Tangential needed = part(c, rho);
    c.excess = needed.norm() - c.friction * std::max(lambda[c.entry], 0.0);
    first = toward(c, -needed);
  }
  return assume(c, {first, second, Mode::slides, Mode::slides_back, Mode::opens});
}

void FrictionModes::sinks(Index entry, const Vector& slip) {
  bool revised = trial_ < 0;
  for (Contact& c : active_) {
    if (c.entry != entry || !revised) continue;
    c.tried[static_cast<size_t>(c.mode)] = true;
    revised = assume(c, {toward(c, part(c, slip)), Mode::sticks, Mode::slides, Mode::slides_back});
  }
  if (!revised) assume_next();
}

/// The first of some modes that was not tried yet; false if all were.
bool FrictionModes::assume(Contact& c, std::initializer_list<Mode> preferred) {
  const auto next = std::find_if(preferred.begin(), preferred.end(),
                                 [&](Mode m) { return !c.tried[static_cast<size_t>(m)]; });
  if (next == preferred.end()) return false;
  c.mode = *next;
  return true;
}

/// In space the end of a flight rubs in the direction found for the flight: that of its middle, so
/// that both ends together are of second order.
void FrictionModes::align(const Vector& slip) {
  for (Contact& c : active_)
    if (const Tangential s = part(c, slip);
        slides(c) && c.count > 1 && s.norm() > speed_tolerance_) {
      c.direction = s.normalized();
      c.mode = Mode::slides;
    }
}

/// The next of all combinations.
void FrictionModes::assume_next() {
  long code = ++trial_;
  for (Contact& c : active_) {
    c.mode = static_cast<Mode>(code % modes);
    code /= modes;
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
