#include "ricochet/run/resumption.hpp"

#include "ricochet/io/files.hpp"
#include "ricochet/text/text.hpp"

#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <variant>
#include <vector>

namespace ricochet {
namespace {

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

void check_count(const std::string& file, const std::string& what, Index found, Index expected,
                 bool may_be_empty) {
  if (found == expected || (may_be_empty && found == 0)) return;
  refuse(file + ": " + what + " has " + std::to_string(found) + " entries, the system needs " +
         std::to_string(expected) + "; was the file changed?");
}

void check_indices(const std::string& file, const std::vector<Index>& set, Index m) {
  for (const Index i : set)
    if (i >= m)
      refuse(file + ": constraint " + std::to_string(i) + " does not exist; the system has " +
             std::to_string(m));
}

/// A stored value that is there must be the one of the run to make.
void refuse_change(const SettingList& stored, const std::string& name, const SettingValue& value) {
  const SettingValue* before = find(stored, name);
  if (!before || std::holds_alternative<std::monostate>(*before) || same(*before, value)) return;
  refuse("the run to resume had " + name + " = " + as_text(*before) + ", not " + as_text(value) +
         "; resume it unchanged, or record a new run");
}

void add_option(Settings& settings, const std::string& name, const SettingValue& value) {
  if (!find(settings.options, name)) settings.options.emplace_back(name, value);
}

/// Two outputs may meet in a device, as in /dev/null, but not in a file.
bool clash(const std::string& a, const std::string& b) {
  std::error_code ignored;
  const bool device =
      std::filesystem::exists(a, ignored) && !std::filesystem::is_regular_file(a, ignored);
  return !device && same_file(a, b);
}

void check_files(const RunFiles& files) {
  std::vector<std::string> names;
  for (const std::string* name :
       {&files.trajectory, &files.events, &files.contacts, &files.checkpoint, &files.report}) {
    if (name->empty()) continue;
    for (const std::string& other : names)
      if (clash(*name, other))
        refuse("RunRecipe: two of .files have the name " + *name + "; give two names");
    check_writable(*name);
    names.push_back(*name);
  }
}

void check_number(const std::string& recipe, bool right, const std::string& what, double found) {
  if (!right) refuse(recipe + ": " + what + ", not " + brief(found));
}

}  // namespace

void check_fit(const std::string& file, const Checkpoint& c, const System& s) {
  check_count(file, "q", c.step.state.q.size(), s.n(), false);
  check_count(file, "lambda", c.step.force.lambda.size(), s.m(), true);
  check_count(file, "mu", c.step.force.mu.size(), s.m(), true);
  check_count(file, "nu", c.step.force.nu.size(), s.k(), true);
  check_count(file, "xi", c.step.force.xi.size(), s.k(), true);
  check_count(file, "momentum_names", static_cast<Index>(c.summary.momentum_names.size()),
              static_cast<Index>(s.specification().momenta.size()), false);
  const ContactSets& sets = c.step.contacts;
  for (const auto* set : {&sets.predicted, &sets.smooth, &sets.held, &sets.weak})
    check_indices(file, *set, s.m());
  for (const LimitedRestitution& of : c.step.limited) check_indices(file, {of.contact}, s.m());
  for (const Impact& impact : c.step.impacts) check_indices(file, impact.constraints, s.m());
  const auto tangents = s.contacts().tangents();
  for (const FlightRecord& flight : c.step.flights) {
    check_indices(file, flight.held, s.m());
    check_indices(file, flight.pinned, tangents);
    check_indices(file, flight.pinned_end, tangents);
  }
  for (const ReflectionPass& pass : c.step.reflections) {
    check_indices(file, pass.set, s.m());
    check_indices(file, pass.passive, s.m());
  }
}

Checkpoint load_checkpoint(const std::string& path, const System& system) {
  Checkpoint from = load_checkpoint(path);
  check_fit(path, from, system);
  return from;
}

void complete_settings(const Stepper& stepper, RunRecipe& recipe) {
  Settings& settings = recipe.settings;
  add_option(settings, "stepper", stepper.info().name);
  add_option(settings, "h", recipe.h);
  add_option(settings, "steps", recipe.steps);
  add_option(settings, "every", recipe.every);
  if (!settings.parameters.empty()) return;
  const System& system = stepper.system();
  for (const std::string& name : system.parameter_names())
    settings.parameters.emplace_back(name, system.parameter(name));
}

void check_numbers(const std::string& recipe, double h, long steps, long certify_every,
                   const SampleOptions& samples) {
  check_number(recipe, std::isfinite(h) && h > 0.0, "the step size .h must be positive and finite",
               h);
  check_number(recipe, steps >= 0, ".steps must be >= 0", static_cast<double>(steps));
  check_number(recipe, certify_every >= 0, ".certify_every must be >= 0",
               static_cast<double>(certify_every));
  check_number(recipe, samples.every >= 0, ".samples.every must be >= 0",
               static_cast<double>(samples.every));
}

void check_recipe(const RunRecipe& recipe) {
  const std::string name = "RunRecipe";
  check_numbers(name, recipe.h, recipe.steps, recipe.certify_every, recipe.samples);
  check_number(name, recipe.every >= 0, ".every must be >= 0", static_cast<double>(recipe.every));
  check_files(recipe.files);
}

void refuse_changes(const Checkpoint& from, const System& system, const RunRecipe& recipe) {
  for (const char* name : {"stepper", "h", "every"})
    refuse_change(from.settings.options, name, *find(recipe.settings.options, name));
  for (const std::string& name : system.parameter_names())
    refuse_change(from.settings.parameters, name, system.parameter(name));
  if (const long made = from.summary.steps; recipe.steps < made)
    refuse("RunRecipe: .steps is " + std::to_string(recipe.steps) + ", but the run to resume has " +
           "made " + std::to_string(made) + " already; steps count from its start");
}

}  // namespace ricochet
