#include "ricochet/io/json_codec.hpp"
#include "ricochet/text/text.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <stdexcept>
#include <utility>

namespace ricochet {
namespace {

/// Documents of ours are 8 levels deep. A limit is needed because copies and messages descend by
/// recursion.
constexpr int deepest = 32;

Json parsed(const std::string& file, const std::string& text) {
  const auto descend = [&](int depth, Json::parse_event_t, Json&) {
    if (depth > deepest)
      throw std::invalid_argument(file + ": is nested more than " + std::to_string(deepest) +
                                  " levels deep; name a checkpoint or a report written by "
                                  "ricochet");
    return true;
  };
  try {
    return Json::parse(text, descend);
  } catch (const Json::out_of_range&) {
    throw std::invalid_argument(file +
                                ": has a number outside the range of double precision; "
                                "was it written by ricochet?");
  } catch (const Json::parse_error& error) {
    const auto at = text.begin() + static_cast<std::ptrdiff_t>(std::min(error.byte, text.size()));
    throw std::invalid_argument(file + ":" +
                                std::to_string(1 + std::count(text.begin(), at, '\n')) +
                                ": is not JSON, or was cut off; name a checkpoint or a report "
                                "written by ricochet");
  }
}

/// A whole number that a long can hold; the library reads larger ones as unsigned.
bool is_long(const Json& value) {
  return value.is_number_integer() &&
         (!value.is_number_unsigned() ||
          value.get<std::uint64_t>() <= std::numeric_limits<long>::max());
}

std::string brief_dump(const Json& value) {
  const std::string text = value.dump(-1, ' ', false, Json::error_handler_t::replace);
  return text.size() <= 40 ? text : text.substr(0, 37) + "...";
}

}  // namespace

JsonReader::JsonReader(const std::string& file, const std::string& text)
    : file_(file), value_(parsed(file, text)) {}

JsonReader::JsonReader(std::string file, std::string place, Json value)
    : file_(std::move(file)), place_(std::move(place)), value_(std::move(value)) {}

void JsonReader::refuse(const std::string& expected) const {
  throw std::invalid_argument(file_ + ": " + (place_.empty() ? "/" : place_) + ": " + expected +
                              ", found " + brief_dump(value_));
}

bool JsonReader::has(const std::string& key) const {
  return value_.is_object() && value_.contains(key);
}

JsonReader JsonReader::operator[](const std::string& key) const {
  if (!has(key)) refuse("expected an object with the entry '" + key + "'");
  return {file_, place_ + "/" + key, value_.at(key)};
}

std::vector<JsonReader> JsonReader::items() const {
  if (!value_.is_array()) refuse("expected an array");
  std::vector<JsonReader> items;
  for (size_t i = 0; i < value_.size(); ++i)
    items.push_back(JsonReader(file_, place_ + "/" + std::to_string(i), value_[i]));
  return items;
}

double JsonReader::number() const {
  if (value_.is_number()) return value_.get<double>();
  if (value_ == "nan") return std::numeric_limits<double>::quiet_NaN();
  if (value_ == "inf") return std::numeric_limits<double>::infinity();
  if (value_ == "-inf") return -std::numeric_limits<double>::infinity();
  refuse("expected a number");
}

long JsonReader::integer() const {
  if (!is_long(value_)) refuse("expected an integer");
  return value_.get<long>();
}

bool JsonReader::flag() const {
  if (!value_.is_boolean()) refuse("expected true or false");
  return value_.get<bool>();
}

std::string JsonReader::text() const {
  if (!value_.is_string()) refuse("expected a text");
  return value_.get<std::string>();
}

std::vector<double> JsonReader::numbers() const {
  std::vector<double> values;
  for (const JsonReader& item : items()) values.push_back(item.number());
  return values;
}

Vector JsonReader::vector() const {
  const std::vector<double> values = numbers();
  return Eigen::Map<const Vector>(values.data(), static_cast<Index>(values.size()));
}

Vector JsonReader::finite_vector() const {
  for (const JsonReader& item : items())
    if (!std::isfinite(item.number())) item.refuse("expected a finite number");
  return vector();
}

std::vector<Index> JsonReader::indices() const {
  std::vector<Index> set;
  for (const JsonReader& item : items()) {
    set.push_back(item.integer());
    if (set.back() < 0) item.refuse("expected an index >= 0");
  }
  return set;
}

std::vector<std::string> JsonReader::texts() const {
  std::vector<std::string> texts;
  for (const JsonReader& item : items()) texts.push_back(item.text());
  return texts;
}

SettingValue JsonReader::setting() const {
  if (value_.is_null()) return {};
  if (value_.is_boolean()) return value_.get<bool>();
  if (is_long(value_)) return value_.get<long>();
  if (value_.is_number()) return value_.get<double>();
  if (value_.is_string()) return value_.get<std::string>();
  if (value_.is_array()) return numbers();
  refuse("expected a number, a text, true, false, null or numbers");
}

SettingList JsonReader::settings() const {
  if (!value_.is_object()) refuse("expected an object");
  SettingList list;
  for (const auto& entry : value_.items())
    list.emplace_back(entry.key(), (*this)[entry.key()].setting());
  return list;
}

}  // namespace ricochet
