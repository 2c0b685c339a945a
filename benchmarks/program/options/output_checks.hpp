#pragma once

#include "program/options/options.hpp"

#include <filesystem>

namespace ricochet::cli {

/// Refuses outputs that could not be written: unwritable, the same file twice, an input, a picture
/// of an unknown kind or without gnuplot. Touches nothing.
void check_outputs(const Options& o);

/// Creates a folder for results, with those above it; throws std::runtime_error if it cannot.
void create_folder(const std::filesystem::path& folder);

}  // namespace ricochet::cli
