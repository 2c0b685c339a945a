#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace ricochet::cli {

/// The program: the words behind its name, where it prints, and its exit code. No exception.
[[nodiscard]] int run_program(const std::vector<std::string>& words, std::ostream& out,
                              std::ostream& err);

}  // namespace ricochet::cli
