#pragma once

#include "ricochet/native/instructions.hpp"

namespace ricochet {

/// Tells every instruction where the values that it reads and makes are read next.
void find_next_readers(Instructions& all);

/// Lets values share slots that do not live at the same time. Each has a slot of its own before.
/// Those of loops share other slots than those of the rest.
void share_slots(Instructions& all);

}  // namespace ricochet
