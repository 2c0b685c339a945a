#include "ricochet/ensemble.hpp"
#include "ricochet/methods.hpp"
#include <iostream>
using namespace ricochet;

void show(const Progress& p) { std::cerr << p.made << " of " << p.total << " runs\n"; }

// A ball that is dropped on a hundred planets from two heights, on all cores. Ctrl-C ends the program
// in order.
int main() {
  const Expr q = Expr::sym("q", 2), gravity = Expr::sym("gravity");  // position (x, y) [m]
  const System ball({.name = "ball",
                     .q = q,
                     .parameters = {{"gravity", gravity, 9.81, {}, "m/s^2"}},
                     .M = Expr::eye(2),                               // [kg]
                     .V = gravity * q(1),                             // [J]
                     .g = {{"floor", q(1)}}});                        // y >= 0 [m]
  const Collision stepper(ball);

  const Interruption interruption;
  const EnsembleRecipe recipe{
      .h = 0.01,
      .steps = 1000,
      .parameters = {"gravity"},
      .members = 200,
      .member =
          [](size_t i) {
            const double height = i % 2 == 0 ? 1.0 : 2.0;
            return EnsembleMember{.start = {.q = Vector{{0.0, height}}, .p = Vector{{1.0, 0.0}}},
                                  .values = {1.0 + 0.1 * static_cast<double>(i / 2)}};
          },
      .on_progress = show,
      .progress_interval = 1.0,
      .stop_requested = [&] { return interruption.requested(); }};
  bool all = true;
  run_ensemble(stepper, recipe, [&all](MemberRun&& run) {  // in order of members
    std::cout << run.of.values[0] << ',' << run.summary.impacts << ',' << run.last.state.q[1] << '\n';
    if (!run.ok()) std::cerr << run.message << '\n';
    all = all && run.ok();
  });
  return all ? 0 : 1;
}
