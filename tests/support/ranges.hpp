#pragma once

#include "ricochet/problem/range.hpp"

#include <cmath>
#include <vector>

namespace ricochet::support {

/// The numbers next to the bounds of a range: outside, then inside where a bound belongs to it.
struct Neighbours {
  std::vector<double> outside, inside;
};

inline Neighbours neighbours(const Range& range) {
  Neighbours found;
  const auto look = [&](double bound, bool belongs, double away) {
    if (!std::isfinite(bound)) return;
    found.outside.push_back(belongs ? std::nextafter(bound, away) : bound);
    if (belongs) found.inside.push_back(bound);
  };
  look(range.least, range.with_least, -Range::unbounded);
  look(range.most, range.with_most, Range::unbounded);
  return found;
}

}  // namespace ricochet::support
