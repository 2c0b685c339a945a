#include "ricochet/contact/laws/restitution_law.hpp"

#include "ricochet/text/text.hpp"

#include <algorithm>

namespace ricochet {
namespace {

constexpr Index most_posed = 12;  // contacts in the program of a backend that is not direct

Index most_tangents(const System& s) {
  Index most = 0;
  for (Index i = 0; i < s.m(); ++i) {
    const auto [first, last] = s.contacts().tangents_of(i);
    most = std::max(most, last - first);
  }
  return std::min(most, Index{2});
}

}  // namespace

RestitutionLaw::RestitutionLaw(const System& s, const Backend& backend, double rest_energy)
    : LossyLaw(s, rest_energy),
      limit_(1e-11 * s.length() / s.specification().time),
      speed_tolerance_(s.tolerances().speed),
      hit_(s),
      coulomb_(backend, std::min(s.m(), most_posed), most_tangents(s),
               {.time = s.specification().time}) {}

ImpactOutcome RestitutionLaw::apply(const ImpactState& at) {
  ImpactOutcome outcome;
  hit_.take(at);
  bool differ = false;
  const double e = least_restitution(differ);
  solve(at, at.capped ? 0.0 : e, outcome);
  if (!outcome.report.ok()) return outcome;
  outcome.flagged = differ || (at.capped && e > 0.0);
  if (e > 0.0 && rests(at, outcome.p_plus)) {
    solve(at, 0.0, outcome);
    outcome.flagged = true;
  }
  return outcome;
}

/// Of the contacts that are approached; others lend theirs nothing to bounce.
double RestitutionLaw::least_restitution(bool& differ) const {
  const Vector e = hit_.of_these(restitution());
  double least = 1.0, most = 0.0;
  for (Index i = 0; i < hit_.count(); ++i) {
    if (!(hit_.u()[i] < -speed_tolerance_)) continue;
    least = std::min(least, e[i]);
    most = std::max(most, e[i]);
  }
  differ = most > least;
  return least;
}

void RestitutionLaw::solve(const ImpactState& at, double e, ImpactOutcome& outcome) {
  write(e);
  StepReport report =
      coulomb_.solve({.W = W_, .b = b_, .contacts = contacts_, .limit = limit_}, r_);
  if (report.ok()) {
    l_.setZero(hit_.rows());
    l_(rows_) = r_;
    hit_.conclude(l_, at, outcome);
  } else {
    report.message = "impact law at " + description(e) + ": " + report.message;
  }
  report.statistics.add(outcome.report.statistics);
  outcome.report = report;
}

/// u+ + e u- = W r + (1 + e) u- in the normals; along the tangents with the restitution of the
/// slip.
void RestitutionLaw::write(double e) {
  const Vector mu = hit_.of_these(friction());
  contacts_.clear();
  rows_.clear();
  for (Index i = 0; i < hit_.count(); ++i) {
    const auto [first, last] = hit_.tangents(i);
    contacts_.push_back({.row = static_cast<Index>(rows_.size()),
                         .tangents = last - first,
                         .friction = rubs() ? mu[i] : 0.0});
    rows_.push_back(i);
    for (Index row = first; row < last; ++row) rows_.push_back(row);
  }
  W_ = hit_.W()(rows_, rows_);
  b_ = (1.0 + of_slip(e)) * hit_.u()(rows_);
  for (const CoulombContact& contact : contacts_)
    b_[contact.row] = (1.0 + e) * hit_.u()[rows_[static_cast<size_t>(contact.row)]];
  r_.setZero(b_.size());
}

/// The contacts that take part and what is known of them.
std::string RestitutionLaw::description(double e) const {
  std::vector<std::string> names;
  for (Index i = 0; i < hit_.count(); ++i)
    names.push_back("'" + hit_.name(i) + "' (restitution " + brief(e) + ", friction " +
                    brief(contacts_[static_cast<size_t>(i)].friction) + ")");
  return join(names);
}

}  // namespace ricochet
