#pragma once

#include <limits>
#include <string>
#include <vector>

namespace ricochet::cli {

/// Where a number must lie; NaN lies nowhere.
struct Band {
  double least = -std::numeric_limits<double>::infinity();
  double most = std::numeric_limits<double>::infinity();

  [[nodiscard]] bool holds(double x) const { return least <= x && x <= most; }
};

[[nodiscard]] inline Band at_most(double most) { return {.most = most}; }
[[nodiscard]] inline Band at_least(double least) { return {.least = least}; }
[[nodiscard]] inline Band between(double least, double most) { return {least, most}; }

/// A measured number and the band in which the claim puts it.
struct Measured {
  std::string what = {};
  double value = std::numeric_limits<double>::quiet_NaN();
  Band band = {};
  std::string unit = {};

  [[nodiscard]] bool holds() const { return band.holds(value); }
  [[nodiscard]] std::string text() const;  ///< "what 1.2e-16 m (at most 1e-12)"
};

/// A deviation from the paper that is understood, with the numbers that must confirm it.
struct Difference {
  std::string how = {};
  std::vector<Measured> measured = {};
};

/// A sentence of a paper, and the numbers that decide about it.
struct Claim {
  std::string text = {};
  std::vector<Measured> measured = {};
  Difference known_difference = {};  ///< asked only if a number misses its band
};

enum class Verdict { reproduced, differs, not_reproduced };

/// Reproduced: every number lies in its band, and there is one at least. Differs: not so, but the
/// known difference is confirmed by its numbers. Nothing else decides.
[[nodiscard]] Verdict judge(const Claim& claim);
/// "reproduced", "differs: how", or "not reproduced: what is outside of its band".
[[nodiscard]] std::string verdict_text(const Claim& claim);
/// The numbers that decided, separated by semicolons.
[[nodiscard]] std::string measured_text(const Claim& claim);

}  // namespace ricochet::cli
