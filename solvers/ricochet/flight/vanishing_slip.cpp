#include "ricochet/flight/resting_contacts.hpp"

#include <algorithm>
#include <limits>

/// Slips that vanish while a flight lasts.
///
/// Let d be the direction of a contact's slip where the flight begins. Had it rubbed against d with
/// full friction to the end, also where it sticks or turns round, its mean slip would be w and its
/// slip at the end v, as the Coulomb problems of the flight and of its landing have it:
///
///   w = d.(u_T + W (r' - r)_T) of the flight,   v = the same of the landing,   r'_T = -mu r_N d
///
/// What is left of the slip, min(w, 0) + v, is continuous in the length of the flight and linear
/// under constant forces. It vanishes where the contact comes to rest.
namespace ricochet {
namespace {

constexpr double slows = 0.5;  // the share of a slip that has to be lost for it to be looked at

}  // namespace

/// The contacts that lose this share of their slip, by their mean slip; their directions.
bool RestingContacts::find_slowing(const Launch& launch, double lost) {
  if (!rubs_ || launch_slips_.size() != contacts_.tangents()) return false;
  bool any = false;
  towards_.setZero(contacts_.tangents());
  for (size_t i = 0; i < members_.size(); ++i) {
    const CoulombContact& c = rows_.contacts()[i];
    if (c.tangents == 0 || c.friction == 0.0 || launch.held[members_[i]] == 0.0) continue;
    const Index first = contacts_.tangents_of(members_[i]).first;
    const auto slip = launch_slips_.segment(first, c.tangents);
    const double speed = slip.norm();
    if (speed <= slow_slip_) continue;
    const double mean = u_.segment(c.row + 1, c.tangents).dot(slip) / speed;
    if (2.0 * mean > (2.0 - lost) * speed) continue;
    towards_.segment(first, c.tangents) = slip / speed;
    any = true;
  }
  return any;
}

std::optional<SlipLeft> RestingContacts::slip_left(Flight& flight, const FlightPoint& point,
                                                   const Launch& launch, bool any) {
  constexpr double all = -std::numeric_limits<double>::infinity();
  if (members_.empty() || !find_slowing(launch, any ? all : slows)) return {};
  left_.setConstant(contacts_.entries(), std::numeric_limits<double>::infinity());
  if (!landing_.slips_left(members_, friction_, slips_, flight, point, launch, towards_, left_))
    return {};
  change_.setZero(r_.size());
  for (size_t i = 0; i < members_.size(); ++i) {
    const CoulombContact& c = rows_.contacts()[i];
    const Index first = contacts_.tangents_of(members_[i]).first;
    rub_against(towards_.segment(first, c.tangents), c, slow_slip_, u_, r_, change_);
  }
  speeds_ = u_;
  speeds_.noalias() += W_ * change_;
  SlipLeft least{.start = 1.0, .end = std::numeric_limits<double>::infinity()};
  for (size_t i = 0; i < members_.size(); ++i) {
    const CoulombContact& c = rows_.contacts()[i];
    const Index first = contacts_.tangents_of(members_[i]).first;
    const auto d = towards_.segment(first, c.tangents);
    const double mean = speeds_.segment(c.row + 1, c.tangents).dot(d);
    const double start = launch_slips_.segment(first, c.tangents).norm();
    const double end = left_[members_[i]] + std::min(mean, 0.0);
    if (d.isZero(0.0) || end * least.start >= least.end * start) continue;
    least = {.start = start, .end = end};
  }
  if (least.end == std::numeric_limits<double>::infinity()) return {};
  return least;
}

}  // namespace ricochet
