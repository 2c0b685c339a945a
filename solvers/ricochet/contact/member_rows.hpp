#pragma once

#include "ricochet/contact/coulomb/coulomb_problem.hpp"
#include "ricochet/system.hpp"

#include <vector>

namespace ricochet {

/// How the members of a ContactOperator, chosen with their tangents, become the contacts of a
/// CoulombProblem: its rows stand contact by contact, behind the normal of each its tangents. One
/// with more than two tangents has no friction; they are left out.
class MemberRows {
 public:
  /// friction: of every entry of g, those of all contacts.
  void take(const ContactTable& table, const std::vector<Index>& members, const Vector& friction);

  [[nodiscard]] const std::vector<CoulombContact>& contacts() const { return contacts_; }
  [[nodiscard]] Index size() const { return static_cast<Index>(columns_.size()); }
  /// The column of the operator that each row belongs to.
  [[nodiscard]] const std::vector<Index>& columns() const { return columns_; }

 private:
  std::vector<CoulombContact> contacts_;
  std::vector<Index> columns_;
};

/// The most tangents that such a contact of a system has.
[[nodiscard]] Index most_tangents(const System& s);
/// The most contacts in the program of a backend that is not direct.
[[nodiscard]] Index most_posed(const System& s);
/// By how much velocities may miss Coulomb's law [m/s].
[[nodiscard]] double velocity_limit(const System& s);

}  // namespace ricochet
