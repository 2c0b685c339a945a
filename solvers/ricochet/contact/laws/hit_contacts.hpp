#pragma once

#include "ricochet/contact/impact_law.hpp"

#include <string>
#include <vector>

namespace ricochet {

/// The contacts of one impact and what impulses do among them: u+ = u + W l, with a row for the
/// normal of every contact that is hit and behind these one for each of their tangents. Contacts
/// that leave take no part: restitution would let them approach. If the others drive them in, they
/// are struck at once.
class HitContacts {
 public:
  explicit HitContacts(const System& s)
      : table_(s.contacts()), speed_tolerance_(s.tolerances().speed) {}

  void take(const ImpactState& at);

  [[nodiscard]] Index count() const { return static_cast<Index>(contacts_.size()); }  ///< normals
  [[nodiscard]] Index rows() const { return u_.size(); }
  [[nodiscard]] const std::vector<Index>& contacts() const { return contacts_; }
  [[nodiscard]] const ContactTable& table() const { return table_; }
  [[nodiscard]] Index contact(Index i) const { return contacts_[static_cast<size_t>(i)]; }
  [[nodiscard]] const std::string& name(Index i) const { return table_.name(contact(i)); }
  /// The rows of the tangents of contact i.
  [[nodiscard]] ContactTable::Extent tangents(Index i) const {
    return {first_[static_cast<size_t>(i)], first_[static_cast<size_t>(i) + 1]};
  }
  [[nodiscard]] const Matrix& W() const { return W_; }
  [[nodiscard]] const Vector& u() const { return u_; }

  /// Numbers of all contacts, those of the ones that are hit.
  [[nodiscard]] Vector of_these(const Vector& numbers) const;
  /// The impulses of all contacts, and the momentum that they give.
  void conclude(const Vector& l, const ImpactState& at, ImpactOutcome& outcome) const;

 private:
  ContactTable table_;
  double speed_tolerance_;
  std::vector<Index> contacts_, first_;  // first_: row of the first tangent of each; the end
  std::vector<Index> columns_;           // of T, one per row of a tangent
  Matrix W_;
  Vector u_;
};

}  // namespace ricochet
