#include "ricochet/certify/shared_restitution.hpp"

#include <algorithm>

namespace ricochet {
namespace {

constexpr double none = 2.0;

}  // namespace

SharedRestitution::SharedRestitution(const System& s, bool forces)
    : speed_tolerance_(s.tolerances().speed),
      table_(s.contacts()),
      groups_(s, forces),
      e_(s.m()),
      mu_(s.m()),
      least_(s.n()),
      approached_(s.n()) {
  set_parameters(s);
}

void SharedRestitution::set_parameters(const System& s) {
  const Matrix numbers = s.contact_values();
  for (Index i = 0; i < s.m(); ++i) {
    e_[i] = numbers(0, table_.row(i));
    mu_[i] = numbers(1, table_.row(i));
  }
}

bool SharedRestitution::any(const std::vector<Index>& contacts) const {
  return std::any_of(contacts.begin(), contacts.end(), [&](Index i) { return e_[i] > 0.0; });
}

void SharedRestitution::form(const std::vector<Index>& contacts, const Vector& before) {
  groups_.form(contacts);
  least_.setConstant(none);
  approached_.setConstant(none);
  for (const Index i : contacts) {
    const Index group = groups_.of(i);
    least_[group] = mu_[i] > 0.0 ? 0.0 : std::min(least_[group], e_[i]);
    if (before[i] < -speed_tolerance_) approached_[group] = std::min(approached_[group], e_[i]);
  }
}

double SharedRestitution::of(Index contact) const {
  const Index group = groups_.of(contact);
  return strikes(contact) ? approached_[group] : least_[group];
}

bool SharedRestitution::strikes(Index contact) const {
  return approached_[groups_.of(contact)] < none;
}

}  // namespace ricochet
