#pragma once

#include "ricochet/registry.hpp"

#include <memory>

namespace ricochet::support {

constexpr double corner_step = 0.01;  ///< [s]

struct Corner {
  double floor = 0.0, wall = -5.0;  ///< where they are [m]
  bool swapped = false;             ///< the wall comes first
};

/// A unit mass between a floor and a wall, under gravity.
inline System corner(const Corner& c) {
  const Expr q = Expr::sym("q", 2);
  const Constraint floor{.name = "floor", .value = q(1) - c.floor};
  const Constraint wall{.name = "wall", .value = q(0) - c.wall};
  return System({.name = "corner",
                 .q = q,
                 .M = Expr::eye(2),
                 .V = 9.81 * q(1),
                 .g = c.swapped ? Constraints{wall, floor} : Constraints{floor, wall}});
}

inline std::unique_ptr<Stepper> stepper_of(const StepperEntry& entry, const Corner& c) {
  return entry.make(corner(c), {.backend = make_backend("newton")});
}

/// Sliding on the floor, or falling onto it; methods without impacts slide.
inline State start_of(const Stepper& stepper, double floor) {
  if (!stepper.info().impacts) return {.q = Vector{{0.0, floor}}, .p = Vector{{1.0, 0.0}}};
  return {.q = Vector{{0.0, floor + 0.03}}, .p = Vector{{1.0, -1.0}}};
}

}  // namespace ricochet::support
