#include "ricochet/problem/range.hpp"

#include "ricochet/text/text.hpp"

#include <cmath>

namespace ricochet {

Range Range::positive() { return {.least = 0.0, .with_least = false}; }
Range Range::at_least(double least) { return {.least = least}; }
Range Range::within(double least, double most) { return {.least = least, .most = most}; }

bool Range::contains(double x) const {
  const bool above = with_least ? x >= least : x > least;
  const bool below = with_most ? x <= most : x < most;
  return std::isfinite(x) && above && below;
}

bool Range::bounded() const { return std::isfinite(least) || std::isfinite(most); }

std::string Range::text() const {
  if (!bounded()) return "a finite number";
  if (!std::isfinite(most)) return (with_least ? ">= " : "> ") + brief(least);
  if (!std::isfinite(least)) return (with_most ? "<= " : "< ") + brief(most);
  return std::string("in ") + (with_least ? "[" : "(") + brief(least) + ", " + brief(most) +
         (with_most ? "]" : ")");
}

std::string Range::expected_of(double x) const {
  return std::isfinite(x) ? text() : Range{}.text();
}

}  // namespace ricochet
