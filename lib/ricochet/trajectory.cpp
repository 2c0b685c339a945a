#include "ricochet/trajectory.hpp"

#include "ricochet/text.hpp"

namespace ricochet {

std::string describe_failure(const StepReport& report, long step, double t) {
  std::string text =
      "step " + std::to_string(step) + " from t = " + brief(t) + " s: " + to_string(report.status);
  if (!report.message.empty()) text += ": " + report.message;
  return text + ". " + explain(report.status);
}

std::string Trajectory::message() const {
  const std::string who = stepper + " on '" + system + "'";
  if (ok())
    return who + ": " + std::to_string(made) + " steps of h = " + brief(h) + " s, " +
           (certified == made ? "all certified" : std::to_string(certified) + " of them certified");
  return who + ", " + describe_failure(end, made + 1, steps.empty() ? 0.0 : last().state.t);
}

}  // namespace ricochet
