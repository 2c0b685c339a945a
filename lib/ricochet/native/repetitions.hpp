#pragma once

#include "ricochet/native/instructions.hpp"

#include <vector>

namespace ricochet {

/// Instructions that repeat, pass by pass. In every pass the k-th one makes the same operation. The
/// values that it reads and the entry of an input or output move on by the same step from each pass
/// to the next.
struct Repetition {
  int first = 0;   ///< the place of the first instruction
  int period = 0;  ///< instructions of a pass
  int passes = 0;

  [[nodiscard]] int end() const { return first + period * passes; }
};

/// What repeats in a list in which every value has a slot of its own, in the order of the list.
/// Less than `least` passes are none.
[[nodiscard]] std::vector<Repetition> repetitions_of(const std::vector<Instruction>& list,
                                                     int least);

}  // namespace ricochet
