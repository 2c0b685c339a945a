#include "ricochet/ricochet.hpp"
#include "ricochet/steppers/discrete_smooth.hpp"
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

// Three discs in the plane, tied to the origin by springs, pushed towards each other.
int main() {
  const Expr q = Expr::sym("q", 6);
  const Expr a = vertcat(q(0), q(1)), b = vertcat(q(2), q(3)), c = vertcat(q(4), q(5));
  const System discs({.name = "discs",
                      .q = q,
                      .M = Expr::eye(6),
                      .V = 0.5 * dot(q, q),
                      .g = no_overlap({{a, 0.5}, {b, 0.5}, {c, 0.5}})});

  DiscreteSmooth stepper(discs);
  const State start{.q = Vector{{-2.0, 0.0, 2.0, 0.1, 0.0, 2.0}},
                    .p = Vector{{1.0, 0.0, -1.0, 0.0, 0.0, 0.0}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 300});

  if (!run.ok()) { std::cerr << run.message() << '\n'; return 1; }
  std::cout << "smallest gap " << smallest_gap(discs, run) << " m\n";
  return smallest_gap(discs, run) < -1e-9 ? 1 : 0;
}
