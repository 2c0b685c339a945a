#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/collision.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// Law: the collision integrator keeps the order of its rule through impacts, in positions, momenta
/// and impact times. The error constant depends on where in its step an impact falls, so that the
/// errors are means over many steps, far enough apart.

namespace ricochet {
namespace {

constexpr double duration = 2.0;   // s; five impacts of the billiard
constexpr double tolerance = 0.2;  // of the order

/// Position, momentum and time of the second impact at the end of the billiard.
Vector end(Stepper& stepper, long steps) {
  const Problem problem = find_problem("disc-billiard").make();
  const Trajectory run = simulate(stepper, problem.initial,
                                  {.h = duration / static_cast<double>(steps), .steps = steps});
  EXPECT_TRUE(run.ok()) << run.message();
  Vector all(5);
  all << run.last().state.q, run.last().state.p, impacts(run).at(1).t;
  return all;
}

/// Orders of q, p and impact time.
Vector orders(Stepper& stepper) {
  const System& billiard = stepper.system();
  Collision reference(billiard, {.discretization = verlet(), .backend = newton()});
  const Vector exact = end(reference, 65536);
  const auto mean_error = [&](long coarsest) {
    Vector mean = Vector::Zero(3);
    for (long k = 0; k < 16; ++k) {
      const Vector off = end(stepper, coarsest * (100 + k) / 100) - exact;
      mean += Vector{{off.head(2).norm(), off.segment(2, 2).norm(), std::abs(off[4])}} / 16.0;
    }
    return mean;
  };
  const Vector coarse = mean_error(100), fine = mean_error(800);
  return (coarse.array() / fine.array()).log2() / 3.0;
}

class CollisionOrder : public testing::TestWithParam<Discretization> {};

TEST_P(CollisionOrder, through_impacts_is_that_of_the_rule) {
  Collision stepper(find_problem("disc-billiard").make().system,
                    {.discretization = GetParam(), .backend = newton()});
  for (const double order : orders(stepper)) EXPECT_NEAR(order, GetParam().order(), tolerance);
}

INSTANTIATE_TEST_SUITE_P(Of, CollisionOrder,
                         testing::Values(midpoint(), verlet(), gamma_rule(0.25), gamma_rule(1.0)),
                         [](const auto& tested) {
                           return support::test_name(tested.param.name());
                         });

TEST(CollisionOrderControl, is_lost_where_a_reflection_happens_at_the_start_of_a_step) {
  GeneralizedVariational stepper(find_problem("disc-billiard").make().system,
                                 {.discretization = verlet(), .backend = newton()});
  EXPECT_LT(orders(stepper)[0], 1.3);
}

}  // namespace
}  // namespace ricochet
