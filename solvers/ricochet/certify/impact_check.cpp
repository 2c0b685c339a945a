#include "ricochet/certify/impact_check.hpp"

#include <algorithm>
#include <cmath>

namespace ricochet {
namespace {

constexpr double simultaneous = 1e-9;  // of the step: contacts met within it are one impact
constexpr double cone_slack = 1e-9;    // relative

}  // namespace

ImpactCheck::ImpactCheck(const System& s, const Discretization& d, const FlightClaims& claims)
    : length_(s.length()),
      time_(s.specification().time),
      gap_tolerance_(s.tolerances().gap),
      speed_tolerance_(s.tolerances().speed),
      impulse_tolerance_(s.tolerances().impulse),
      claims_(claims),
      contacts_(s.contacts()),
      terms_(s) {
  if (claims.law == Law::reflection || claims.law == Law::scaled_reflection)
    reflection_.emplace(s, d, claims.energy, claims.resting);
  set_parameters(s);
}

void ImpactCheck::set_parameters(const System& s) {
  terms_.set_parameters(s);
  if (reflection_) reflection_->set_parameters(s);
  const Matrix values = s.contact_values();
  e_.resize(s.m());
  mu_.resize(s.m());
  for (Index i = 0; i < s.m(); ++i) {
    e_[i] = values(0, contacts_.row(i));
    mu_[i] = values(1, contacts_.row(i));
  }
}

ImpactCheck::Law ImpactCheck::law_of(const Impact& impact) const {
  if (claims_.law != Law::automatic) return claims_.law;
  for (const Index i : impact.constraints)
    if (e_[i] != 1.0 || mu_[i] != 0.0) return Law::moreau;
  return Law::elastic;
}

void ImpactCheck::check(const ImpactView& at, const ReflectionPass* first,
                        const ReflectionPass* last, Findings& found) {
  if (reflection_) {
    reflection_->place(at.impact.q, at.impact.q, at.t);
    if (claims_.law == Law::scaled_reflection) {
      reflection_->check_scaled(at.impact, at.h, first, last, found);
    } else {
      reflection_->check(at.impact.q, at.h, at.before, at.after, first, last, found);
      for (const Index i : at.impact.constraints) reflection_->check_left(i, found);
    }
  }
  terms_.evaluate(at.impact.q, at.t, at.before, at.after);
  const Law law = law_of(at.impact);
  if (!reflection_) {
    check_law(at, law, found);
    check_friction(at, law, found);
    check_energy(at, law, found);
  }
  const auto& left = terms_.unexplained(at.before, at.after, at.impact.constraints,
                                        at.impact.impulse, at.impact.friction);
  found.take_largest(Findings::jump, left, "impulses do not explain a jump of the momentum", time_);
  check_contacts(at, found);
}

double ImpactCheck::slack(Index entry, double h) const {
  return 2.0 * gap_tolerance_ + 2.0 * simultaneous * h * terms_.top_speed(entry);
}

/// Impulses only push, and only where the contact is closed.
void ImpactCheck::check_contacts(const ImpactView& at, Findings& found) {
  const Impact& impact = at.impact;
  for (size_t j = 0; j < impact.constraints.size(); ++j) {
    const Index i = impact.constraints[j];
    const double moves = time_ * terms_.mobility(i) * impact.impulse[static_cast<Index>(j)];
    found.take(Findings::sign, std::max(0.0, -moves), "pulls in an impact", i);
    found.take(Findings::complementarity,
               std::min(std::abs(moves), std::max(0.0, at.gaps[i] - slack(i, at.h))),
               "is struck where it is open", i);
  }
}

/// Of a union one piece is enough.
bool ImpactCheck::leaves(Index entry) const {
  const auto& [first, last] = contacts_.row_entries()[static_cast<size_t>(contacts_.row(entry))];
  for (Index i = first; i < last; ++i)
    if (terms_.normal_plus[i] >= -2.0 * speed_tolerance_) return true;
  return false;
}

/// What happens along the normals. Flagged impacts follow another law, but may not approach.
void ImpactCheck::check_law(const ImpactView& at, Law law, Findings& found) {
  const bool rebounds = law == Law::newton || law == Law::coulomb || law == Law::moreau;
  for (size_t j = 0; j < at.impact.constraints.size(); ++j) {
    const Index i = at.impact.constraints[j];
    if (!leaves(i))
      found.take(Findings::jump, time_ * -terms_.normal_plus[i], "is approached behind its impact",
                 i);
    if (at.impact.flagged || at.impact.impulse[static_cast<Index>(j)] == 0.0) continue;
    if (rebounds)
      found.take(Findings::jump,
                 time_ * std::abs(terms_.normal_plus[i] + e_[i] * terms_.normal_minus[i]),
                 "does not rebound by its restitution", i);
    if (law == Law::plastic)
      found.take(Findings::jump, time_ * std::abs(terms_.normal_plus[i]), "does not stop", i);
  }
}

/// Inside the cone, and against the slip behind the impact, or its average with that before.
void ImpactCheck::check_friction(const ImpactView& at, Law law, Findings& found) {
  const bool rubs = law == Law::coulomb || law == Law::moreau;
  Index next = 0;
  for (size_t j = 0; j < at.impact.constraints.size(); ++j) {
    const Index i = at.impact.constraints[j];
    double rub = 0.0, slip = 0.0, work = 0.0, reach = 0.0;
    const auto [first, last] = contacts_.tangents_of(i);
    for (Index tangent = first; tangent < last && next < at.impact.friction.size(); ++tangent) {
      const double along = terms_.slip_plus[tangent] +
                           (law == Law::moreau ? e_[i] : 0.0) * terms_.slip_minus[tangent];
      const double force = at.impact.friction[next++];
      rub = std::hypot(rub, force);
      slip = std::hypot(slip, along);
      work += force * along;
      reach = std::max(reach, rub == 0.0 ? 0.0 : time_ * terms_.tangent_mobility(tangent));
    }
    if (rub == 0.0 || law == Law::plastic) continue;
    const double most = mu_[i] * std::max(at.impact.impulse[static_cast<Index>(j)], 0.0);
    found.take(
        Findings::friction,
        std::max(0.0, reach * (rub - most * (1.0 + cone_slack)) - time_ * impulse_tolerance_),
        "rubs beyond its friction cone", i);
    if (!rubs)
      found.take(Findings::friction, reach * rub, "rubs under a law without friction", i);
    else if (!at.impact.flagged && slip > 2.0 * speed_tolerance_)  // full friction against the slip
      found.take(
          Findings::friction,
          std::min(time_ * slip, reach * std::max(0.0, most + work / slip - cone_slack * most)),
          "does not rub against its slip", i);
  }
}

/// What contacts that move by themselves give [J].
double ImpactCheck::work_of_walls(const Impact& impact) const {
  double work = 0.0;
  for (size_t j = 0; j < impact.constraints.size(); ++j)
    work -= impact.impulse[static_cast<Index>(j)] * terms_.moving[impact.constraints[j]];
  return work;
}

void ImpactCheck::check_energy(const ImpactView& at, Law law, Findings& found) {
  const double given = work_of_walls(at.impact);
  const double scale =
      std::max(2.0 * terms_.kinetic_minus, 1e-3 * std::abs(at.energy_before)) + 1e-300;
  if (law == Law::elastic && !at.impact.flagged)
    found.take(Findings::energy,
               length_ * std::abs(at.energy_after - at.energy_before - given) / scale,
               "an impact changes the discrete energy");
  const bool one = at.impact.constraints.size() == 1;
  const bool dissipative = law == Law::moreau || law == Law::plastic ||
                           (law == Law::newton && one && at.impact.friction.isZero(0.0));
  if (dissipative && !at.impact.flagged)
    found.take(Findings::energy,
               length_ * std::max(0.0, terms_.kinetic_plus - terms_.kinetic_minus - given) / scale,
               "an impact with a loss gains energy");
}

}  // namespace ricochet
