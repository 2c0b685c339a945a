#pragma once

#include "limit/limit.hpp"

#include <functional>
#include <string>
#include <vector>

namespace ricochet::limit {

/// A problem whose steps are counted, and the stepper that makes them with the backend `newton`.
struct Subject {
  std::string problem = {};
  std::string stepper = {};
};

[[nodiscard]] const std::vector<Subject>& all_subjects();

/// The steps of a problem's own run, which begins anew where it ends, by one program.
struct Run {
  std::string problem = {};
  std::string program = {};  ///< a stepper, or the level of a program by hand
  long steps = 0;            ///< of the whole run
  double setup = 0.0;        ///< CPU time it took to make it ready [s]
  /// Makes so many steps more. Throws std::runtime_error if one fails.
  std::function<void(long)> make = {};
};

/// With or without the certifier of the step as a whole.
[[nodiscard]] Run library_run(const Subject& subject, bool certified = true);
[[nodiscard]] Run hand_run(const Program& program);
/// The first step, again and again.
[[nodiscard]] Run nlpsol_run(const std::string& problem);

/// One that is named; throws std::invalid_argument.
[[nodiscard]] Run find_run(const std::string& problem, const std::string& program, bool certified);

/// The programs by hand for a problem.
[[nodiscard]] std::vector<Program> programs_for(const std::string& problem);

/// Makes steps and nothing else: the function whose instructions valgrind counts.
void counted_steps(const Run& run, long steps);

}  // namespace ricochet::limit
