#include "ricochet/contact/island_law.hpp"

#include "ricochet/contact/member_rows.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>

namespace ricochet {
namespace {

constexpr Index program_contacts = 12;  // contacts in the program of a backend that is not direct

}  // namespace

IslandLaw::IslandLaw(const System& s, const Backend& backend)
    : table_(s.contacts()),
      time_(s.specification().time),
      speed_tolerance_(s.tolerances().speed),
      solver_(backend, std::min(s.m(), program_contacts), most_tangents(s), {.time = time_}) {
  set_parameters(s);
}

void IslandLaw::set_parameters(const System& s) {
  const Matrix values = s.contact_values();
  restitution_.resize(s.m());
  friction_.resize(s.m());
  for (Index i = 0; i < s.m(); ++i) {
    restitution_[i] = values(0, table_.row(i));
    friction_[i] = values(1, table_.row(i));
  }
}

bool IslandLaw::bounces(const Island& island) const {
  return std::any_of(island.contacts.begin(), island.contacts.end(),
                     [&](Index i) { return restitution_[i] > 0.0; });
}

IslandLaw::Restitution IslandLaw::restitution(const Island& island, const IslandResponse& response,
                                              const Eigen::Ref<const Vector>& u) const {
  constexpr double none = 2.0;
  double of_all = none, of_approached = none, roughest = 0.0;
  for (size_t i = 0; i < island.contacts.size(); ++i) {
    const double e = restitution_[island.contacts[i]];
    of_all = std::min(of_all, e);
    roughest = std::max(roughest, friction_[island.contacts[i]]);
    if (u[response.contacts()[i].row] < -speed_tolerance_)
      of_approached = std::min(of_approached, e);
  }
  const bool strikes = of_approached < none;
  return {.strikes = strikes, .e = strikes ? of_approached : roughest > 0.0 ? 0.0 : of_all};
}

StepReport IslandLaw::solve(const Island& island, const CoulombProblem& problem,
                            Eigen::Ref<Vector> r) {
  return explained(island, solver_.solve(problem, r));
}

StepReport IslandLaw::solve_near(const Island& island, const CoulombProblem& problem,
                                 Eigen::Ref<Vector> r) {
  return explained(island, solver_.solve_near(problem, r));
}

/// A failure with the names of the contacts to blame.
StepReport IslandLaw::explained(const Island& island, StepReport report) const {
  if (report.ok()) return report;
  std::vector<Index> blamed;
  for (const Index i : solver_.culprits())
    blamed.push_back(island.contacts[static_cast<size_t>(i)]);
  const std::string names = table_.names(blamed.empty() ? island.contacts : blamed);
  if (report.status == StepStatus::infeasible)
    report.message = "contacts " + names + ' ' + solver_.reason();
  else if (report.status == StepStatus::not_finite)
    report.message += ": " + names;
  else
    report.message = "Coulomb's law at " + names + " is missed by " +
                     brief(report.certificate.friction / time_) + " m/s";
  return report;
}

}  // namespace ricochet
