#pragma once

#include "ricochet/contact/coulomb/coulomb_solver.hpp"
#include "ricochet/contact/island_response.hpp"
#include "ricochet/system.hpp"

namespace ricochet {

/// Coulomb's law with restitution at the contacts of an island, all at once. They share one
/// restitution, the least of those that are approached: with one velocity field v+ + e v- the
/// energy cannot rise, and rows of sticking contacts that outnumber the coordinates agree. Contacts
/// that are not approached lend theirs nothing. Where none is approached there is no impact and e
/// is 0: what slides comes to rest and does not slide back. Without friction it is the least of
/// all, [AB08], which matters to contacts that open while forces press them.
class IslandLaw {
 public:
  IslandLaw(const System& s, const Backend& backend);

  void set_parameters(const System& s);
  [[nodiscard]] const Vector& friction() const { return friction_; }
  [[nodiscard]] const Vector& restitution() const { return restitution_; }
  /// False if no contact of the island bounces.
  [[nodiscard]] bool bounces(const Island& island) const;
  /// The restitution of an island, with u: the rows of its contacts before the impact [m/s].
  struct Restitution {
    bool strikes = false;  ///< a contact is approached
    double e = 0.0;
  };
  [[nodiscard]] Restitution restitution(const Island& island, const IslandResponse& response,
                                        const Eigen::Ref<const Vector>& u) const;
  /// Impulses r. Messages name the contacts to blame.
  StepReport solve(const Island& island, const CoulombProblem& problem, Eigen::Ref<Vector> r);
  /// The same next to the impulses that r holds, see CoulombSolver::solve_near().
  StepReport solve_near(const Island& island, const CoulombProblem& problem, Eigen::Ref<Vector> r);

 private:
  StepReport explained(const Island& island, StepReport report) const;

  ContactTable table_;
  double time_, speed_tolerance_;
  Vector restitution_, friction_;  // per entry of g
  CoulombSolver solver_;
};

}  // namespace ricochet
