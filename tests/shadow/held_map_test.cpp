#include "ricochet/shadow/held_map.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// A step forth and one of the same size back.
struct There {
  Vector q, p, back_q, back_p;
};

There and_back(HeldMap& map, const State& from, double h) {
  There to;
  EXPECT_TRUE(map.step(from.q, from.p, h, to.q, to.p));
  EXPECT_TRUE(map.step(to.q, to.p, -h, to.back_q, to.back_p));
  return to;
}

TEST(HeldMap, keeps_equalities_forth_and_back) {
  const Problem problem = problems::double_pendulum_walls();
  const System& s = problem.system;
  for (const Discretization& rule : {verlet(), midpoint()}) {
    HeldMap map(s, rule, newton());
    const There to = and_back(map, problem.initial, 0.05);
    EXPECT_LT(s.f(to.q).cwiseAbs().maxCoeff(), 1e-13);
    EXPECT_GT((to.q - problem.initial.q).norm(), 1e-3);
    EXPECT_LT((to.back_q - problem.initial.q).norm(), 1e-12) << rule.name();
    EXPECT_LT((to.back_p - problem.initial.p).norm(), 1e-11) << rule.name();
  }
}

TEST(HeldMap, keeps_contacts_closed_that_it_is_told_to_hold) {
  const Problem problem = problems::spring_sphere();
  const System& s = problem.system;
  HeldMap map(s, verlet(), newton());
  map.hold(Mask::Ones(s.m()));
  const There held = and_back(map, problem.initial, 0.1);
  EXPECT_LT(s.g(held.q).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT((held.back_q - problem.initial.q).norm(), 1e-12);
  map.hold(Mask::Zero(s.m()));
  EXPECT_GT(s.g(and_back(map, problem.initial, 0.1).q).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(HeldMap, of_a_copy_holds_what_it_is_told_alone) {
  const Problem problem = problems::spring_sphere();
  HeldMap map(problem.system, verlet(), newton());
  HeldMap copy(map);
  map.hold(Mask::Ones(problem.system.m()));
  const auto& [t, q, p] = problem.initial;
  Vector q1, p1, of_copy;
  ASSERT_TRUE(map.step(q, p, 0.1, q1, p1) && copy.step(q, p, 0.1, of_copy, p1));
  EXPECT_GT((q1 - of_copy).norm(), 1e-4);
}

}  // namespace
}  // namespace ricochet
