#pragma once

#include "program/options/setup.hpp"
#include "ricochet/problems.hpp"
#include "sweep/axis.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// What a name of a sweep stands for.
enum class Place {
  parameter,  ///< of the system: nothing is rebuilt
  step_size,  ///< "h"; the duration stays
  start_q,    ///< "start.q0": a coordinate at the start
  start_p,    ///< "start.p0": a momentum
  start_v,    ///< "start.v0": a velocity
  structure,  ///< a structural parameter: the problem is rebuilt for each value
  method,     ///< a number of the method, "rest-energy": the stepper is rebuilt for each value
};

struct Swept {
  std::string name = {};
  Place place = Place::parameter;
  Index component = 0;   ///< of a start
  std::string key = {};  ///< of an option of the method, in settings

  [[nodiscard]] bool rebuilds() const {
    return place == Place::structure || place == Place::method;
  }
  [[nodiscard]] bool of_start() const {
    return place == Place::start_q || place == Place::start_p || place == Place::start_v;
  }
};

/// What a sweep is about; `setup` has the values that are not swept.
struct SweptProblem {
  const ProblemEntry& entry;
  const Setup& setup;
  const Options& options;
};

/// Finds what a name stands for; throws std::invalid_argument with the nearest name, or with the
/// reason why it cannot be swept. `option` is --grid or --random.
[[nodiscard]] Swept find_swept(const SweptProblem& of, const std::string& option,
                               const std::string& name);

// Refuse values that no run could take.
void check_values(const SweptProblem& of, const Swept& swept, const GridAxis& axis);
void check_values(const SweptProblem& of, const Swept& swept, const RandomAxis& axis);

/// An option of the method with one of the values.
[[nodiscard]] SettingValue method_value(const Swept& swept, double value);

}  // namespace ricochet::cli
