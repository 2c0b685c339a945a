#pragma once

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ricochet {

/// A value as a report and a checkpoint store it; monostate means "not set".
using SettingValue =
    std::variant<std::monostate, bool, long, double, std::string, std::vector<double>>;

/// Named values in the order in which they were set.
using SettingList = std::vector<std::pair<std::string, SettingValue>>;

/// Everything a run was asked to do, so that it can be done again.
struct Settings {
  SettingList options = {};     ///< problem, stepper, step, files, ...
  SettingList structure = {};   ///< structural parameters of the problem
  SettingList parameters = {};  ///< parameters of the system
};

/// The value of a name; null if the list has no such name.
[[nodiscard]] const SettingValue* find(const SettingList& list, const std::string& name);

/// Sets the value of a name; adds the name if the list does not have it.
void put(SettingList& list, const std::string& name, SettingValue value);

/// True for equal values; the whole number 3 equals 3.0.
[[nodiscard]] bool same(const SettingValue& a, const SettingValue& b);

/// A value as a message shows it, numbers with all digits that they need: 'word', 3, 0.1, true.
[[nodiscard]] std::string as_text(const SettingValue& value);

}  // namespace ricochet
