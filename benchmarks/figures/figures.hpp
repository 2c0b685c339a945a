#pragma once

#include "figures/workbench.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// A figure of a paper, or of ours, that can be made again.
struct FigureEntry {
  std::string key;     ///< "kp12-1.2a": key of the paper, or subject, and number of the figure
  std::string title;   ///< one line
  std::string source;  ///< "[KP12] fig 1.2a", or "ours"
  void (*make)(Workbench&) = nullptr;
};

using FigureEntries = std::vector<FigureEntry>;

// To add a figure: a function and its entry in a file of this folder. A new file is declared here
// and joined in figures.cpp.
[[nodiscard]] FigureEntries f03_bars_figures();            ///< 3.4.4: elastic bars
[[nodiscard]] FigureEntries fmow03_corner_figures();       ///< 6: the tip of an obstacle
[[nodiscard]] FigureEntries fmow03_energy_figures();       ///< 2, 4: particle and star
[[nodiscard]] FigureEntries fmow03_order_figures();        ///< 5: order through a collision
[[nodiscard]] FigureEntries kp12_sliding_figures();        ///< 1.2: one particle, one constraint
[[nodiscard]] FigureEntries kp12_direct_figures();         ///< 1.3: direct-substitution methods
[[nodiscard]] FigureEntries kp12_pogo_figures();           ///< 1.4, 6.1: the pogo stick
[[nodiscard]] FigureEntries kp12_sphere_figures();         ///< 5.1, 5.2, 8.3: spring and sphere
[[nodiscard]] FigureEntries kp12_oscillator_figures();     ///< 8.1, 8.2: two discs in wells
[[nodiscard]] FigureEntries kp12_cradle_figures();         ///< 8.4
[[nodiscard]] FigureEntries kp12_lennard_jones_figures();  ///< 8.5
[[nodiscard]] FigureEntries rc25_ellipse_figures();        ///< 1, 2: a tumbling ellipse
[[nodiscard]] FigureEntries rc25_pendulum_figures();       ///< 3, 4: a nonholonomic pendulum
[[nodiscard]] FigureEntries rod_phases_figures();          ///< a falling rod, ours
[[nodiscard]] FigureEntries shadow_laws_figures();         ///< jumps, partition, integral; ours
[[nodiscard]] FigureEntries shadow_million_figures();      ///< a million impacts, ours
[[nodiscard]] FigureEntries shaking_table_figures();       ///< a ball on a table, ours
[[nodiscard]] FigureEntries vci_wedge_figures();           ///< example 2: laws of impact
[[nodiscard]] FigureEntries vci_s_shooting_figures();      ///< example 1

/// The one list of figures, ordered by key.
[[nodiscard]] const FigureEntries& all_figures();
/// Throws std::invalid_argument with the nearest key; "all" is one of the candidates.
[[nodiscard]] const FigureEntry& find_figure(const std::string& key);

}  // namespace ricochet::cli
