#pragma once

#include "ricochet/state.hpp"

#include <string>
#include <vector>

namespace ricochet {

/// Reads a table whose header names the columns t, q0.., p0.. in any order; other columns are
/// ignored, and so are empty lines and lines that begin with '#'. Every number must be finite.
///
/// Throws std::invalid_argument "file:line: column 'q1': what is wrong; cure".
[[nodiscard]] std::vector<State> read_states(const std::string& path, Index n);

}  // namespace ricochet
