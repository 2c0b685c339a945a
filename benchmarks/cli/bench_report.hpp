#pragma once

#include "cli/measurement.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

using Measurements = std::vector<Measurement>;

/// The table as text with aligned columns; a Markdown table is one, too.
[[nodiscard]] std::string bench_table(const Measurements& rows);
/// Time per step of `ipopt` over that of `newton`, problem by problem; empty if one did not run.
[[nodiscard]] std::string bench_ratios(const Measurements& rows);
/// Every column, 17 digits, for scripts.
[[nodiscard]] std::string bench_csv(const Measurements& rows);
/// A page: the table, how it was made, on which machine.
[[nodiscard]] std::string bench_page(const Measurements& rows, const std::string& suite);
/// gnuplot commands: time per step of every problem and backend, side by side.
[[nodiscard]] std::string bench_chart(const Measurements& rows);

}  // namespace ricochet::cli
