#pragma once

#include "ricochet/contact/impact_law.hpp"
#include "ricochet/step_solver.hpp"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace ricochet {

/// What an impact does; e is the restitution and mu the friction of the contact.
enum class Law {
  elastic,  ///< keeps the discrete energy, no tangential impulse
  beta,     ///< the normal impulse of elastic times (1 + e)/2
  newton,   ///< n.v+ = -e n.v-, frictionless
  coulomb,  ///< Newton's law in the normal, Coulomb friction against the slip after the impact
  moreau,   ///< e on both components of the averaged velocity: the energy never grows
  plastic,  ///< the contact point stops, and stays pinned while the contact force pushes
};

/// A law by its name: the one list of them.
struct LawEntry {
  Law law;
  const char* name;
  bool restitution, friction;  ///< which numbers of a contact it knows
  double rebound;              ///< the restitution of one that knows none
  std::unique_ptr<ImpactLaw> (*make)(const System& s, const Backend& backend, double rest_energy);
};
[[nodiscard]] std::span<const LawEntry> all_laws();

/// No law: elastic where e = 1 and mu = 0 for all contacts that take part, else moreau. Contacts
/// that would leave with less normal energy than rest_energy [J/kg] come to rest.
[[nodiscard]] std::unique_ptr<ImpactLaw> make_law(std::optional<Law> law, const System& s,
                                                  const Backend& backend, double rest_energy);

/// Names the first contact with a number that the law would ignore; empty if there is none.
/// Restitution 1, the default of a contact, is no number.
[[nodiscard]] std::string ignored_number(const System& s, std::optional<Law> law);

}  // namespace ricochet
