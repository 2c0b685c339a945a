#pragma once

#include "ricochet/problem.hpp"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace ricochet {

/// A structural parameter: changing it rebuilds the problem (number of bodies, a wall or not).
struct StructuralParameter {
  std::string name;
  int value = 0;  ///< default
  int least = 0, most = 0;
  std::string meaning = {};
};

using Structure = std::map<std::string, int>;

struct ProblemEntry {
  std::string name;
  std::function<Problem(const Structure&)> build;  ///< all structural parameters are present
  std::vector<StructuralParameter> structure = {};

  /// Builds with the given structural parameters over the defaults; refuses unknown names and
  /// values out of range.
  [[nodiscard]] Problem make(const Structure& changes = {}) const;
};

/// The one list of problems.
[[nodiscard]] const std::vector<ProblemEntry>& all_problems();
[[nodiscard]] std::vector<std::string> problem_names();
/// Throws std::invalid_argument with the nearest name if there is none.
[[nodiscard]] const ProblemEntry& find_problem(const std::string& name);

namespace problems {

[[nodiscard]] Problem bowl();                 ///< [KP12] fig 1.2a: sliding in a parabola
[[nodiscard]] Problem spring_sphere();        ///< [KP12] 5.2: two particles in a circle
[[nodiscard]] Problem tangential_approach();  ///< [KP12] fig 1.2d: force-free onto y = x^3

}  // namespace problems
}  // namespace ricochet
