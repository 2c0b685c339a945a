#pragma once

#include "ricochet/certify/findings.hpp"
#include "ricochet/system.hpp"

#include <vector>

namespace ricochet {

/// Impulses of contacts, and the velocities u that Coulomb's law compares them with. Columns have
/// an entry per contact or per tangent of the system.
struct CoulombTerms {
  double duration = 1.0;                  ///< in which speeds and impulses move contacts [s]
  Vector lambda = {}, rho = {};           ///< impulses [N s]
  Vector normal = {}, slip = {};          ///< u_N and u_T [m/s]
  Vector reach = {}, tangent_reach = {};  ///< duration times mobility: length per N s
};

/// Judges impulses by 0 <= lambda _|_ u_N >= 0 and by Coulomb's law for rho and u_T. All errors are
/// lengths: impulses times their reach, speeds times the duration.
class CoulombCheck {
 public:
  explicit CoulombCheck(const System& s);

  void set_parameters(const System& s);
  [[nodiscard]] double restitution(Index contact) const { return e_[contact]; }
  [[nodiscard]] const Vector& friction() const { return mu_; }
  /// The contacts that take part, and that the others carry nothing. friction: per contact.
  void check(const CoulombTerms& at, const std::vector<Index>& contacts, const Vector& friction,
             Findings& found) const;

 private:
  /// Sizes of a contact's friction: impulse, slip, their product, and the reach along its tangents.
  struct Friction {
    double rub = 0.0, slip = 0.0, work = 0.0, reach = 0.0;
  };
  [[nodiscard]] Friction friction_of(const CoulombTerms& at, Index contact) const;
  void check_normal(const CoulombTerms& at, Index contact, Findings& found) const;
  void check_friction(const CoulombTerms& at, Index contact, double mu, Findings& found) const;
  void check_energy(const CoulombTerms& at, const std::vector<Index>& contacts,
                    Findings& found) const;

  ContactTable table_;
  Vector e_, mu_;  // per entry of g
};

}  // namespace ricochet
