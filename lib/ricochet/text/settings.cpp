#include "ricochet/text/settings.hpp"

#include "ricochet/text/text.hpp"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

namespace ricochet {
namespace {

std::optional<double> number_of(const SettingValue& value) {
  if (const auto* whole = std::get_if<long>(&value)) return static_cast<double>(*whole);
  if (const auto* number = std::get_if<double>(&value)) return *number;
  return {};
}

struct Text {
  std::string operator()(std::monostate) const { return "nothing"; }
  std::string operator()(bool yes) const { return yes ? "true" : "false"; }
  std::string operator()(long whole) const { return std::to_string(whole); }
  std::string operator()(double number) const {
    char digits[32];
    return {digits, std::to_chars(digits, digits + sizeof digits, number).ptr};
  }
  std::string operator()(const std::string& word) const { return "'" + word + "'"; }
  std::string operator()(const std::vector<double>& numbers) const {
    std::vector<std::string> words(numbers.size());
    std::transform(numbers.begin(), numbers.end(), words.begin(), *this);
    return join(words);
  }
};

}  // namespace

const SettingValue* find(const SettingList& list, const std::string& name) {
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  return found == list.end() ? nullptr : &found->second;
}

void put(SettingList& list, const std::string& name, SettingValue value) {
  const auto found = std::find_if(list.begin(), list.end(),
                                  [&](const auto& entry) { return entry.first == name; });
  if (found == list.end())
    list.emplace_back(name, std::move(value));
  else
    found->second = std::move(value);
}

bool same(const SettingValue& a, const SettingValue& b) {
  const std::optional<double> x = number_of(a), y = number_of(b);
  return x && y ? *x == *y : a == b;
}

std::string as_text(const SettingValue& value) { return std::visit(Text(), value); }

}  // namespace ricochet
