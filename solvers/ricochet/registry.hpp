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
  std::vector<std::string> options = {};  ///< members of StepperOptions that it has
  std::string only_rule = {};             ///< its one discretization; empty: it takes any, or none
  /// Why it cannot take a system; empty if it can.
  std::function<std::string(const System&)> why_not = {};
  std::function<std::unique_ptr<Stepper>(const System&, const StepperOptions&)> build = {};

  [[nodiscard]] bool has_option(const std::string& option) const;
  /// Whether an option may be set: one that it has, or its one discretization.
  [[nodiscard]] bool takes(const std::string& option) const;
  /// Options with this discretization, if the method has a choice; else empty ones.
  [[nodiscard]] StepperOptions suited(const Discretization& d) const;
  /// Builds the stepper. Throws std::invalid_argument for an option that it lacks and for a system
  /// that it cannot take; the message names the methods that can.
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

// These take names of the command line; an unknown one throws std::invalid_argument with the
// nearest name.
[[nodiscard]] const StepperEntry& find_stepper(const std::string& name);
[[nodiscard]] std::unique_ptr<Stepper> make_stepper(const std::string& name, const System& system,
                                                    const StepperOptions& options = {});
[[nodiscard]] Backend make_backend(const std::string& name);
[[nodiscard]] std::vector<std::string> backend_names();
/// "midpoint", "verlet", "left" or "gamma:G".
[[nodiscard]] Discretization make_discretization(const std::string& name);

}  // namespace ricochet
