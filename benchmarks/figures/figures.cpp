#include "figures/figures.hpp"

#include "ricochet/text/text.hpp"

#include <algorithm>
#include <stdexcept>

namespace ricochet::cli {
namespace {

FigureEntries joined_figures() {
  FigureEntries all;
  for (const FigureEntries& part :
       {f03_bars_figures(), fmow03_corner_figures(), fmow03_energy_figures(),
        fmow03_order_figures(), kp12_sliding_figures(), kp12_direct_figures(), kp12_pogo_figures(),
        kp12_sphere_figures(), kp12_oscillator_figures(), kp12_cradle_figures(),
        kp12_lennard_jones_figures(), rc25_ellipse_figures(), rc25_pendulum_figures(),
        rod_phases_figures(), shadow_laws_figures(), shadow_million_figures(),
        shaking_table_figures(), vci_s_shooting_figures(), vci_wedge_figures()})
    all.insert(all.end(), part.begin(), part.end());
  std::sort(all.begin(), all.end(),
            [](const FigureEntry& a, const FigureEntry& b) { return a.key < b.key; });
  return all;
}

}  // namespace

const FigureEntries& all_figures() {
  static const FigureEntries figures = joined_figures();
  return figures;
}

const FigureEntry& find_figure(const std::string& key) {
  std::vector<std::string> keys{"all"};
  for (const FigureEntry& figure : all_figures()) {
    if (figure.key == key) return figure;
    keys.push_back(figure.key);
  }
  throw std::invalid_argument("there is no figure '" + key + "'" + suggestion(key, keys));
}

}  // namespace ricochet::cli
