#include "ricochet/trajectory.hpp"

#include "ricochet/text/text.hpp"

#include <algorithm>

namespace ricochet {

std::string describe_failure(const StepReport& report, long step, double t, size_t most) {
  const std::string begin =
      "step " + std::to_string(step) + " from t = " + brief(t) + " s: " + to_string(report.status);
  const std::string cure = explain(report.status);
  const size_t taken = begin.size() + cure.size() + 4;  // with what joins them
  const std::string what = shortened(report.message, taken < most ? most - taken : 0);
  return titled(begin, what) + (what.ends_with("...") ? " " : ". ") + cure;
}

std::string Trajectory::message() const {
  const std::string who = stepper + " on '" + system + "'";
  if (ok())
    return who + ": " + std::to_string(made) + " steps of h = " + brief(h) + " s, " +
           (certified == made ? "all certified" : std::to_string(certified) + " of them certified");
  constexpr size_t three_lines = 360;
  const size_t room = three_lines - std::min(three_lines, who.size() + 2);
  return who + ", " + describe_failure(end, made + 1, steps.empty() ? 0.0 : last().state.t, room);
}

}  // namespace ricochet
