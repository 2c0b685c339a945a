#pragma once

#include "ricochet/measures.hpp"
#include "ricochet/problem.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// A recorded state with what was measured there.
struct PictureRow {
  State state = {};
  double energy_error = 0.0;  ///< [J]; NaN: not known
  Vector gaps = {};           ///< [m]
};

/// Draws a run: paths of planar bodies with their boundaries, energy error and gaps over time.
/// Long runs are thinned, so that the picture stays small.
class Picture {
 public:
  Picture(const Problem& problem, std::string subtitle);

  void add(const State& state, double energy_error);
  /// .svg or .png; throws std::runtime_error if gnuplot fails.
  void draw(const std::string& path) const;

 private:
  Problem problem_;
  std::string subtitle_;
  Measures measures_;
  std::vector<PictureRow> rows_;
  double energy_ = 0.0;  // of the first row [J]
  size_t offered_ = 0, stride_ = 1;
};

}  // namespace ricochet::cli
