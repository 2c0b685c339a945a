#pragma once

#include "cli/options.hpp"

namespace ricochet::cli {

/// Refuses outputs that could not be written: unwritable, the same file twice, an input, a picture
/// of an unknown kind or without gnuplot. Touches nothing.
void check_outputs(const Options& o);

}  // namespace ricochet::cli
