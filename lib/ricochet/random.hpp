#pragma once

#include <random>

namespace ricochet {

/// A number evenly distributed in [0, 1), with the same bits on every machine. The standard library
/// does not fix the arithmetic of its distributions.
[[nodiscard]] inline double unit(std::mt19937_64& generator) {
  return static_cast<double>(generator() >> 11) * 0x1p-53;
}

}  // namespace ricochet
