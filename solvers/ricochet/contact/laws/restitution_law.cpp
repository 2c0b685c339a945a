#include "ricochet/contact/laws/restitution_law.hpp"

#include "ricochet/text/text.hpp"

namespace ricochet {
RestitutionLaw::RestitutionLaw(const System& s, const Backend& backend, double rest_energy)
    : LossyLaw(s, rest_energy),
      limit_(velocity_limit(s)),
      speed_tolerance_(s.tolerances().speed),
      no_friction_(Vector::Zero(s.m())),
      hit_(s),
      coulomb_(backend, most_posed(s), most_tangents(s), {.time = s.specification().time}) {}

ImpactOutcome RestitutionLaw::apply(const ImpactState& at) {
  ImpactOutcome outcome;
  hit_.take(at);
  const LeastRestitution shared = shared_restitution();
  const double e = shared.least;
  solve(at, at.capped ? 0.0 : e, outcome);
  if (!outcome.report.ok()) return outcome;
  outcome.flagged = shared.differs() || (at.capped && e > 0.0);
  if (e > 0.0 && rests(at, outcome.p_plus)) {
    solve(at, 0.0, outcome);
    outcome.flagged = true;
  }
  return outcome;
}

/// Of the contacts that are approached; others lend theirs nothing to bounce.
LeastRestitution RestitutionLaw::shared_restitution() const {
  const Vector e = hit_.of_these(restitution());
  LeastRestitution shared;
  for (Index i = 0; i < hit_.count(); ++i)
    if (hit_.u()[i] < -speed_tolerance_) shared.take(e[i]);
  return shared;
}

void RestitutionLaw::solve(const ImpactState& at, double e, ImpactOutcome& outcome) {
  write(e);
  StepReport report =
      coulomb_.solve({.W = W_, .b = b_, .contacts = rows_.contacts(), .limit = limit_}, r_);
  if (report.ok()) {
    l_.setZero(hit_.rows());
    l_(rows_.columns()) = r_;
    hit_.conclude(l_, at, outcome);
  } else if (report.status == StepStatus::infeasible) {
    std::vector<std::string> names;
    for (const Index i : coulomb_.culprits()) names.push_back("'" + hit_.name(i) + "'");
    report.message = "contacts " + join(names) + ' ' + coulomb_.reason();
  } else {
    report.message = "impact law at " + description(e) + ": " + report.message;
  }
  report.statistics.add(outcome.report.statistics);
  outcome.report = report;
}

/// u+ + e u- = W r + (1 + e) u- in the normals; along the tangents with the restitution of the
/// slip.
void RestitutionLaw::write(double e) {
  rows_.take(hit_.table(), hit_.contacts(), rubs() ? friction() : no_friction_);
  const std::vector<Index>& columns = rows_.columns();
  W_ = hit_.W()(columns, columns);
  b_ = (1.0 + of_slip(e)) * hit_.u()(columns);
  for (const CoulombContact& contact : rows_.contacts())
    b_[contact.row] = (1.0 + e) * hit_.u()[columns[static_cast<size_t>(contact.row)]];
  r_.setZero(b_.size());
}

/// The contacts that take part and what is known of them.
std::string RestitutionLaw::description(double e) const {
  std::vector<std::string> names;
  for (Index i = 0; i < hit_.count(); ++i)
    names.push_back("'" + hit_.name(i) + "' (restitution " + brief(e) + ", friction " +
                    brief(rows_.contacts()[static_cast<size_t>(i)].friction) + ")");
  return join(names);
}

}  // namespace ricochet
