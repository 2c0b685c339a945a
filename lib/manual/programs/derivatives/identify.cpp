#include "ricochet/derivatives.hpp"
#include "ricochet/methods.hpp"
#include "ricochet/problems.hpp"

#include <cmath>
#include <cstdio>
#include <cstdlib>

using namespace ricochet;

int main() {
  const std::vector<std::string> sought = {"gravity", "stiffness", "restitution"};
  const Problem pogo = find_problem("pogo").make();
  const auto stepper =
      make_stepper("forced-collision", pogo.system,
                   {.discretization = verlet(), .backend = newton(), .law = Law::newton});
  // With so many steps between two samples, which are 0.1 s apart.
  const auto run_with = [&](const Vector& values, Index samples, Index between) {
    stepper->set(sought, {values.begin(), values.end()});
    return simulate(*stepper, pogo.initial,
                    {.h = 0.1 / double(between), .steps = samples * between});
  };

  // What was measured: both heights at 40 times, read to a millimetre.
  const Trajectory truth = run_with(Vector{{9.8, 10.0, 0.9}}, 40, 40);
  Matrix measured(2, 40);
  for (Index k = 0; k < 40; ++k)
    measured.col(k) = (1e3 * truth.steps[size_t(40 * (k + 1))].state.q).array().round() / 1e3;

  // The derivatives by what is sought are columns of those by (q, p, parameters, h).
  RunSensitivity sensitivity(*stepper);
  Matrix columns = Matrix::Zero(sensitivity.inputs(), 3);
  const std::vector<std::string> names = pogo.system.parameter_names();
  for (size_t i = 0; i < names.size(); ++i)
    for (size_t j = 0; j < 3; ++j) columns(Index(4 + i), Index(j)) = names[i] == sought[j];

  // Gauss-Newton on the first samples.
  const auto fit = [&](Vector& values, Index samples, Index between) {
    Vector missed(2 * samples);
    Matrix J(2 * samples, 3);
    for (int iterations = 1;; ++iterations) {
      const Trajectory run = run_with(values, samples, between);
      sensitivity.set_parameters(stepper->system().parameter_values());
      if (!sensitivity.take(run).empty() || iterations == 30) std::exit(1);
      const std::vector<Matrix> along = sensitivity.along(columns);
      for (Index k = 0; k < samples; ++k) {
        const auto at = size_t((k + 1) * between);
        missed.segment(2 * k, 2) = run.steps[at].state.q - measured.col(k);
        J.middleRows(2 * k, 2) = along[at].topRows(2);
      }
      const Vector change = J.householderQr().solve(missed);
      values -= change;
      if (change.norm() > 1e-6) continue;
      std::printf("%2ld samples, h = %.3f s: %d iterations, ", long(samples), run.h, iterations);
      std::printf("gravity %.4f, stiffness %.4f, restitution %.5f; ", values[0], values[1],
                  values[2]);
      std::printf("off by %.2f mm\n", 1e3 * missed.norm() / std::sqrt(2.0 * double(samples)));
      return;
    }
  };

  // From 10 % off: at first a time with one impact, so that every guess has the same impacts.
  Vector values{{10.8, 9.0, 0.82}};
  for (const Index samples : {8, 14, 26, 40}) fit(values, samples, 5);
  for (const Index between : {10, 20}) fit(values, 40, between);
}
