#include "program/options/resume.hpp"

#include <algorithm>
#include <stdexcept>

namespace ricochet::cli {
namespace {

/// What may change when a run is continued: its end and its files.
bool may_change(const std::string& name) {
  static const std::vector<std::string> names = {"command",    "steps",  "out",
                                                 "out_begins", "events", "contacts",
                                                 "report",     "plot",   "checkpoint"};
  return std::find(names.begin(), names.end(), name) != names.end();
}

/// The option that gave the start.
std::string flag_of_start(const Options& o, const std::string& name) {
  if (!o.start.empty()) return "--start";
  if (name == "p0" && o.v0) return "--v0";
  return "--" + name;
}

/// A setting as the command line calls it.
std::string flag_of(const Options& o, const std::string& name) {
  if (name == "t0" || name == "q0" || name == "p0") return flag_of_start(o, name);
  std::string flag = "--" + name;
  std::replace(flag.begin(), flag.end(), '_', '-');
  return flag;
}

[[noreturn]] void refuse(const Options& o, const std::string& flag, const std::string& found,
                         const std::string& asked) {
  throw std::invalid_argument(flag + " cannot change when a run is resumed: '" + o.resume +
                              "' has " + found + ", not " + asked +
                              "; leave it out, or start a new run with --from");
}

void refuse_other_parameters(const Options& o, const SettingList& stored,
                             const SettingList& wanted) {
  for (const auto& [name, value] : wanted)
    if (const SettingValue* before = find(stored, name); before && !same(*before, value))
      refuse(o, "--set", name + " = " + as_text(*before), as_text(value));
}

std::string shown(const SettingValue* value) {
  const bool set = value && !std::holds_alternative<std::monostate>(*value);
  return set ? as_text(*value) : "the default of the method";
}

/// Before the stepper is built: it might refuse what belongs to another one.
void refuse_other_method(const Options& o, const SettingList& stored) {
  const SettingValue* stepper = find(stored, "stepper");
  if (stepper && o.stepper && !same(*stepper, *o.stepper))
    refuse(o, "--stepper", as_text(*stepper), as_text(*o.stepper));
  for (const auto& [key, value] : o.method) {
    const StepperOption& option = find_stepper_option(key);
    const SettingValue* before = find_stored(stored, option);
    if (!before || !same(*before, value)) refuse(o, option.flag, shown(before), as_text(value));
  }
}

}  // namespace

void refuse_changes(const Options& o, const Settings& stored, const Settings& wanted) {
  refuse_other_parameters(o, stored.structure, wanted.structure);
  refuse_other_parameters(o, stored.parameters, wanted.parameters);
  refuse_other_method(o, stored.options);
  for (const auto& [name, value] : wanted.options) {
    const SettingValue* before = find(stored.options, name);
    if (before && !may_change(name) && !same(*before, value))
      refuse(o, flag_of(o, name), as_text(*before), as_text(value));
  }
}

}  // namespace ricochet::cli
