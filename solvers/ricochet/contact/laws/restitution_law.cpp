#include "ricochet/contact/laws/restitution_law.hpp"

namespace ricochet {

RestitutionLaw::RestitutionLaw(const System& s, const Backend& backend, double rest_energy)
    : LossyLaw(s, rest_energy), hit_(s), friction_(s, backend) {}

ImpactOutcome RestitutionLaw::apply(const ImpactState& at) {
  ImpactOutcome outcome;
  hit_.take(at);
  const Vector e = hit_.of_these(restitution()), none = Vector::Zero(hit_.count());
  solve(at, at.capped ? none : e, outcome);
  const bool asks_for_rest = e.isZero(0.0);
  if (asks_for_rest || !outcome.report.ok()) return outcome;
  outcome.flagged = outcome.flagged || at.capped;
  if (rests(at, outcome.p_plus)) {
    solve(at, none, outcome);
    outcome.flagged = true;
  }
  return outcome;
}

/// Friction at several contacts may contradict itself; they are then met without it, flagged.
void RestitutionLaw::solve(const ImpactState& at, const Vector& e, ImpactOutcome& outcome) {
  const ImpactNumbers rubbing = numbers(e, hit_.of_these(friction()));
  outcome.report = friction_.solve(hit_, rubbing, l_);
  if (!outcome.report.ok() && hit_.count() > 1 && rubbing.mu.any()) {
    const Vector none = Vector::Zero(hit_.count());
    const StepReport smooth = friction_.solve(hit_, {.e = e, .e_t = none, .mu = none}, l_);
    outcome.flagged = true;
    if (smooth.ok()) outcome.report = smooth;
  }
  if (outcome.report.ok()) hit_.conclude(l_, at, outcome);
}

}  // namespace ricochet
