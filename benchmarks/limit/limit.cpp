#include "limit/limit.hpp"

#include <array>

namespace ricochet::limit {

std::span<const Program> all_programs() {
  static constexpr std::array programs = {
      Program{"pogo", "explicit Verlet", 2, pogo},
      Program{"oscillator", "dense Newton", 4, oscillator},
      Program{"cradle", "dense Newton", 10, cradle_dense},
      Program{"cradle", "range space", 10, cradle_range},
      Program{"spring-sphere", "dense Newton", 4, spring_sphere},
      Program{"ball-chain", "pooled averages", 5, ball_chain},
  };
  return programs;
}

}  // namespace ricochet::limit
