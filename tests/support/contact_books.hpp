#pragma once

#include "ricochet/step.hpp"
#include "ricochet/system.hpp"

#include <memory>

namespace ricochet {
class ContactOperator;
}

namespace ricochet::support {

/// Kinetic energies of momenta while the equalities act, before something happens and after [J].
struct EnergyChange {
  double before = 0.0, after = 0.0;
  /// What is gained, of the energy before and after together: rounding leaves some 1e-16.
  [[nodiscard]] double gained() const {
    const double size = before + after;
    return size > 0.0 ? (after - before) / size : 0.0;
  }
};

/// What impacts and landings do to the energy, and the friction that impacts owe, found from
/// momenta and impulses of a step and from nothing that its method says about them.
class ContactBooks {
 public:
  explicit ContactBooks(const System& s);
  ContactBooks(const ContactBooks&) = delete;
  ContactBooks& operator=(const ContactBooks&) = delete;
  ~ContactBooks();

  /// Restitution and friction of all contacts from now on.
  void set(double restitution, double friction);

  [[nodiscard]] double kinetic(const Vector& q, const Vector& p) const;
  [[nodiscard]] EnergyChange of_impact(const Impact& impact) const;
  /// A flight ends with a momentum p; without the impulses G mu + T pi of its landing it would be
  /// p - G mu - T pi, at the same place.
  [[nodiscard]] EnergyChange of_landing(const FlightRecord& flight) const;

  /// How many contacts of an impact are pressed and do not rub though they owe it: where friction
  /// vanishes the law wants the slip of v+ + e v- to vanish, also with e = 0, which is taken where
  /// contacts come to rest.
  [[nodiscard]] long without_friction(const Impact& impact) const;

 private:
  [[nodiscard]] Vector velocity(const Vector& p) const;  // where the operator is placed
  [[nodiscard]] double slip(Index contact, const Vector& v) const;

  System system_;
  Matrix mass_;
  double restitution_ = 0.0, friction_ = 0.0;
  std::unique_ptr<ContactOperator> operator_;
};

}  // namespace ricochet::support
