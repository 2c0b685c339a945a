#include "ricochet/ricochet.hpp"
#include "ricochet/run/run.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include <filesystem>
#include <iostream>
using namespace ricochet;

void show(const Progress& p) { std::cerr << p.made << " steps, " << p.seconds_left() << " s left\n"; }

// A bead that bounces in a bowl. Ctrl-C ends the run in order; the program, called again, continues
// it from its checkpoint, bit for bit.
int main() {
  const Expr q = Expr::sym("q", 2);  // position (x, y) [m]
  const System bead({.name = "bead",
                     .q = q,
                     .M = Expr::eye(2),                                      // [kg]
                     .V = 9.81 * q(1),                                       // [J]
                     .g = {{"bowl", q(1) - 0.5 * q(0) * q(0)}}});            // y >= x^2/2 [m]
  GeneralizedVariational stepper(bead);
  const State start{.q = Vector{{1.0, 0.8}}, .p = Vector{{1.0, 1.0}}};

  const Interruption interruption;
  const RunRecipe recipe{.h = 0.01,
                         .steps = 5000,
                         .every = 100,
                         .files = {.trajectory = "bead.csv", .checkpoint = "bead.json"},
                         .on_progress = show,
                         .stop_requested = [&] { return interruption.requested(); }};
  const RecordedRun run = std::filesystem::exists("bead.json") ? resume(stepper, "bead.json", recipe)
                                                               : record(stepper, start, recipe);
  std::cout << run.message << '\n';
  return run.ok() ? 0 : 1;
}
