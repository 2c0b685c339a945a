#include "ricochet/methods.hpp"

#include <iostream>
#include <string>
using namespace ricochet;

// Ten balls fall on a floor and end as a stack.
int main() {
  const int n = 10;
  const Expr y = Expr::sym("y", n);  // heights of balls of diameter 0.1 [m]
  Constraints contacts;
  const Contact soft{.restitution = 0.3};
  contacts.add("floor", y(0) - 0.05, soft);
  for (int i = 1; i < n; ++i)
    contacts.add("balls " + std::to_string(i - 1) + "-" + std::to_string(i), y(i) - y(i - 1) - 0.1,
                 soft);
  Expr V = 0.0;
  for (int i = 0; i < n; ++i) V += 9.81 * y(i);
  const System stack({.name = "stack", .q = y, .M = Expr::eye(n), .V = V, .g = contacts});

  State start{.q = Vector(n), .p = Vector::Zero(n)};
  for (int i = 0; i < n; ++i) start.q[i] = 0.1 + 0.15 * i;  // all of them with gaps of 5 cm

  Rattle stepper(stack, {.backend = newton()});
  const Trajectory run = simulate(stepper, start, {.h = 0.005, .steps = 600});
  if (!run.ok()) {
    std::cerr << run.message() << '\n';
    return 1;
  }
  std::cout << "height of the uppermost ball " << run.last().state.q[n - 1] << " m\n"
            << "largest speed at the end " << run.last().state.p.cwiseAbs().maxCoeff() << " m/s\n"
            << "smallest gap on the way " << smallest_gap(stack, run) << " m\n";
}
