#include "ricochet/contact/pass_restitution.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double apart = 1e-12;  // of the mobilities: contacts that do not act on each other

}  // namespace

PassRestitution::PassRestitution(const System& s) : speed_tolerance_(s.tolerances().speed) {
  set_parameters(s);
}

void PassRestitution::set_parameters(const System& s) {
  const Matrix values = s.contact_values();
  e_.resize(s.m());
  for (Index i = 0; i < s.m(); ++i) e_[i] = values(0, s.contacts().row(i));
  lossy_ = s.m() > 0 && e_.minCoeff() < 1.0;
  begin();
}

void PassRestitution::choose(const ContactOperator& contacts, const std::vector<Index>& members,
                             const Mask& V, const Vector& speeds) {
  const auto size = static_cast<Index>(members.size());
  if (shared_.size() < size) shared_.resize(size);
  shared_.setOnes();
  differs_ = false;
  if (!lossy_) return;
  for (Index j = 0; j < size; ++j)
    if (V[j] != 0.0 && speeds[j] < -speed_tolerance_)
      shared_[j] = e_[members[static_cast<size_t>(j)]];
  share(contacts, V);
  for (Index j = 0; j < size; ++j)
    differs_ = differs_ || (V[j] != 0.0 && speeds[j] < -speed_tolerance_ &&
                            shared_[j] < e_[members[static_cast<size_t>(j)]]);
  keep_least(members, V);
}

void PassRestitution::rest(const std::vector<Index>& members, const Mask& V) {
  shared_.setZero();
  differs_ = true;
  keep_least(members, V);
}

void PassRestitution::keep_least(const std::vector<Index>& members, const Mask& V) {
  for (size_t j = 0; j < members.size(); ++j) {
    const auto member = static_cast<Index>(j);
    if (V[member] != 0.0) least_[members[j]] = std::min(least_[members[j]], shared_[member]);
  }
}

/// The least of each group of members that act on each other.
void PassRestitution::share(const ContactOperator& contacts, const Mask& V) {
  const auto D = contacts.D();
  for (bool changed = true; changed;) {
    changed = false;
    for (Index i = 0; i < contacts.size(); ++i)
      for (Index j = 0; j < contacts.size(); ++j) {
        if (V[i] == 0.0 || V[j] == 0.0 || !(shared_[i] < shared_[j])) continue;
        if (!(std::abs(D(i, j)) > apart * std::sqrt(D(i, i) * D(j, j)))) continue;
        shared_[j] = shared_[i];
        changed = true;
      }
  }
}

}  // namespace ricochet
