#include "ricochet/outlines.hpp"

#include <cmath>
#include <numbers>

namespace ricochet {
namespace {

constexpr Index corners = 72;  // one every 5 degrees: a thousandth of the radius is cut off

Matrix ellipse(double a, double b) {
  Matrix outline(2, corners);
  for (Index i = 0; i < corners; ++i) {
    const double phi = 2.0 * std::numbers::pi * static_cast<double>(i) / corners;
    outline.col(i) << a * std::cos(phi), b * std::sin(phi);
  }
  return outline;
}

}  // namespace

Outline disc_outline(const std::string& radius) { return ellipse_outline(radius, radius); }

Outline ellipse_outline(const std::string& a, const std::string& b) {
  return [a, b](const System& s) { return ellipse(s.parameter(a), s.parameter(b)); };
}

Wall floor_wall() { return {.normal_x = 0.0, .normal_y = 1.0}; }

Wall left_wall() { return {.normal_x = 1.0, .normal_y = 0.0}; }

}  // namespace ricochet
