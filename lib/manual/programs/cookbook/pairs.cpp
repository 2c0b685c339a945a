#include "ricochet/methods.hpp"

#include <iostream>
#include <string>
#include <vector>
using namespace ricochet;

struct Disc {
  Expr x;    // centre [m]
  double r;  // radius [m]
};

/// Keeps every pair of discs apart: |x_i - x_j| - (r_i + r_j) >= 0 [m].
Constraints no_overlap(const std::vector<Disc>& discs) {
  Constraints set;
  for (size_t i = 0; i < discs.size(); ++i)
    for (size_t j = i + 1; j < discs.size(); ++j)
      set.add("discs " + std::to_string(i) + "-" + std::to_string(j),
              norm_2(discs[i].x - discs[j].x) - (discs[i].r + discs[j].r));
  return set;
}

// Three discs of different sizes meet in a weak well.
int main() {
  const Expr q = Expr::sym("q", 6);  // three centres [m]
  const std::vector<Disc> discs = {
      {vertcat(q(0), q(1)), 0.3}, {vertcat(q(2), q(3)), 0.4}, {vertcat(q(4), q(5)), 0.5}};
  const System gas({.name = "discs",
                    .q = q,
                    .M = Expr::eye(6),     // [kg]
                    .V = 0.5 * dot(q, q),  // [J]
                    .g = no_overlap(discs)});

  Hybrid stepper(gas);
  State start{.q = Vector{{-1.0, 0.1, 1.0, -0.2, 0.0, 1.5}}, .p = Vector::Zero(6)};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 300});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  const Impact first = impacts(run).front();
  std::cout << impacts(run).size() << " impacts, the first of "
            << gas.gap_name(first.constraints[0]) << " at t = " << first.t << " s\n"
            << "energy error " << energy_error(gas, run).cwiseAbs().maxCoeff() << " J\n";
}
