#pragma once

#include "ricochet/discretization.hpp"
#include "ricochet/step_solver.hpp"
#include "ricochet/steppers/discrete_smooth.hpp"
#include "ricochet/steppers/forced_collision.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "ricochet/steppers/newmark.hpp"
#include "ricochet/steppers/nonholonomic_collision.hpp"
#include "ricochet/steppers/shadow.hpp"
#include "ricochet/text/settings.hpp"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace ricochet {

/// Every option of every stepper in one struct. An option that is not set has the stepper's
/// default. An option that is set but that the stepper does not have is refused.
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
  std::optional<double> rest_energy = {};      ///< forced-collision
  std::optional<Form> form = {};               ///< nonholonomic-collision
  std::optional<Placement> placement = {};     ///< shadow
  std::optional<int> energy_order = {};        ///< shadow: of the closed form; else chosen
  std::optional<int> virtual_steps = {};       ///< shadow: k of S_k in place of a closed form
  std::optional<double> anchor = {};           ///< shadow: kappa, 0 to 1
  std::optional<bool> certify = {};            ///< all: judge steps as a whole
};

/// What every stepper has from its base class.
struct CommonOptions {
  bool certify = true;  ///< see Stepper::certify_steps
};

/// The type of SettingValue as which the value of an option is written.
enum class Notation { word, flag, count, number, numbers };

/// An option as reports, command line, help and completion see it.
struct StepperOption {
  std::string name = {};   ///< of the member of StepperOptions, and of the stepper's own Options
  std::string key = {};    ///< in settings
  std::string flag = {};   ///< on the command line
  std::string value = {};  ///< name of its value in the help; empty: the flag has none
  std::string help = {};
  Notation notation = Notation::word;
  std::vector<std::string> words = {};  ///< words that it takes, or their beginnings
  SettingValue alone = {};              ///< the value of a flag that has none

  /// The value that is set; std::monostate if none is.
  std::function<SettingValue(const StepperOptions&)> get = {};
  /// Throws std::invalid_argument with what is expected.
  std::function<void(StepperOptions&, const SettingValue&)> take = {};

  [[nodiscard]] bool is_set(const StepperOptions& o) const;
  /// Sets the value; a refusal begins with `called`, the name that the user knows.
  void set(StepperOptions& o, const SettingValue& chosen, const std::string& called) const;
};

/// The one list of options of steppers, made from stepper_option_rows().
[[nodiscard]] const std::vector<StepperOption>& all_stepper_options();

/// Finds an option by name or key; an unknown one throws std::invalid_argument with the nearest.
[[nodiscard]] const StepperOption& find_stepper_option(const std::string& name);

/// Options from settings: names or keys with values, null for what is not set.
[[nodiscard]] StepperOptions stepper_options(const SettingList& list);

}  // namespace ricochet
