#pragma once

#include "ricochet/contact/contact_operator.hpp"
#include "ricochet/steppers/smooth_contact.hpp"

#include <vector>

namespace ricochet {

/// Which restitution the contacts of a pass have: those that act on each other, one through the
/// other, share one, the least of those that are approached. Contacts that do not act on each other
/// are impacts of their own that happen to fall into one step.
class PassRestitution {
 public:
  explicit PassRestitution(const System& s);

  void set_parameters(const System& s);
  /// True if an impact may lose energy.
  [[nodiscard]] bool lossy() const { return lossy_; }

  /// A reflection begins: no pass was made yet.
  void begin() { least_ = e_; }
  /// For the members of a pass, where V is not 0, of these normal speeds [m/s].
  void choose(const ContactOperator& contacts, const std::vector<Index>& members, const Mask& V,
              const Vector& speeds);
  /// The same, but every member comes to rest.
  void rest(const std::vector<Index>& members, const Mask& V);

  /// One per member of the pass.
  [[nodiscard]] const Vector& shared() const { return shared_; }
  /// True if a member that is approached lost more than its own restitution says.
  [[nodiscard]] bool differs() const { return differs_; }
  /// The least restitution that an entry of g had since the reflection began, its own included.
  [[nodiscard]] double least(Index contact) const { return least_[contact]; }

 private:
  void share(const ContactOperator& contacts, const Mask& V);
  void keep_least(const std::vector<Index>& members, const Mask& V);

  double speed_tolerance_;
  bool lossy_ = false, differs_ = false;
  Vector e_, least_;  // per entry of g
  Vector shared_;     // per member
};

}  // namespace ricochet
