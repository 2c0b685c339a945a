#pragma once

#include <random>

namespace ricochet {

/// Evenly distributed in [0, 1), with the same bits on every machine: the distributions of the
/// standard library leave their arithmetic open.
[[nodiscard]] inline double unit(std::mt19937_64& generator) {
  return static_cast<double>(generator() >> 11) * 0x1p-53;
}

}  // namespace ricochet
