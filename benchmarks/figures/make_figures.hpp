#pragma once

#include "figures/figure_result.hpp"

namespace ricochet::cli {

/// Makes figures one after another and prints their claims, at the end as a table. Returns the exit
/// code: done even if claims are not reproduced, failed_step if a figure could not be computed; the
/// others are made all the same. FigureStopped says how to make those that are left.
[[nodiscard]] int make_figures(const FigureEntries& figures, const FigureSettings& settings,
                               Console& console);

}  // namespace ricochet::cli
