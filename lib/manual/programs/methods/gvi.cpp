#include "ricochet/methods.hpp"

#include <iostream>
#include <string>
using namespace ricochet;

// Four balls touch each other on a line. A fifth one hits them: all contacts act at once.
int main() {
  const Expr x = Expr::sym("x", 5);  // centres of balls of diameter 1 [m]
  Constraints apart;
  for (int i = 0; i < 4; ++i)
    apart.add("balls " + std::to_string(i) + "-" + std::to_string(i + 1), x(i + 1) - x(i) - 1.0);
  const System row(
      {.name = "row of balls", .q = x, .M = Expr::eye(5), .V = 0.0, .g = apart});  // 1 kg each

  GeneralizedVariational stepper(row);
  const State start{.q = Vector{{-0.5, 1.0, 2.0, 3.0, 4.0}},
                    .p = Vector{{1.0, 0.0, 0.0, 0.0, 0.0}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.02, .steps = 50});

  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  std::cout << "momenta before [N s]: " << start.p.transpose() << '\n'
            << "momenta after  [N s]: " << run.last().state.p.transpose() << '\n'
            << "energy error " << energy_error(row, run).cwiseAbs().maxCoeff() << " J\n";
}
