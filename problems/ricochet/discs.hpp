#pragma once

#include "ricochet/problem/problem.hpp"

#include <string>
#include <vector>

namespace ricochet {

/// Equal discs in the plane that do not turn, q = (x0, y0, x1, y1, ...): the symbols, rows and
/// bodies of systems made of them.
struct Discs {
  Discs(int n, const std::string& word);  ///< disc i is called "word i"

  Expr q, mass, radius;
  std::vector<Expr> x, y;  ///< centres, entries of q [m]
  std::vector<PlanarBody> bodies;

  /// Every pair, "words i-j": |x_i - x_j| - 2 r >= 0 [m].
  [[nodiscard]] Constraints apart() const;
  /// The walls of the box [0, side]^2, "left i", "right i", "bottom i" and "top i" [m].
  [[nodiscard]] Constraints inside_box(const Expr& side) const;
  [[nodiscard]] Expr masses() const;  ///< the mass matrix

 private:
  std::string word_;
};

/// The walls of the box [0, side]^2 for pictures.
[[nodiscard]] std::vector<Wall> box_walls(double side);

}  // namespace ricochet
