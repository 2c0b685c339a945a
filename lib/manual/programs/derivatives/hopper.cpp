#include "ricochet/derivatives.hpp"
#include "ricochet/methods.hpp"
#include "ricochet/problems.hpp"

#include <Eigen/Eigenvalues>

#include <cmath>
#include <cstdio>

using namespace ricochet;

Vector joined(const State& state) {
  Vector x(4);
  x << state.q, state.p;
  return x;
}

int main() {
  const Problem hopper = find_problem("hopper").make();
  const long steps = 100;  // in a period of the motor
  // The orbit at 3 Hz attracts: a run comes close to it. Newton's method takes it from there, and
  // from the orbit of one frequency to that of the next.
  const auto own = make_stepper("forced-collision", hopper.system, {.backend = newton()});
  State start = simulate(*own, hopper.initial, {.h = hopper.h, .steps = 20 * steps}).last().state;
  start.t = 0.0;
  for (const double frequency : {3.0, 3.1, 3.2, 3.3}) {
    const System s = hopper.system.with("frequency", frequency);
    const auto stepper = make_stepper("forced-collision", s, {.backend = newton()});
    const double T = 1.0 / frequency, h = T / double(steps);

    // The start of a motion that comes back after a period.
    RunSensitivity sensitivity(*stepper);
    Matrix monodromy;
    int iterations = 0;
    for (; iterations < 20; ++iterations) {
      const Trajectory run = simulate(*stepper, start, {.h = h, .steps = steps});
      if (!sensitivity.take(run).empty()) return 1;
      monodromy = sensitivity.forward(Matrix::Identity(sensitivity.inputs(), 4));
      const Vector missed = joined(run.last().state) - joined(start);
      if (missed.norm() < 1e-10) break;
      const Vector change = (Matrix::Identity(4, 4) - monodromy).partialPivLu().solve(missed);
      start.q += change.head(2);
      start.p += change.tail(2);
    }

    // Its eigenvalues, the Floquet multipliers, say how neighbours of the orbit come and go.
    const double largest = monodromy.eigenvalues().cwiseAbs().maxCoeff();
    const double losses = std::pow(s.parameter("restitution"), 2) *
                          std::exp(-2.0 * s.parameter("drag") * T / s.parameter("mass"));
    std::printf("%.1f Hz: %d iterations, largest multiplier %.4f, %s;", frequency, iterations,
                largest, largest < 1.0 ? "attracts" : "repels");
    std::printf(" product %.5f, by the losses %.5f\n", monodromy.determinant(), losses);
  }
}
