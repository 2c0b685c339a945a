#pragma once

#include "sweep/axis.hpp"

#include <cstddef>
#include <string>
#include <vector>

namespace ricochet::cli {

/// The members of a sweep, counted from 0: the points of the grid, the first name slowest, and at
/// each point as many samples of the random names. Their values come in the order of names().
class Members {
 public:
  /// Throws std::invalid_argument if a name is there twice, if there is none, or if there are too
  /// many members.
  Members(std::vector<GridAxis> grid, std::vector<RandomAxis> random, long samples, long seed);

  [[nodiscard]] size_t count() const { return count_; }
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] std::vector<double> values(size_t member) const;

  [[nodiscard]] const std::vector<GridAxis>& grid() const { return grid_; }
  [[nodiscard]] const std::vector<RandomAxis>& random() const { return random_; }

  /// What they are, with all digits: equal texts, equal members.
  [[nodiscard]] std::string text() const;

 private:
  std::vector<GridAxis> grid_;
  std::vector<RandomAxis> random_;
  size_t samples_;
  long seed_;
  size_t count_ = 1;
};

}  // namespace ricochet::cli
