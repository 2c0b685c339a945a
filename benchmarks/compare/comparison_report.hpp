#pragma once

#include "compare/comparison.hpp"
#include "draw/chart.hpp"

#include <string>

namespace ricochet::cli {

/// Two tables of 120 columns at most, what the methods made and how wrong it is: one row per method
/// that ran. They are Markdown, too. A name that is too long is explained by the notes.
[[nodiscard]] std::string comparison_table(const Comparison& comparison);
/// A line for every name that the tables abbreviate and every method that ended early or could not
/// take the problem; empty if there is none.
[[nodiscard]] std::string comparison_notes(const Comparison& comparison);
/// Every number, 17 digits, for scripts: one row per method that ran; what was not measured is
/// empty.
[[nodiscard]] std::string comparison_csv(const Comparison& comparison);
/// The same as JSON, with the methods that could not take the problem and every setting in force.
[[nodiscard]] std::string comparison_json(const std::string& problem, const Comparison& comparison);
/// Energy, momentum, gap and equality errors over time, one line per method.
[[nodiscard]] Chart comparison_chart(const std::string& problem, const Comparison& comparison);

}  // namespace ricochet::cli
