#pragma once

#include "ricochet/certify/contact_groups.hpp"

#include <vector>

namespace ricochet {

/// The restitution that the contacts of a step have: one for all that act on each other, the least
/// of those that are approached. Where none is it is 0, without friction the least of all.
class SharedRestitution {
 public:
  /// forces: see ContactGroups.
  SharedRestitution(const System& s, bool forces);

  void set_parameters(const System& s);
  /// True if a contact has one above 0.
  [[nodiscard]] bool any(const std::vector<Index>& contacts) const;
  /// With the normal speeds of all contacts before the impact [m/s].
  void form(const std::vector<Index>& contacts, const Vector& before);
  /// Of a contact that takes part.
  [[nodiscard]] double of(Index contact) const;
  /// True if one of its group is approached.
  [[nodiscard]] bool strikes(Index contact) const;
  [[nodiscard]] Index group_of(Index contact) const { return groups_.of(contact); }
  [[nodiscard]] const ContactGroups& groups() const { return groups_; }

 private:
  double speed_tolerance_;
  ContactTable table_;
  ContactGroups groups_;
  Vector e_, mu_;              // per entry of g
  Vector least_, approached_;  // per group; 2: no contact
};

}  // namespace ricochet
