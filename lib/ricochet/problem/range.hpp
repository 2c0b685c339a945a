#pragma once

#include <limits>
#include <string>

namespace ricochet {

/// The values a number may take: an interval, finite numbers only. Without bounds, any of them.
struct Range {
  static constexpr double unbounded = std::numeric_limits<double>::infinity();

  double least = -unbounded, most = unbounded;
  bool with_least = true, with_most = true;  ///< whether a finite bound belongs to it

  [[nodiscard]] static Range positive();                         ///< x > 0
  [[nodiscard]] static Range at_least(double least);             ///< x >= least
  [[nodiscard]] static Range within(double least, double most);  ///< bounds included

  [[nodiscard]] bool contains(double x) const;  ///< never NaN, never an infinity
  [[nodiscard]] bool bounded() const;           ///< on one side or both
  /// As it follows "must be": "> 0", ">= 0", "in [0, 1]", "a finite number".
  [[nodiscard]] std::string text() const;
  /// What x should be instead: the range, or a finite number where x is none.
  [[nodiscard]] std::string expected_of(double x) const;
};

}  // namespace ricochet
