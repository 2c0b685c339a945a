#pragma once

#include "ricochet/native/instructions.hpp"

namespace ricochet {

/// Writes instructions that repeat as loops of at least so many passes. Every value has a slot of
/// its own before. Afterwards values that a loop leaves to others have lasting slots, side by side
/// for the passes; each other value still has its own, in a loop the same in every pass.
void roll(Instructions& all, int least);

}  // namespace ricochet
