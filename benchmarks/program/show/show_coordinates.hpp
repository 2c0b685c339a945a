#pragma once

#include "ricochet/problem/problem.hpp"

#include <string>
#include <vector>

namespace ricochet::cli {

/// A body with all its coordinates, "q0 = x [m], q1 = y [m]".
struct BodyCoordinates {
  std::string body, coordinates;
};

/// Every coordinate of the problem, by body; those of none come last.
[[nodiscard]] std::vector<BodyCoordinates> coordinates_by_body(const Problem& problem);

}  // namespace ricochet::cli
