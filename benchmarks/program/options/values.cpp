#include "program/options/values.hpp"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <string_view>

namespace ricochet::cli {
namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& expected,
                         const std::string& found) {
  throw std::invalid_argument(option + ": expected " + expected + ", not '" + found + "'");
}

/// All of the text is one value of type T.
template <class T>
bool parsed(std::string_view text, T& value) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

}  // namespace

double number(const std::string& option, const std::string& text) {
  double value = 0.0;
  if (!parsed(text, value) || !std::isfinite(value)) refuse(option, "a finite number", text);
  return value;
}

double positive_number(const std::string& option, const std::string& text) {
  double value = 0.0;
  if (!parsed(text, value) || !std::isfinite(value) || value <= 0.0)
    refuse(option, "a finite number > 0", text);
  return value;
}

long count(const std::string& option, const std::string& text) {
  long value = 0;
  if (!parsed(text, value) || value < 0) refuse(option, "a whole number >= 0", text);
  return value;
}

std::vector<double> numbers(const std::string& option, const std::string& text) {
  std::vector<double> values;
  size_t begin = 0;
  while (true) {
    const size_t end = text.find(',', begin);
    values.push_back(number(option, text.substr(begin, end - begin)));
    if (end == std::string::npos) return values;
    begin = end + 1;
  }
}

std::pair<std::string, double> assignment(const std::string& option, const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0) refuse(option, "name=value", text);
  const std::string name = text.substr(0, equals);
  return {name, number(option + " " + name, text.substr(equals + 1))};
}

std::string as_word(const std::string& text) {
  const auto plain = [](unsigned char c) {
    return std::isalnum(c) || std::strchr("_./,:=+@%-", c);
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), plain)) return text;
  std::string word = "'";
  for (const char c : text) c == '\'' ? word += "'\\''" : word += c;
  return word + "'";
}

}  // namespace ricochet::cli
