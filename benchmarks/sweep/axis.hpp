#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace ricochet::cli {

/// A name with the values that it takes one after another.
struct GridAxis {
  std::string name = {};
  std::vector<double> values = {};
};

enum class Distribution { uniform, normal, loguniform };

/// A name with the distribution of its values.
struct RandomAxis {
  std::string name = {};
  Distribution distribution = Distribution::uniform;
  double a = 0.0, b = 1.0;  ///< the ends; of `normal` the mean and the standard deviation
};

// Both throw std::invalid_argument naming the option, what was expected and what was found.

/// "NAME=FROM:TO:COUNT", both ends included, "NAME=FROM:TO:COUNT:log" with equal ratios, or
/// "NAME=A,B,..".
[[nodiscard]] GridAxis grid_axis(const std::string& text);
/// "NAME=uniform(A,B)", "NAME=normal(MEAN,DEVIATION)" or "NAME=loguniform(A,B)".
[[nodiscard]] RandomAxis random_axis(const std::string& text);

/// The value of a member. It depends on the arguments only: on the seed, the member, and the name
/// and distribution of the axis. Logarithms and cosines are those of the C library.
[[nodiscard]] double draw(const RandomAxis& axis, long seed, size_t member);

/// What was asked for, with all digits.
[[nodiscard]] std::string text_of(const GridAxis& axis);
[[nodiscard]] std::string text_of(const RandomAxis& axis);

}  // namespace ricochet::cli
