#pragma once

#include "figures/figure_result.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// A page for any browser that needs nothing but the folder it lies in: all claims in one table,
/// then every picture with its claims, remarks, runs and files.
[[nodiscard]] std::string figure_index(const std::vector<FigureResult>& results);

/// The claims alone, as a Markdown page that can be kept.
[[nodiscard]] std::string claims_page(const std::vector<FigureResult>& results);

}  // namespace ricochet::cli
