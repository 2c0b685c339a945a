#include "ricochet/contact/laws/laws.hpp"

#include "ricochet/contact/laws/makers.hpp"
#include "ricochet/text/text.hpp"

#include <vector>

namespace ricochet {
namespace {

constexpr LawEntry entries[] = {
    {Law::elastic, "elastic", false, false, 1.0, make_elastic_law},
    {Law::beta, "beta", true, false, 1.0, make_beta_law},
    {Law::newton, "newton", true, false, 1.0, make_newton_law},
    {Law::coulomb, "coulomb", true, true, 1.0, make_coulomb_law},
    {Law::moreau, "moreau", true, true, 1.0, make_moreau_law},
    {Law::plastic, "plastic", false, false, 0.0, make_plastic_law},
};

const LawEntry& entry_of(Law law) {
  for (const LawEntry& entry : entries)
    if (entry.law == law) return entry;
  return entries[0];
}

/// "beta, newton or moreau": the laws that know a number.
std::string those_with(bool LawEntry::*number) {
  std::vector<std::string> names;
  for (const LawEntry& entry : entries)
    if (entry.*number) names.emplace_back(entry.name);
  const std::string last = names.back();
  names.pop_back();
  return join(names) + " or " + last;
}

}  // namespace

std::span<const LawEntry> all_laws() { return entries; }

std::unique_ptr<ImpactLaw> make_law(std::optional<Law> law, const System& s, const Backend& backend,
                                    double rest_energy) {
  return law ? entry_of(*law).make(s, backend, rest_energy)
             : make_law_by_contact(s, backend, rest_energy);
}

std::string ignored_number(const System& s, std::optional<Law> law) {
  if (!law) return {};
  const LawEntry& entry = entry_of(*law);
  const Matrix values = s.contact_values();
  for (Index i = 0; i < values.cols(); ++i) {
    const double e = values(0, i), mu = values(1, i);
    const std::string contact =
        "contact '" + s.specification().g[static_cast<size_t>(i)].name + "' has ";
    const std::string ignores = ", which the law '" + std::string(entry.name) + "' does not know; ";
    if (!entry.friction && mu != 0.0)
      return contact + "friction " + brief(mu) + ignores + "set it to 0, or take the law " +
             those_with(&LawEntry::friction);
    if (!entry.restitution && e != 1.0 && e != entry.rebound)
      return contact + "restitution " + brief(e) + ignores + "set it to 1, or take the law " +
             those_with(&LawEntry::restitution);
  }
  return {};
}

}  // namespace ricochet
