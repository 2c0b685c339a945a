#include "ricochet/problem.hpp"

#include "ricochet/problems.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

TEST(Problem, rounds_its_number_of_steps) {
  Problem problem = problems::bowl();
  problem.h = 0.1;
  problem.duration = 0.3;  // 0.3 / 0.1 < 3 in doubles
  EXPECT_EQ(problem.steps(), 3);
}

}  // namespace
}  // namespace ricochet
