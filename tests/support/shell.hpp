#pragma once

#include "support/scratch_folder.hpp"

#include <string>

namespace ricochet::support {

/// How a line of shell ended and what it said.
struct Ended {
  int code = -1;
  std::string out, err;
};

/// Runs a line of shell in the folder; $R is the program, and so is `ricochet`.
Ended shell(const ScratchFolder& folder, const std::string& line);

/// The same with a terminal of 80 columns for both outputs, which meet in `out`.
Ended on_terminal(const ScratchFolder& folder, const std::string& line);

}  // namespace ricochet::support
