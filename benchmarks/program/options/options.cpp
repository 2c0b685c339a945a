#include "program/options/options.hpp"

#include <stdexcept>
#include <type_traits>

namespace ricochet::cli {
namespace {

/// Takes the value of a name if it is there and not null; one of another type is refused.
template <class T, class Target>
void take(const SettingList& list, const std::string& file, const std::string& name,
          Target& target) {
  const SettingValue* value = find(list, name);
  if (!value || std::holds_alternative<std::monostate>(*value)) return;
  if constexpr (std::is_same_v<T, double>) {
    if (const long* whole = std::get_if<long>(value)) {
      target = static_cast<double>(*whole);
      return;
    }
  }
  if (!std::holds_alternative<T>(*value))
    throw std::invalid_argument(file + ": /options/" + name +
                                ": has the wrong type; was it written by ricochet?");
  target = std::get<T>(*value);
}

/// A number that the command line would refuse is refused in a file too.
template <class Target>
void take_count(const SettingList& list, const std::string& file, const std::string& name,
                long least, Target& target) {
  const SettingValue* value = find(list, name);
  if (const long* whole = value ? std::get_if<long>(value) : nullptr; whole && *whole < least)
    throw std::invalid_argument(file + ": /options/" + name + ": expected at least " +
                                std::to_string(least) + ", found " + std::to_string(*whole));
  take<long>(list, file, name, target);
}

SettingList method_of(const SettingList& list, const std::string& file) {
  SettingList method;
  StepperOptions checked;
  for (const StepperOption& option : all_stepper_options()) {
    const SettingValue* value = find_stored(list, option);
    if (!value || std::holds_alternative<std::monostate>(*value)) continue;
    option.set(checked, *value, file + ": /options/" + option.key);
    method.emplace_back(option.key, *value);
  }
  return method;
}

void take_assignments(const SettingList& list, const std::string& file, Options& o) {
  for (const auto& [name, value] : list) {
    if (const auto* whole = std::get_if<long>(&value))
      o.set.emplace_back(name, static_cast<double>(*whole));
    else if (const auto* number = std::get_if<double>(&value))
      o.set.emplace_back(name, *number);
    else
      throw std::invalid_argument(file + ": parameter '" + name + "' must be a number");
  }
}

}  // namespace

std::optional<std::string> Options::word(const std::string& key) const {
  const SettingValue* value = find(method, key);
  const auto* chosen = value ? std::get_if<std::string>(value) : nullptr;
  return chosen ? std::optional(*chosen) : std::nullopt;
}

std::vector<std::pair<std::string, std::string>> files_to_write(const Options& o) {
  std::vector<std::pair<std::string, std::string>> files;
  for (const auto& [name, path] :
       {std::pair{"--out", &o.out}, std::pair{"--events", &o.events},
        std::pair{"--contacts", &o.contacts}, std::pair{"--report", &o.report},
        std::pair{"--plot", &o.plot}, std::pair{"--checkpoint", &o.checkpoint},
        std::pair{"--impacts", &o.impacts}})
    if (!path->empty()) files.emplace_back(name, *path);
  return files;
}

const SettingValue* find_stored(const SettingList& list, const StepperOption& option) {
  const SettingValue* value = find(list, option.key);
  return value ? value : find(list, option.flag.substr(2));
}

Options options_of(const Settings& settings, const std::string& file) {
  const SettingList& list = settings.options;
  Options o;
  take<std::string>(list, file, "problem", o.operand);
  take<std::string>(list, file, "stepper", o.stepper);
  o.method = method_of(list, file);
  take<double>(list, file, "h", o.h);
  take_count(list, file, "steps", 0, o.steps);
  take_count(list, file, "every", 0, o.every);
  take_count(list, file, "certify_every", 0, o.certify_every);
  take<double>(list, file, "t0", o.t0);
  take<std::vector<double>>(list, file, "q0", o.q0);
  take<std::vector<double>>(list, file, "p0", o.p0);
  o.q0_stored = o.q0.has_value();
  o.p0_stored = o.p0.has_value();
  take<bool>(list, file, "violated_start", o.violated_start);
  take_assignments(settings.structure, file, o);
  take_assignments(settings.parameters, file, o);
  return o;
}

void add_start(const State& start, SettingList& list) {
  list.emplace_back("t0", start.t);
  list.emplace_back("q0", std::vector<double>(start.q.begin(), start.q.end()));
  list.emplace_back("p0", std::vector<double>(start.p.begin(), start.p.end()));
}

void add_files(const Options& o, SettingList& list) {
  const auto add = [&](const std::string& name, const std::string& path) {
    list.emplace_back(name, path.empty() ? SettingValue() : SettingValue(path));
  };
  add("out", o.out);
  list.emplace_back("out_begins", o.out_begins);
  add("events", o.events);
  add("contacts", o.contacts);
  add("report", o.report);
  add("plot", o.plot);
  add("checkpoint", o.checkpoint);
}

void take_files(const Settings& settings, const std::string& file, Options& o) {
  take<std::string>(settings.options, file, "out", o.out);
  take_count(settings.options, file, "out_begins", 0, o.out_begins);
  take<std::string>(settings.options, file, "events", o.events);
  take<std::string>(settings.options, file, "contacts", o.contacts);
  take<std::string>(settings.options, file, "report", o.report);
  take<std::string>(settings.options, file, "plot", o.plot);
  take<std::string>(settings.options, file, "checkpoint", o.checkpoint);
}

}  // namespace ricochet::cli
