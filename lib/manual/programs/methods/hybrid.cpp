#include "ricochet/methods.hpp"

#include <iostream>
using namespace ricochet;

// Two balls on a spring bounce between two walls. Halving h divides the error by four.
int main() {
  const Expr x = Expr::sym("x", 2);  // [m]
  const System balls({.name = "two balls",
                      .q = x,
                      .M = Expr::eye(2),                               // [kg]
                      .V = 2.0 * pow(x(1) - x(0) - 1.0, 2),            // [J]
                      .g = {{"left", x(0)}, {"right", 3.0 - x(1)}}});  // [m]

  const State start{.q = Vector{{0.5, 1.8}}, .p = Vector{{-1.0, 0.3}}};
  const auto end = [&](double h, long steps) {
    Hybrid stepper(balls);
    return simulate(stepper, start, {.h = h, .steps = steps}).last().state.q;
  };
  const Vector reference = end(0.0005, 4000);
  std::cout << "error with h = 0.02 s: " << (end(0.02, 100) - reference).norm() << " m\n"
            << "error with h = 0.01 s: " << (end(0.01, 200) - reference).norm() << " m\n";
}
