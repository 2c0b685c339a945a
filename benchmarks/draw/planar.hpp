#pragma once

#include "ricochet/problem/problem.hpp"

#include <limits>
#include <vector>

namespace ricochet::cli {

/// A part of the plane [m].
struct Box {
  double left = 0.0, right = 0.0, bottom = 0.0, top = 0.0;
};

/// The bodies of a problem that move in the plane; others move on a line.
[[nodiscard]] std::vector<PlanarBody> planar_bodies(const Problem& problem);

/// How far an outline reaches from the place of its body [m]; 0 for a point.
[[nodiscard]] double reach(const PlanarBody& body, const System& system);

/// The part of the plane that bodies visit.
class Extent {
 public:
  /// A body was at q; it reaches `around` [m].
  void take(const PlanarBody& body, const Vector& q, double around);
  /// Around all that was taken, `margin` wider on every side and nowhere narrower from the middle
  /// to a side than `least`, both as parts of the larger side.
  [[nodiscard]] Box box(double least = 0.2, double margin = 0.12) const;

 private:
  static constexpr double infinite = std::numeric_limits<double>::infinity();
  Box box_{.left = infinite, .right = -infinite, .bottom = infinite, .top = -infinite};
};

}  // namespace ricochet::cli
