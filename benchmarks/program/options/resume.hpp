#pragma once

#include "program/options/options.hpp"

namespace ricochet::cli {

/// A run that is resumed keeps its problem, method, numbers and start. An option may be repeated,
/// so that a script can be run again; one that differs from what `stored` holds is refused with the
/// stored value. `wanted` are the settings that the options in force lead to.
void refuse_changes(const Options& o, const Settings& stored, const Settings& wanted);

}  // namespace ricochet::cli
