#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// The problems on which energies are followed over a million impacts.

namespace ricochet {
namespace {

double potential(const Problem& problem, const Vector& q) {
  return problem.system.H(q, Vector::Zero(q.size()));
}

TEST(LongRunProblems, have_the_potentials_and_gaps_that_are_stated) {
  const Problem disc = problems::disc_chaotic();
  const double x = 0.3, y = 0.1, r2 = x * x + y * y;
  const double V = 0.75 * r2 + 0.25 * r2 * r2 + 1.2 * x * x * y + 0.5 * x * x * x;
  EXPECT_NEAR(potential(disc, disc.initial.q), V, 1e-16);
  EXPECT_NEAR(disc.system.g(disc.initial.q)[0], 1.0 - r2, 1e-16);
  const Problem two = problems::two_discs();
  EXPECT_NEAR(two.system.H(two.initial.q, two.initial.p),
              disc.system.H(two.initial.q.head(2), two.initial.p.head(2)) +
                  disc.system.H(two.initial.q.tail(2), two.initial.p.tail(2)),
              1e-15);
  const Problem pogo = problems::pogo_hardening();
  EXPECT_NEAR(potential(pogo, Vector{{7.5, 1.0}}),
              5.0 * 1.5 * 1.5 + 9.8213 * 8.5 + 1.5 * 1.5 * 1.5 * 1.5, 1e-12);
  const Problem ellipse = problems::elliptic_billiard();
  EXPECT_NEAR(ellipse.system.g(ellipse.initial.q)[0], 1.0 - 0.0225 - 0.01, 1e-16);
}

/// The product of the angular momenta about the foci.
double second_integral(const State& s) {
  const double c = std::sqrt(3.0);
  return ((s.q[0] - c) * s.p[1] - s.q[1] * s.p[0]) * ((s.q[0] + c) * s.p[1] - s.q[1] * s.p[0]);
}

TEST(EllipticBilliard, has_a_second_integral_that_impacts_on_the_wall_keep) {
  const Problem problem = problems::elliptic_billiard();
  const auto located = make_stepper(
      "hybrid", problem.system, {.discretization = verlet(), .backend = make_backend("newton")});
  const auto at_grid = make_stepper(
      "gvi", problem.system, {.discretization = verlet(), .backend = make_backend("newton")});
  const auto error = [&](Stepper& stepper) {
    const Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = 1000});
    EXPECT_TRUE(run.ok()) << run.message();
    return std::abs(second_integral(run.last().state) - second_integral(problem.initial));
  };
  EXPECT_LT(error(*located), 1e-9);
  EXPECT_GT(error(*at_grid), 1e-3) << "control: reflections where the wall is not";
}

}  // namespace
}  // namespace ricochet
