#pragma once

#include "program/options/run_plan.hpp"
#include "ricochet/run/recorded_run.hpp"

#include <functional>
#include <vector>

namespace ricochet::cli {

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

 private:
  const System system_;
  Eigen::Array<bool, Eigen::Dynamic, 1> open_;
};

/// The options of a run of `steps` steps of size h, each cut into 2^level.
[[nodiscard]] Options refined_options(Options o, double h, long steps, int level);

/// The run of such options. It is symbolic when it is built and destroyed; make() is numbers only.
class Refinement {
 public:
  Refinement(RunPlan plan, int level, const std::function<bool()>& stop_requested = {});
  [[nodiscard]] Refined make();  ///< once

 private:
  RunRecipe recipe(const std::function<bool()>& stop_requested);

  RunPlan plan_;
  ContactWatch watch_;
  long parts_;                     // 2^level
  long steps_ = 0, smooth_steps_;  // made, and those of them before a contact acts
  Recording recording_;
};

/// Mean distance of positions over the first rows. The distance at a single time depends too much
/// on where an impact falls inside a step.
[[nodiscard]] double distance(const Refined& a, const Refined& b, size_t rows);

}  // namespace ricochet::cli
