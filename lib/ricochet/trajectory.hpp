#pragma once

#include "ricochet/step.hpp"

#include <string>
#include <vector>

namespace ricochet {

/// The recorded steps of a run and why it ended.
struct Trajectory {
  std::vector<Step> steps = {};  ///< steps[0] is the start; then every K-th, and the last one made
  long made = 0;                 ///< steps made, recorded or not
  long certified = 0;            ///< of these, judged as a whole by the step certifier
  double h = 0.0;                ///< step size [s]
  std::string system = {};       ///< names, for messages
  std::string stepper = {};
  StepReport end = {};  ///< of the last step tried; ok if the run reached its end

  [[nodiscard]] bool ok() const { return end.ok(); }
  /// One paragraph: how far the run came and, if it failed, where, why and what cures it.
  [[nodiscard]] std::string message() const;
  [[nodiscard]] const Step& last() const { return steps.back(); }
};

/// "step 12 from t = 0.11 s: not_finite: ... Cure." for a failed report. A text longer than `most`
/// characters is cut in its middle, so that the cure stays. By default it fits, together with the
/// names of method and system, into three lines of a terminal.
[[nodiscard]] std::string describe_failure(const StepReport& report, long step, double t,
                                           size_t most = 310);

}  // namespace ricochet
