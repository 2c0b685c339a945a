#include "ricochet/stepper_options.hpp"

#include "ricochet/stepper_option_rows.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <limits>
#include <stdexcept>

namespace ricochet {
namespace {

[[noreturn]] void refuse(const std::string& expected, const SettingValue& found) {
  throw std::invalid_argument("expected " + expected + ", not " + as_text(found));
}

/// A number; whole ones may be written without a point.
double number_of(const SettingValue& value) {
  if (const auto* whole = std::get_if<long>(&value)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  refuse("a number", value);
}

/// "slow_impact" as "--slow-impact"; --no-... where the flag stands for false.
std::string flag_of(const std::string& key, const SettingValue& alone) {
  std::string words = key;
  std::replace(words.begin(), words.end(), '_', '-');
  return (alone == SettingValue(false) ? "--no-" : "--") + words;
}

template <class Row>
StepperOption described(const Row& row) {
  const auto& written = row.written;
  StepperOption option{.name = row.name,
                       .key = row.key,
                       .value = written.value,
                       .help = row.help,
                       .notation = written.notation,
                       .words = written.words};
  if constexpr (requires { written.usual; }) option.alone = !written.usual;
  if (option.value == "WORD") option.help += ": " + join(option.words);
  option.flag = flag_of(option.key, option.alone);
  option.get = [&row](const StepperOptions& o) {
    const auto& chosen = row.member(o);
    return chosen ? row.written.write(*chosen) : SettingValue();
  };
  option.take = [&row](StepperOptions& o, const SettingValue& value) {
    row.member(o) = row.written.read(value);
  };
  return option;
}

}  // namespace

const std::string& word_of(const SettingValue& value) {
  if (const auto* word = std::get_if<std::string>(&value)) return *word;
  refuse("a word", value);
}

size_t choice_of(const std::string& word, const std::vector<std::string>& words) {
  const auto found = std::find(words.begin(), words.end(), word);
  if (found == words.end())
    throw std::invalid_argument("unknown choice '" + word + "'" + suggestion(word, words));
  return static_cast<size_t>(found - words.begin());
}

bool Flag::read(const SettingValue& setting) {
  if (const bool* chosen = std::get_if<bool>(&setting)) return *chosen;
  refuse("true or false", setting);
}

int Count::read(const SettingValue& setting) const {
  const long* whole = std::get_if<long>(&setting);
  if (!whole) refuse("a whole number", setting);
  if (*whole < least) refuse("at least " + std::to_string(least), setting);
  if (*whole > std::numeric_limits<int>::max())
    refuse("at most " + std::to_string(std::numeric_limits<int>::max()), setting);
  return static_cast<int>(*whole);
}

double Number::read(const SettingValue& setting) const {
  const double number = number_of(setting);
  if (!range.contains(number)) refuse("a number " + range.expected_of(number), setting);
  return number;
}

SettingValue BetaGamma::write(const NewmarkParameters& chosen) {
  return std::vector<double>{chosen.beta, chosen.gamma};
}

NewmarkParameters BetaGamma::read(const SettingValue& setting) {
  const auto* numbers = std::get_if<std::vector<double>>(&setting);
  if (!numbers || numbers->size() != 2)
    throw std::invalid_argument("expected two numbers, beta and gamma, not " +
                                (numbers ? std::to_string(numbers->size()) : as_text(setting)));
  return {.beta = numbers->front(), .gamma = numbers->back()};
}

bool StepperOption::is_set(const StepperOptions& o) const {
  return !std::holds_alternative<std::monostate>(get(o));
}

void StepperOption::set(StepperOptions& o, const SettingValue& chosen,
                        const std::string& called) const {
  try {
    take(o, chosen);
  } catch (const std::invalid_argument& refusal) {
    throw std::invalid_argument(called + ": " + refusal.what());
  }
}

const std::vector<StepperOption>& all_stepper_options() {
  static const std::vector<StepperOption> options = [] {
    std::vector<StepperOption> described_rows;
    for_each_stepper_option([&](const auto& row) { described_rows.push_back(described(row)); });
    return described_rows;
  }();
  return options;
}

const StepperOption& find_stepper_option(const std::string& name) {
  std::vector<std::string> names;
  for (const StepperOption& option : all_stepper_options()) {
    if (option.name == name || option.key == name) return option;
    names.push_back(option.name);
  }
  throw std::invalid_argument("Unknown stepper option '" + name + "'" + suggestion(name, names));
}

StepperOptions stepper_options(const SettingList& list) {
  StepperOptions options;
  for (const auto& [name, value] : list) {
    const StepperOption& option = find_stepper_option(name);
    if (!std::holds_alternative<std::monostate>(value))
      option.set(options, value, "Stepper option '" + name + "'");
  }
  return options;
}

}  // namespace ricochet
