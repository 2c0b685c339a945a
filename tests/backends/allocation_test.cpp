#include "ricochet/backends/newton.hpp"
#include "support/allocations.hpp"
#include "support/manufactured.hpp"

#include <gtest/gtest.h>

namespace ricochet::manufactured {
namespace {

using support::allocations;
using support::Allocations;

constexpr int solves = 100;

class Allocation : public Allocations, public testing::WithParamInterface<Shape> {};

TEST_P(Allocation, is_over_once_newton_is_warm) {
  Family family(GetParam());
  const auto solver = newton().prepare(family.problem());
  Solution solution;
  const Vector no_hint;
  int steps = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Instance instance = family.instance(seed);
    StepReport report = solver->solve(instance.parameters, instance.guess, no_hint, solution);
    if (report.statistics.fallbacks > 0) continue;  // no good step: it may cost what it wants
    ++steps;
    const long before = allocations;
    for (int i = 0; i < solves; ++i)
      report = solver->solve(instance.parameters, instance.guess, no_hint, solution);
    EXPECT_EQ(allocations - before, 0) << "in " << solves << " solves of seed " << seed;
    EXPECT_TRUE(report.ok());
  }
  EXPECT_GT(steps, 0);
}

INSTANTIATE_TEST_SUITE_P(SmoothShapes, Allocation,
                         testing::Values(shapes()[0], shapes()[2], shapes()[3], shapes()[4],
                                         shapes()[8], shapes()[11]),
                         [](const auto& tested) { return tested.param.name; });

INSTANTIATE_TEST_SUITE_P(RankDeficientShapes, Allocation,
                         testing::Values(shapes()[6], shapes()[7], shapes()[9], shapes()[10]),
                         [](const auto& tested) { return tested.param.name; });

TEST_F(Allocations, are_noticed) {
  const long before = allocations;
  const Vector some = Vector::Ones(100);
  EXPECT_GT(allocations - before, 0) << some.sum();
}

}  // namespace
}  // namespace ricochet::manufactured
