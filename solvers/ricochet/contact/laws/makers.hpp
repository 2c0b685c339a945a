#pragma once

#include "ricochet/contact/impact_law.hpp"
#include "ricochet/step_solver.hpp"

#include <memory>

/// Each law has a source of its own; this is what the list of laws knows of them.

namespace ricochet {

[[nodiscard]] std::unique_ptr<ImpactLaw> make_elastic_law(const System& s, const Backend& backend,
                                                          double rest_energy);
[[nodiscard]] std::unique_ptr<ImpactLaw> make_beta_law(const System& s, const Backend& backend,
                                                       double rest_energy);
[[nodiscard]] std::unique_ptr<ImpactLaw> make_newton_law(const System& s, const Backend& backend,
                                                         double rest_energy);
[[nodiscard]] std::unique_ptr<ImpactLaw> make_coulomb_law(const System& s, const Backend& backend,
                                                          double rest_energy);
[[nodiscard]] std::unique_ptr<ImpactLaw> make_moreau_law(const System& s, const Backend& backend,
                                                         double rest_energy);
[[nodiscard]] std::unique_ptr<ImpactLaw> make_plastic_law(const System& s, const Backend& backend,
                                                          double rest_energy);
/// Elastic where all contacts that are hit lose nothing, else moreau.
[[nodiscard]] std::unique_ptr<ImpactLaw> make_law_by_contact(const System& s,
                                                             const Backend& backend,
                                                             double rest_energy);

}  // namespace ricochet
