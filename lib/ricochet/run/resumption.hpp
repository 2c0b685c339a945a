#pragma once

#include "ricochet/io/checkpoint.hpp"
#include "ricochet/run/run_recipe.hpp"
#include "ricochet/stepper.hpp"

#include <string>

namespace ricochet {

/// Reads a checkpoint, or a report, of a run of this system. Throws std::invalid_argument, naming
/// the file, if what it holds does not fit the system.
[[nodiscard]] Checkpoint load_checkpoint(const std::string& path, const System& system);

/// Throws std::invalid_argument if a checkpoint that was read from this file does not fit a system:
/// sizes, names of momentum maps, indices of contacts.
void check_fit(const std::string& file, const Checkpoint& checkpoint, const System& system);

/// Adds the settings that distinguish one run from another where a recipe lacks them: the options
/// `stepper`, `h`, `steps` and `every`, and the parameters of the system.
void complete_settings(const Stepper& stepper, RunRecipe& recipe);

/// Throws std::invalid_argument for impossible numbers; the message begins with the name of the
/// recipe that has them.
void check_numbers(const std::string& recipe, double h, long steps, long certify_every,
                   const SampleOptions& samples);

/// Throws std::invalid_argument for impossible numbers and for two files of one name, and
/// std::runtime_error for a file that cannot be written.
void check_recipe(const RunRecipe& recipe);

/// Throws std::invalid_argument if a recipe with complete settings does not fit the run to be
/// resumed: another method, step size or parameter, or fewer steps than were made.
void refuse_changes(const Checkpoint& from, const System& system, const RunRecipe& recipe);

}  // namespace ricochet
