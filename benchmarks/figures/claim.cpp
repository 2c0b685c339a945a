#include "figures/claim.hpp"

#include "ricochet/text/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ricochet::cli {
namespace {

bool all_hold(const std::vector<Measured>& numbers) {
  return !numbers.empty() &&
         std::all_of(numbers.begin(), numbers.end(), [](const Measured& m) { return m.holds(); });
}

std::string shown(double x) { return fmt::format("{:.7g}", x); }

/// Bands are round numbers and shown as they are.
std::string band_text(const Band& band) {
  const bool below = std::isfinite(band.least), above = std::isfinite(band.most);
  if (below && above) return shown(band.least) + " to " + shown(band.most);
  if (below) return "at least " + shown(band.least);
  return above ? "at most " + shown(band.most) : "";
}

std::vector<std::string> outside(const std::vector<Measured>& numbers) {
  std::vector<std::string> names;
  for (const Measured& m : numbers)
    if (!m.holds()) names.push_back(m.what);
  return names;
}

}  // namespace

std::string Measured::text() const {
  std::string text = fmt::format("{} {:.4g}", what, value);
  if (!unit.empty()) text += " " + unit;
  const std::string expected = band_text(band);
  return expected.empty() ? text : text + " (" + expected + ")";
}

Verdict judge(const Claim& claim) {
  if (all_hold(claim.measured)) return Verdict::reproduced;
  return all_hold(claim.known_difference.measured) ? Verdict::differs : Verdict::not_reproduced;
}

std::string verdict_text(const Claim& claim) {
  switch (judge(claim)) {
    case Verdict::reproduced: return "reproduced";
    case Verdict::differs: return "differs: " + claim.known_difference.how;
    case Verdict::not_reproduced: break;
  }
  return "not reproduced: " + (claim.measured.empty() ? std::string("nothing was measured")
                                                      : join(outside(claim.measured)));
}

std::string measured_text(const Claim& claim) {
  std::vector<Measured> numbers = claim.measured;
  if (judge(claim) == Verdict::differs)
    numbers.insert(numbers.end(), claim.known_difference.measured.begin(),
                   claim.known_difference.measured.end());
  std::vector<std::string> texts;
  for (const Measured& m : numbers) texts.push_back(m.text());
  return join(texts, "; ");
}

}  // namespace ricochet::cli
