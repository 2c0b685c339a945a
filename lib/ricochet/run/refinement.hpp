#pragma once

#include "ricochet/run/recorded_run.hpp"
#include "ricochet/stepper.hpp"

#include <vector>

namespace ricochet {

/// The positions of a run at multiples of h.
struct Refined {
  std::vector<Vector> positions = {};  ///< empty if a step failed
  size_t smooth = 0;                   ///< of them before a contact acts that was open at the start
  double seconds = 0.0;                ///< in the steps
};

/// Whether a contact that was open at the start acts in a step, or is closed after it.
class ContactWatch {
 public:
  ContactWatch(const System& system, const State& start)
      : system_(system), open_(system.at(start.t).g(start.q).array() > system.tolerances().gap) {}

  [[nodiscard]] bool acts_in(const Step& step) const;

  void take(const Step& step);  ///< every step of a run, one after the other
  /// Of those that were taken, the ones before a contact acts.
  [[nodiscard]] long smooth_steps() const { return smooth_steps_; }

 private:
  const System system_;
  Eigen::Array<bool, Eigen::Dynamic, 1> open_;
  bool acted_ = false;
  long smooth_steps_ = 0;
};

/// A run in which every step of size h is cut into 2^level. The recipe has the small steps; of its
/// files none is written, of its samples those at multiples of h are kept. Building and destroying
/// it is symbolic; make() is numbers only. The stepper must outlive it.
class Refinement {
 public:
  Refinement(Stepper& stepper, const Step& start, const RunRecipe& recipe, int level);
  [[nodiscard]] Refined make();  ///< once

 private:
  RunRecipe at_multiples(RunRecipe recipe);

  ContactWatch watch_;
  long parts_;  // 2^level
  Recording recording_;
};

/// Mean distance of positions over the first rows. The distance at a single time depends too much
/// on where an impact falls inside a step.
[[nodiscard]] double distance(const Refined& a, const Refined& b, size_t rows);

}  // namespace ricochet
