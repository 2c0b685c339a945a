#pragma once

#include "ricochet/problem/range.hpp"
#include "ricochet/stepper_options.hpp"

#include <string>
#include <utility>
#include <vector>

namespace ricochet {

// How the values of options are written in settings. Each struct below is one way: it has a
// notation, the name of the value in the help, and the words that the option takes. `write` makes a
// setting of a value, `read` a value of a setting. `read` throws std::invalid_argument with what
// was expected and what was found.

/// The word of a setting; throws if the setting is no word.
[[nodiscard]] const std::string& word_of(const SettingValue& value);
/// The index of a word; throws with the nearest word if it is none of them.
[[nodiscard]] size_t choice_of(const std::string& word, const std::vector<std::string>& words);

/// A value that has a name and is made from it, such as a backend.
template <class T>
struct Named {
  static constexpr Notation notation = Notation::word;
  std::string value;
  T (*make)(const std::string& name);
  std::vector<std::string> words;

  [[nodiscard]] SettingValue write(const T& made) const { return made.name(); }
  [[nodiscard]] T read(const SettingValue& setting) const { return make(word_of(setting)); }
};

/// One of a few values, each with its word.
template <class T>
struct Choice {
  static constexpr Notation notation = Notation::word;
  std::string value = "WORD";
  std::vector<std::string> words;
  std::vector<T> values;

  explicit Choice(const std::vector<std::pair<std::string, T>>& choices) {
    for (const auto& [word, chosen] : choices) {
      words.push_back(word);
      values.push_back(chosen);
    }
  }
  [[nodiscard]] SettingValue write(const T& chosen) const {
    for (size_t i = 0; i < values.size(); ++i)
      if (values[i] == chosen) return words[i];
    return {};
  }
  [[nodiscard]] T read(const SettingValue& setting) const {
    return values[choice_of(word_of(setting), words)];
  }
};

/// Yes or no. On the command line the flag means the unusual value: --strict, --no-projection.
struct Flag {
  static constexpr Notation notation = Notation::flag;
  bool usual = false;
  std::string value = {};
  std::vector<std::string> words = {};

  [[nodiscard]] static SettingValue write(bool chosen) { return chosen; }
  [[nodiscard]] static bool read(const SettingValue& setting);
};

/// A whole number.
struct Count {
  static constexpr Notation notation = Notation::count;
  int least = 0;
  std::string value = "N";
  std::vector<std::string> words = {};

  [[nodiscard]] static SettingValue write(int chosen) { return static_cast<long>(chosen); }
  [[nodiscard]] int read(const SettingValue& setting) const;
};

/// A number in a range.
struct Number {
  static constexpr Notation notation = Notation::number;
  std::string value = "X";
  Range range = {};
  std::vector<std::string> words = {};

  [[nodiscard]] static SettingValue write(double chosen) { return chosen; }
  [[nodiscard]] double read(const SettingValue& setting) const;
};

/// The two numbers of Newmark's rule; the stepper knows their ranges.
struct BetaGamma {
  static constexpr Notation notation = Notation::numbers;
  std::string value = "BETA,GAMMA";
  std::vector<std::string> words = {};

  [[nodiscard]] static SettingValue write(const NewmarkParameters& chosen);
  [[nodiscard]] static NewmarkParameters read(const SettingValue& setting);
};

}  // namespace ricochet
