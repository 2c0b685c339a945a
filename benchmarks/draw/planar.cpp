#include "draw/planar.hpp"

#include <algorithm>
#include <iterator>

namespace ricochet::cli {

std::vector<PlanarBody> planar_bodies(const Problem& problem) {
  std::vector<PlanarBody> bodies;
  std::copy_if(problem.bodies.begin(), problem.bodies.end(), std::back_inserter(bodies),
               [](const PlanarBody& b) { return b.x >= 0 && b.y >= 0; });
  return bodies;
}

double reach(const PlanarBody& body, const System& system) {
  return body.outline ? body.outline(system).colwise().norm().maxCoeff() : 0.0;
}

void Extent::take(const PlanarBody& body, const Vector& q, double around) {
  box_.left = std::min(box_.left, q[body.x] - around);
  box_.right = std::max(box_.right, q[body.x] + around);
  box_.bottom = std::min(box_.bottom, q[body.y] - around);
  box_.top = std::max(box_.top, q[body.y] + around);
}

Box Extent::box(double least, double margin) const {
  const double size = std::max({box_.right - box_.left, box_.top - box_.bottom, 1e-3});
  const double x = 0.5 * (box_.left + box_.right), y = 0.5 * (box_.bottom + box_.top);
  const double half_x = std::max(0.5 * (box_.right - box_.left), least * size) + margin * size;
  const double half_y = std::max(0.5 * (box_.top - box_.bottom), least * size) + margin * size;
  return {.left = x - half_x, .right = x + half_x, .bottom = y - half_y, .top = y + half_y};
}

}  // namespace ricochet::cli
