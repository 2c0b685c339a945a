#pragma once

#include "draw/boundary.hpp"
#include "ricochet/problem/problem.hpp"

#include <optional>
#include <string>
#include <vector>

namespace ricochet::cli {

enum class Look {
  line,
  points,
  dots,         ///< points as small as can be seen
  marked_line,  ///< a line with its points
  envelope,     ///< filled between y and z
  circles,      ///< centre (x, y), radius z
  outlines,     ///< closed polygons, filled; a NaN ends one
  labels,       ///< `texts` at (x, y)
  cells,        ///< of a grid, (x, y) their centres, coloured by z
};

/// A curve of a diagram. A NaN interrupts it.
struct Curve {
  std::string title = {};  ///< empty: not in the legend
  std::vector<double> x = {}, y = {}, z = {};
  std::vector<std::string> texts = {};
  Look look = Look::line;
  /// 1 to 8, 11 to 14: colour and dashes, 1 to 8 with marks; 9: thin and black; 10: broad and
  /// grey, for edges.
  size_t style = 1;
};

struct Diagram {
  std::string title = {}, x_label = {}, y_label = {};
  std::vector<Curve> curves = {};
  bool log_x = false, log_y = false;
  bool equal_scales = false;
  bool ticks = true;                     ///< axes with numbers; not where places mean nothing
  std::optional<Box> box = {};           ///< the part shown; empty: all
  std::optional<Problem> boundary = {};  ///< its edges g = 0 are drawn; needs a box
};

/// A picture: diagrams row by row.
struct Chart {
  std::string title = {};
  std::vector<Diagram> diagrams = {};
  size_t columns = 1;
  int width = 900, height = 520;  ///< [pixels]
};

/// Charts of one size, one after another.
struct Animation {
  std::vector<Chart> frames = {};
  double interval = 0.05;  ///< [s] between frames
};

/// The gnuplot commands that draw it, without terminal and output.
[[nodiscard]] std::string script(const Chart& chart);
[[nodiscard]] std::string script(const Animation& animation);

}  // namespace ricochet::cli
