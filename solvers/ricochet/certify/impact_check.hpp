#pragma once

#include "ricochet/certify/findings.hpp"
#include "ricochet/certify/flight_certifier.hpp"
#include "ricochet/certify/impact_terms.hpp"
#include "ricochet/certify/reflection_check.hpp"

#include <optional>
#include <vector>

namespace ricochet {

/// An impact in the direction in which its motion is told.
struct ImpactView {
  const Impact& impact;
  const Vector& before;  ///< momenta
  const Vector& after;
  double energy_before = 0.0, energy_after = 0.0;  ///< E_d of the flights around it [J]
  double t = 0.0;                                  ///< when it happens [s]
  double h = 0.0;                                  ///< the step it lies in
  const Vector& gaps;                              ///< g where it happens
};

/// Judges single impacts against the law of a method.
class ImpactCheck {
 public:
  ImpactCheck(const System& s, const Discretization& d, const FlightClaims& claims);

  void set_parameters(const System& s);
  /// passes: those of Step::reflections that belong to it.
  void check(const ImpactView& at, const ReflectionPass* first, const ReflectionPass* last,
             Findings& found);
  /// The gap up to which a contact counts as closed in the impact checked last [m].
  [[nodiscard]] double slack(Index entry, double h) const;
  [[nodiscard]] double restitution(Index entry) const { return e_[entry]; }
  [[nodiscard]] double friction(Index entry) const { return mu_[entry]; }

 private:
  using Law = FlightClaims::Law;
  [[nodiscard]] Law law_of(const Impact& impact) const;
  void check_contacts(const ImpactView& at, Findings& found);
  void check_law(const ImpactView& at, Law law, Findings& found);
  void check_friction(const ImpactView& at, Law law, Findings& found);
  void check_energy(const ImpactView& at, Law law, Findings& found);
  [[nodiscard]] bool leaves(Index entry) const;
  [[nodiscard]] double work_of_walls(const Impact& impact) const;

  double length_, time_, gap_tolerance_, speed_tolerance_, impulse_tolerance_;
  FlightClaims claims_;
  ContactTable contacts_;
  ImpactTerms terms_;
  std::optional<ReflectionCheck> reflection_;
  Vector e_, mu_;  // per entry of g
};

}  // namespace ricochet
