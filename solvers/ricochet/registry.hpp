#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/step_solver.hpp"
#include "ricochet/stepper.hpp"
#include "ricochet/steppers/discrete_smooth.hpp"
#include "ricochet/steppers/forced_collision.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "ricochet/steppers/newmark.hpp"
#include "ricochet/steppers/nonholonomic_collision.hpp"

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ricochet {

/// Every option of every stepper, flat. What is not set keeps the stepper's default; an option
/// that a stepper does not have is refused if set.
struct StepperOptions {
  std::optional<Discretization> discretization = {};
  std::optional<Backend> backend = {};
  std::optional<Reflection> reflection = {};  ///< gvi, hybrid
  std::optional<Energy> energy = {};          ///< gvi, hybrid: what a reflection conserves
  std::optional<Predictor> predictor = {};    ///< gvi
  std::optional<bool> strict = {};            ///< gvi: predicted means g < 0 instead of <= 0
  std::optional<Gradients> gradients = {};  ///< gvi: start, predictor; discrete-smooth: active, all
  std::optional<bool> projection = {};      ///< discrete-smooth: momentum projection (5.8)-(5.9)
  std::optional<NewmarkParameters> newmark = {};  ///< newmark, imex-newmark
  std::optional<int> max_events = {};          ///< hybrid and the collision integrators: per step
  std::optional<SlowImpact> slow_impact = {};  ///< the collision integrators
  std::optional<Law> law = {};                 ///< forced-collision
  std::optional<Form> form = {};               ///< nonholonomic-collision
};

struct StepperEntry {
  std::string name = {};
  std::string summary = {};
  std::vector<std::string> options = {};  ///< members of StepperOptions it has
  std::string only_rule = {};  ///< the one discretization it stands for; empty: any, or none
  /// Why it cannot take a system; empty if it can.
  std::function<std::string(const System&)> why_not = {};
  std::function<std::unique_ptr<Stepper>(const System&, const StepperOptions&)> build = {};

  [[nodiscard]] bool has_option(const std::string& option) const;
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
/// "midpoint", "verlet", "left" or "gamma:G".
[[nodiscard]] Discretization make_discretization(const std::string& name);

}  // namespace ricochet
