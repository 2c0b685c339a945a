#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/step_solver.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/stepper_options.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ricochet {

struct StepperEntry {
  std::string name = {};
  std::string summary = {};
  std::vector<std::string> options = {};  ///< members of StepperOptions it has
  std::string only_rule = {};  ///< the one discretization it stands for; empty: any, or none
  /// Why it cannot take a system; empty if it can.
  std::function<std::string(const System&)> why_not = {};
  std::function<std::unique_ptr<Stepper>(const System&, const StepperOptions&)> build = {};

  [[nodiscard]] bool has_option(const std::string& option) const;
  /// Whether an option may be set: one that it has, or the rule that it stands for.
  [[nodiscard]] bool takes(const std::string& option) const;
  /// Options with a problem's own discretization, set if the method has a choice.
  [[nodiscard]] StepperOptions suited(const Discretization& d) const;
  /// Builds it, or throws std::invalid_argument: an option it lacks, a system it cannot take (with
  /// the methods that can).
  [[nodiscard]] std::unique_ptr<Stepper> make(const System& system,
                                              const StepperOptions& options = {}) const;
};

struct BackendEntry {
  std::string name;
  std::string summary;
  std::function<Backend()> make;
};

/// The one list of steppers and the one of backends.
[[nodiscard]] const std::vector<StepperEntry>& all_steppers();
[[nodiscard]] const std::vector<BackendEntry>& all_backends();

// By command-line name; an unknown one throws std::invalid_argument with the nearest.
[[nodiscard]] const StepperEntry& find_stepper(const std::string& name);
[[nodiscard]] std::unique_ptr<Stepper> make_stepper(const std::string& name, const System& system,
                                                    const StepperOptions& options = {});
[[nodiscard]] Backend make_backend(const std::string& name);
[[nodiscard]] std::vector<std::string> backend_names();
/// "midpoint", "verlet", "left" or "gamma:G".
[[nodiscard]] Discretization make_discretization(const std::string& name);

}  // namespace ricochet
