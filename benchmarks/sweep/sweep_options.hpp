#pragma once

#include "program/options/option_table.hpp"

namespace ricochet::cli {

/// What is swept, which part of it is made, and the files; the other options are those of a run.
[[nodiscard]] OptionTable sweep_options();

}  // namespace ricochet::cli
