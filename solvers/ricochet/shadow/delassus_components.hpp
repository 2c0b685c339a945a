#pragma once

#include "ricochet/contact/contact_operator.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

#include <vector>

namespace ricochet {

/// The connected components of the Delassus graph: contacts i and j act on each other where
/// n_i^T M^-1 n_j is not 0.
class DelassusComponents {
 public:
  explicit DelassusComponents(const System& s) : operator_(s) {}

  void set_parameters(const System& s) { operator_.set_parameters(s); }
  /// Those of the contacts whose entry of V is not 0, at a position.
  void form(const Vector& q, const Mask& V);
  /// In the order of their first contacts.
  [[nodiscard]] size_t count() const { return count_; }
  /// Sets 1 for the contacts of a component, else 0.
  void members_of(size_t component, Mask& out) const;

 private:
  void join(size_t i, size_t j);

  ContactOperator operator_;
  std::vector<Index> members_;
  std::vector<size_t> label_;  // per member: its component
  size_t count_ = 0;
};

}  // namespace ricochet
