#include "ricochet/certify/coulomb_check.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {

CoulombCheck::CoulombCheck(const System& s) : table_(s.contacts()), e_(s.m()), mu_(s.m()) {
  set_parameters(s);
}

void CoulombCheck::set_parameters(const System& s) {
  const Matrix numbers = s.contact_values();
  for (Index i = 0; i < s.m(); ++i) {
    e_[i] = numbers(0, table_.row(i));
    mu_[i] = numbers(1, table_.row(i));
  }
}

void CoulombCheck::check(const CoulombTerms& at, const std::vector<Index>& contacts,
                         const Vector& friction, Findings& found) const {
  for (Index i = 0; i < table_.entries(); ++i) {
    if (std::binary_search(contacts.begin(), contacts.end(), i)) continue;
    found.take(Findings::complementarity, at.reach[i] * std::abs(at.lambda[i]),
               "pushes, but takes no part", i);
    const Friction f = friction_of(at, i);
    found.take(Findings::complementarity, f.reach * f.rub, "rubs, but takes no part", i);
  }
  for (const Index i : contacts) {
    check_normal(at, i, found);
    check_friction(at, i, friction[i], found);
  }
  check_energy(at, contacts, found);
}

CoulombCheck::Friction CoulombCheck::friction_of(const CoulombTerms& at, Index contact) const {
  Friction f;
  const auto [first, last] = table_.tangents_of(contact);
  for (Index j = first; j < last; ++j) {
    f.rub = std::hypot(f.rub, at.rho[j]);
    f.slip = std::hypot(f.slip, at.slip[j]);
    f.work += at.rho[j] * at.slip[j];
    f.reach = std::max(f.reach, at.tangent_reach[j]);
  }
  return f;
}

void CoulombCheck::check_normal(const CoulombTerms& at, Index i, Findings& found) const {
  const double push = at.reach[i] * at.lambda[i], leaves = at.duration * at.normal[i];
  found.take(Findings::sign, std::max(0.0, -push), "pulls", i);
  found.take(Findings::jump, std::max(0.0, -leaves), "rebounds too slowly", i);
  found.take(Findings::complementarity, std::min(std::abs(push), std::max(0.0, leaves)),
             "pushes, but leaves faster than its restitution says", i);
}

/// Inside the cone; where it slips, on its edge and against the slip.
void CoulombCheck::check_friction(const CoulombTerms& at, Index i, double mu,
                                  Findings& found) const {
  const Friction f = friction_of(at, i);
  const double most = mu * std::max(at.lambda[i], 0.0);
  found.take(Findings::friction, f.reach * std::max(0.0, f.rub - most),
             "rubs beyond its friction cone", i);
  if (f.slip > 0.0)
    found.take(Findings::friction,
               std::min(at.duration * f.slip, f.reach * std::max(0.0, most + f.work / f.slip)),
               "does not rub against its slip", i);
}

/// The work of all impulses at u, as the mean way of their contact points, or as what the impulses
/// move where that is less.
void CoulombCheck::check_energy(const CoulombTerms& at, const std::vector<Index>& contacts,
                                Findings& found) const {
  double work = 0.0, size = 0.0, moves = 0.0;
  for (const Index i : contacts) {
    const Friction f = friction_of(at, i);
    work += at.lambda[i] * at.normal[i] + f.work;
    size += std::abs(at.lambda[i]) + f.rub;
    moves += at.reach[i] * std::abs(at.lambda[i]) + f.reach * f.rub;
  }
  if (size > 0.0)
    found.take(Findings::energy, std::min(moves, at.duration * std::max(0.0, work / size)),
               "contacts give energy");
}

}  // namespace ricochet
