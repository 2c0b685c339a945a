#pragma once

#include <vector>

namespace ricochet::cli {

/// A thin rod on a rough floor, its foot down.
struct RodOnFloor {
  double length = 1.0, gravity = 9.81, friction = 0.0;
};

/// What the foot does from a time on: -1: it slips backwards, 0: it sticks, 1: it slips forwards.
struct Phase {
  double t = 0.0;  ///< [s]
  int slip = 0;
};

/// Friction / normal force of a foot that sticks, at the angle a from the vertical of a rod that
/// was released at the angle a0.
[[nodiscard]] double sticking_ratio(double a, double a0);
/// The largest one before the friction changes its sign: with less friction the foot slips back.
[[nodiscard]] double largest_sticking_ratio(double a0);

/// A fall from rest at the angle a0 until the rod lies: its phases, and last the time of landing.
/// It integrates the equations of motion of each phase by Runge and Kutta's method and finds the
/// changes by bisection; nothing of it is the library's.
[[nodiscard]] std::vector<Phase> reference_phases(const RodOnFloor& rod, double a0);

}  // namespace ricochet::cli
