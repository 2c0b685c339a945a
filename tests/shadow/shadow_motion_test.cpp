#include "ricochet/shadow/shadow_motion.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

TEST(ShadowMotion, tells_what_rests) {
  const Problem problem = problems::bowl();
  ShadowMotion motion(problem.system, verlet(), newton());
  Mask S = Mask::Zero(1);
  EXPECT_TRUE(motion.rest(problem.initial.q, problem.initial.p, S));
  EXPECT_EQ(S[0], 1.0);
  motion.keep_resting(problem.initial.q, Vector{{0.0, 1.0}}, S);
  EXPECT_EQ(S[0], 0.0) << "it leaves";
  EXPECT_FALSE(motion.rest(problem.initial.q + Vector{{0.0, 0.1}}, problem.initial.p, S));
}

TEST(ShadowMotion, holds_what_rests_and_lands_on_the_rest) {
  const Problem problem = problems::bowl();
  const System& s = problem.system;
  const auto& [t, q, p] = problem.initial;
  ShadowMotion motion(s, verlet(), newton());
  const Mask held = Mask::Ones(1), none = Mask::Zero(1);
  Multipliers force{.lambda = Vector::Zero(1)};
  Vector x, p1;
  Mask V = none;
  ASSERT_TRUE(motion.position(q, p, 0.05, held, none, x, force).ok());
  EXPECT_NEAR(s.g(x)[0], 0.0, 1e-14);
  EXPECT_GT(force.lambda[0], 0.0);
  EXPECT_FALSE(motion.violated(x, held, V));
  ASSERT_TRUE(motion.momentum(q, x, 0.05, held, p1, force).ok());
  EXPECT_NEAR(s.G(x).col(0).dot(p1), 0.0, 1e-13);
  ASSERT_TRUE(motion.position(q, p, 0.05, none, none, x, force).ok());
  EXPECT_EQ(force.lambda[0], 0.0);
  EXPECT_TRUE(motion.violated(x, none, V));
  ASSERT_TRUE(motion.landing(q, p, 0.05, none, x, force).ok());
  EXPECT_NEAR(s.g(x)[0], 0.0, 1e-14);
}

}  // namespace
}  // namespace ricochet
