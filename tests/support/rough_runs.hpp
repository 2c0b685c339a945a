#pragma once

#include "ricochet/step_solver.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/trajectory.hpp"
#include "support/contact_books.hpp"
#include "support/rough_bodies.hpp"

#include <iosfwd>
#include <string>
#include <vector>

namespace ricochet::support {

/// What runs of bodies thrown on rough floors have done.
struct RoughCount {
  long runs = 0, ended = 0, steps = 0, certified = 0, rubbing = 0, impacts = 0, flagged = 0;
  size_t most_in_a_step = 0;         ///< impacts
  double most_gained = 0.0;          ///< of energy since the start, of the largest energy there is
  double most_gained_elastic = 0.0;  ///< the same where a method without E_d has restitution 1
  double most_raised = 0.0;          ///< by one step, of the same
  double most_from_impacts = 0.0;    ///< of energy by one impact, of the energy there; see elastic
  double most_from_landings = 0.0;   ///< by the end of a flight, of the same
  double most_from_elastic = 0.0;    ///< elastic impacts keep E_d instead, of the largest energy
  long landings = 0;                 ///< with impulses
  long forgotten = 0;                ///< contacts pressed in impacts without the friction they owe
  long smooth = 0;                   ///< impacts in which nothing rubs, and nothing has to
  double deepest = 0.0;              ///< penetration [m]
  double seconds = 0.0;              ///< of wall time
  std::vector<std::string> lost{};   ///< runs that did not end, with their numbers
};

/// Runs of bodies under one stepper, with the restitution and the friction that it has at the time.
class RoughRuns {
 public:
  RoughRuns(const RoughBodies& bodies, Stepper& stepper);
  void add(const State& start);
  [[nodiscard]] const RoughCount& count() const { return count_; }

 private:
  void count_steps(const Trajectory& run);
  void count_impacts(const Trajectory& run, double scale);
  void count_landings(const Trajectory& run);

  const RoughBodies& bodies_;
  Stepper& stepper_;
  ContactBooks books_;
  RoughCount count_;
};

/// Restitutions, frictions, and random starts for each pair of them.
struct RoughGrid {
  std::vector<double> restitutions = {0.0, 0.2, 0.5, 0.7, 1.0},
                      frictions = {0.0, 0.2, 0.4, 0.8, 1.2};
  Index starts = 1;
  unsigned seed = 1;
};

/// All runs of a grid; prints what they have done.
[[nodiscard]] RoughCount run_grid(const RoughBodies& bodies, const std::string& method,
                                  const Backend& backend, const RoughGrid& grid);
/// Expects that all runs end, certified step by step.
void expect_ends(const RoughCount& count);

/// Bodies by a name of theirs.
struct RoughCase {
  std::string name = {};
  RoughBodies (*make)() = nullptr;
  Index many = 20;      ///< starts per pair of numbers in slow tests
  bool quick = true;    ///< cheap enough for tests that are not slow
  double swing = 0.02;  ///< of energy by one step: the rule's own, of the largest energy there is
  double gain = 1e-11;  ///< of energy since the start where it has a reason, of the same
  [[nodiscard]] Index some() const { return (many + 3) / 4; }  ///< with a slower backend
};
void PrintTo(const RoughCase& of, std::ostream* out);

}  // namespace ricochet::support
