#include "ricochet/methods.hpp"
#include <cmath>
#include <iostream>
#include <string>
#include <vector>
using namespace ricochet;

struct Disc { Expr x; double r; };  // centre [m], radius [m]

/// Keeps every pair of discs apart: |xᵢ − xⱼ| − (rᵢ + rⱼ) ≥ 0 [m].
Constraints no_overlap(const std::vector<Disc>& discs) {
  Constraints set;
  for (size_t i = 0; i < discs.size(); ++i)
    for (size_t j = i + 1; j < discs.size(); ++j)
      set.add("discs " + std::to_string(i) + "-" + std::to_string(j),
              norm_2(discs[i].x - discs[j].x) - (discs[i].r + discs[j].r));
  return set;
}

// Three discs that touch each other, pressed together by springs to the origin, turn about it: every
// contact stays closed, because the springs pull harder than the turning needs.
int main() {
  const Expr q = Expr::sym("q", 6);
  const Expr a = vertcat(q(0), q(1)), b = vertcat(q(2), q(3)), c = vertcat(q(4), q(5));
  const System discs({.name = "discs",
                      .q = q,
                      .M = Expr::eye(6),                                     // [kg]
                      .V = 0.5 * dot(q, q),                                  // [J]
                      .g = no_overlap({{a, 0.5}, {b, 0.5}, {c, 0.5}})});

  const double height = std::sqrt(0.75), low = -height / 3, omega = 0.5;     // [m], [m], [rad/s]
  State start{.q = Vector{{-0.5, low, 0.5, low, 0.0, low + height}}};
  start.p = omega * Vector{{-low, -0.5, -low, 0.5, -low - height, 0.0}};

  DiscreteSmooth stepper(discs);
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 300});

  if (!run.ok()) { std::cerr << run.message() << '\n'; return 1; }
  const double gap = smallest_gap(discs, run), error = energy_error(discs, run).cwiseAbs().maxCoeff();
  std::cout << "energy error " << error << " J, smallest gap " << gap << " m\n";
  return gap < -1e-9 || error > 1e-2 ? 1 : 0;
}
