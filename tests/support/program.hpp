#pragma once

#include "program/program.hpp"

#include <sstream>
#include <string>
#include <vector>

namespace ricochet::support {

/// What the program said and how it ended.
struct Outcome {
  int code = -1;
  std::string out, err;
};

/// Runs the program inside the test.
inline Outcome ricochet_program(const std::vector<std::string>& words) {
  std::ostringstream out, err;
  const int code = cli::run_program(words, out, err);
  return {code, out.str(), err.str()};
}

}  // namespace ricochet::support
