#include "sweep/axis.hpp"

#include "program/options/values.hpp"
#include "ricochet/random.hpp"
#include "ricochet/text/text.hpp"
#include "sweep/digest.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <stdexcept>
#include <utility>

namespace ricochet::cli {
namespace {

constexpr long most_values = 100000000;  // of one name: more is a slip of the keyboard

struct Named {
  const char* word;
  Distribution distribution;
};

constexpr std::array distributions = {Named{"uniform", Distribution::uniform},
                                      Named{"normal", Distribution::normal},
                                      Named{"loguniform", Distribution::loguniform}};

[[noreturn]] void refuse(const std::string& what) { throw std::invalid_argument(what); }

/// "NAME=REST"
std::pair<std::string, std::string> split(const std::string& option, const std::string& expected,
                                          const std::string& text) {
  const size_t equals = text.find('=');
  if (equals == std::string::npos || equals == 0 || equals + 1 == text.size())
    refuse(option + ": expected " + expected + ", not '" + text + "'");
  return {text.substr(0, equals), text.substr(equals + 1)};
}

std::vector<std::string> parts_of(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == separator)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

/// Both ends have the digits that were given.
double between(double from, double to, bool logarithmic, long i, long count) {
  if (i == 0) return from;
  if (i == count - 1) return to;
  const double share = static_cast<double>(i) / static_cast<double>(count - 1);
  return logarithmic ? from * std::pow(to / from, share) : from + (to - from) * share;
}

std::vector<double> spaced(const std::string& called, const std::string& text) {
  const std::vector<std::string> parts = parts_of(text, ':');
  const bool logarithmic = parts.size() == 4 && parts[3] == "log";
  if (parts.size() != 3 && !logarithmic)
    refuse(called + ": expected FROM:TO:COUNT, FROM:TO:COUNT:log or A,B,.., not '" + text + "'");
  const double from = number(called, parts[0]), to = number(called, parts[1]);
  const long values = count(called, parts[2]);
  if (values == 0) refuse(called + ": the grid is empty; give a COUNT of at least 1");
  if (values > most_values)
    refuse(called + ": expected at most " + std::to_string(most_values) + " values, not " +
           parts[2]);
  if (values == 1 && from != to)
    refuse(called + ": one value cannot reach from " + parts[0] + " to " + parts[1] +
           "; give a COUNT of at least 2, or the value alone");
  if (values > 1 && from == to)
    refuse(called + ": all " + parts[2] + " values are " + parts[0] +
           "; give two ends, or the value alone");
  if (logarithmic && !(from > 0.0 && to > 0.0))
    refuse(called + ": equal ratios need ends > 0, not '" + text + "'");
  std::vector<double> all;
  for (long i = 0; i < values; ++i) all.push_back(between(from, to, logarithmic, i, values));
  return all;
}

void refuse_repeated(const std::string& called, std::vector<double> values) {
  std::sort(values.begin(), values.end());
  if (const auto twice = std::adjacent_find(values.begin(), values.end()); twice != values.end())
    refuse(called + ": the value " + brief(*twice) + " is there twice; give each value once");
}

Distribution distribution_of(const std::string& called, const std::string& word) {
  std::vector<std::string> words;
  for (const Named& each : distributions) {
    if (word == each.word) return each.distribution;
    words.emplace_back(each.word);
  }
  refuse(called + ": there is no distribution '" + word + "'" + suggestion(word, words));
}

void check_numbers(const std::string& called, const RandomAxis& axis) {
  if (axis.distribution == Distribution::normal) {
    if (!(axis.b > 0.0))
      refuse(called + ": the standard deviation must be > 0, not " + brief(axis.b));
    return;
  }
  if (!(axis.a < axis.b))
    refuse(called + ": the first end must be below the second, not " + brief(axis.a) + " and " +
           brief(axis.b));
  if (axis.distribution == Distribution::loguniform && !(axis.a > 0.0))
    refuse(called + ": loguniform needs ends > 0, not " + brief(axis.a));
}

const char* word_of(Distribution distribution) {
  for (const Named& each : distributions)
    if (each.distribution == distribution) return each.word;
  return "";
}

}  // namespace

GridAxis grid_axis(const std::string& text) {
  const auto [name, rest] = split("--grid", "NAME=FROM:TO:COUNT or NAME=A,B,..", text);
  const std::string called = "--grid " + name;
  const bool has_ends = rest.find(':') != std::string::npos;
  GridAxis axis{.name = name, .values = has_ends ? spaced(called, rest) : numbers(called, rest)};
  refuse_repeated(called, axis.values);
  return axis;
}

RandomAxis random_axis(const std::string& text) {
  const std::string expected = "NAME=uniform(A,B), normal(MEAN,DEVIATION) or loguniform(A,B)";
  const auto [name, rest] = split("--random", expected, text);
  const std::string called = "--random " + name;
  const size_t open = rest.find('(');
  if (open == std::string::npos || rest.back() != ')')
    refuse(called + ": expected " + expected.substr(5) + ", not '" + rest + "'");
  const std::vector<double> two = numbers(called, rest.substr(open + 1, rest.size() - open - 2));
  RandomAxis axis{.name = name, .distribution = distribution_of(called, rest.substr(0, open))};
  if (two.size() != 2)
    refuse(called + ": expected two numbers in brackets, not " + std::to_string(two.size()));
  axis.a = two[0];
  axis.b = two[1];
  check_numbers(called, axis);
  return axis;
}

double draw(const RandomAxis& axis, long seed, size_t member) {
  std::mt19937_64 generator(
      Digest().add(axis.name).add(std::to_string(seed)).add(std::to_string(member)).value());
  const double u = unit(generator);
  switch (axis.distribution) {
    case Distribution::uniform: return axis.a + (axis.b - axis.a) * u;
    case Distribution::loguniform: return axis.a * std::exp(std::log(axis.b / axis.a) * u);
    case Distribution::normal: break;
  }
  const double radius = std::sqrt(-2.0 * std::log1p(-u));  // Box and Muller; 1 - u > 0
  return axis.a + axis.b * radius * std::cos(2.0 * std::numbers::pi * unit(generator));
}

std::string text_of(const GridAxis& axis) {
  std::string text = axis.name + "=";
  for (const double value : axis.values) text += exact(value) + ",";
  text.pop_back();
  return text;
}

std::string text_of(const RandomAxis& axis) {
  return axis.name + "=" + word_of(axis.distribution) + "(" + exact(axis.a) + "," + exact(axis.b) +
         ")";
}

}  // namespace ricochet::cli
