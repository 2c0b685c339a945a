#pragma once

#include "draw/boundary.hpp"
#include "ricochet/run/sample.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// One diagram of a picture, as gnuplot commands; `data` defines the blocks that `plot` uses.
struct Panel {
  std::string data = {}, plot = {};
};

using Samples = std::vector<Sample>;

/// The curves g = 0 and the walls in a box as blocks `prefix`0, `prefix`1, ..., and the entries of
/// a plot command that draw them, with a trailing comma.
[[nodiscard]] Panel edges(const Problem& problem, const Box& box, const std::string& prefix);
/// Paths of the bodies in the plane, equal scales; or coordinates over time if none is planar.
[[nodiscard]] Panel path_panel(const Problem& problem, const Samples& rows);
/// Energy minus its start [J] over time; empty if it is not known. What is round-off beside the
/// energies of the motion is drawn as zero, with a note.
[[nodiscard]] Panel energy_panel(const Problem& problem, const Samples& rows,
                                 double energy_initial);
/// Gaps over time; empty without inequalities.
[[nodiscard]] Panel gap_panel(const Problem& problem, const Samples& rows);

}  // namespace ricochet::cli
