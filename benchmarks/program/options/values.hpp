#pragma once

#include <string>
#include <utility>
#include <vector>

namespace ricochet::cli {

// Words of the command line as values. They throw std::invalid_argument naming the option, what
// was expected and what was found. A number is finite.

[[nodiscard]] double number(const std::string& option, const std::string& text);
[[nodiscard]] double positive_number(const std::string& option, const std::string& text);
[[nodiscard]] long count(const std::string& option, const std::string& text);  ///< >= 0
/// "1,-2.5,3e-4"
[[nodiscard]] std::vector<double> numbers(const std::string& option, const std::string& text);
/// "name=value"
[[nodiscard]] std::pair<std::string, double> assignment(const std::string& option,
                                                        const std::string& text);

/// A word as a shell reads it back: quoted where it must be.
[[nodiscard]] std::string as_word(const std::string& text);

}  // namespace ricochet::cli
