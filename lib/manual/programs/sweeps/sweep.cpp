#include "ricochet/ensemble.hpp"
#include "ricochet/methods.hpp"

#include <iostream>
#include <vector>
using namespace ricochet;

// A ball falls from 1 m on a floor, under the gravity of five worlds.
int main() {
  const Expr q = Expr::sym("q", 1), gravity = Expr::sym("gravity");  // height [m], [m/s^2]
  const System ball({.name = "ball",
                     .q = q,
                     .parameters = {{"gravity", gravity, 9.81, Range::positive()}},
                     .M = Expr::eye(1),         // [kg]
                     .V = gravity * q(0),       // [J]
                     .g = {{"floor", q(0)}}});  // [m]
  const std::vector<double> worlds = {1.62, 3.71, 8.87, 9.81, 24.79};

  const Collision stepper(ball);
  const std::vector<MemberRun> runs = run_ensemble(
      stepper, {.h = 0.01,
                .steps = 300,
                .parameters = {"gravity"},
                .members = worlds.size(),
                .member = [&](size_t i) {
                  return EnsembleMember{.start = {.q = Vector{{1.0}}, .p = Vector{{0.0}}},
                                        .values = {worlds[i]}};
                }});

  for (const MemberRun& run : runs)
    std::cout << "gravity " << run.of.values[0] << ": " << to_string(run.end.status) << ", "
              << run.summary.impacts << " impacts, at the end " << run.last.state.q[0] << " m\n";
}
