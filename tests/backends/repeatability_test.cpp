#include "ricochet/backends/audit.hpp"
#include "ricochet/backends/automatic.hpp"
#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "support/manufactured.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <memory>

/// An answer depends on parameters and guess alone, bit for bit.
namespace ricochet::manufactured {
namespace {

using support::same_bits;

class Repeatability : public testing::TestWithParam<Backend> {
 protected:
  static Vector answer(StepSolver& solver, const Instance& instance, const Vector& hint = {}) {
    Solution solution;
    const StepReport report = solver.solve(instance.parameters, instance.guess, hint, solution);
    EXPECT_TRUE(report.ok()) << to_string(report.status) << ' ' << report.message;
    return solution.z;
  }

  Family family{shapes()[4]};
  std::unique_ptr<StepSolver> solver = GetParam().prepare(family.problem());
  Instance a = family.instance(21), b = family.instance(22);
};

INSTANTIATE_TEST_SUITE_P(EveryBackend, Repeatability,
                         testing::Values(ipopt(), newton(), automatic(), audit()),
                         [](const auto& tested) { return tested.param.name(); });

TEST_P(Repeatability, holds_whatever_was_solved_before) {
  const Vector first = answer(*solver, a), between = answer(*solver, b);
  EXPECT_TRUE(same_bits(answer(*solver, a), first));
  EXPECT_FALSE(same_bits(between, first));
}

TEST_P(Repeatability, holds_for_a_clone) {
  const Vector first = answer(*solver, a);
  const auto clone = solver->clone();
  EXPECT_TRUE(same_bits(answer(*clone, a), first));
  (void)answer(*clone, b);
  EXPECT_TRUE(same_bits(answer(*solver, a), first));
  solver.reset();
  EXPECT_TRUE(same_bits(answer(*clone, a), first)) << "a clone outlives its origin";
}

TEST_P(Repeatability, holds_with_any_hint) {
  const Vector cold = answer(*solver, a);
  const Index m = family.shape().m;
  const Vector exact = a.z.segment(family.shape().n, m);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  for (const Vector& hint : {exact, Vector(Vector::Constant(m, 1e3)),
                             Vector(Vector::Constant(m, -1.0)), Vector(Vector::Constant(m, nan))})
    EXPECT_TRUE(same_bits(answer(*solver, a, hint), cold)) << hint.transpose();
}

TEST_P(Repeatability, holds_with_and_without_a_potential) {
  StepProblem system = family.problem();
  system.potential = system.push = Expr();
  const auto other = GetParam().prepare(system);
  EXPECT_TRUE(same_bits(answer(*other, a), answer(*solver, a)));
  EXPECT_TRUE(same_bits(answer(*other, b), answer(*solver, b)));
}

}  // namespace
}  // namespace ricochet::manufactured
