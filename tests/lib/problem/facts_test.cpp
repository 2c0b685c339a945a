#include "ricochet/problem/facts.hpp"

#include "ricochet/problems.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

Facts facts_of_problem(const std::string& name) {
  const Problem problem = find_problem(name).make();
  return facts_of(problem.system, problem.initial);
}

TEST(Facts, count_rows_and_contacts_at_the_start) {
  const Facts cradle = facts_of_problem("cradle");
  EXPECT_EQ(cradle.coordinates, 10);
  EXPECT_EQ(cradle.inequalities, 4);
  EXPECT_EQ(cradle.equalities, 5);
  EXPECT_EQ(cradle.closed, 3);  // two swung out together, three at rest
  EXPECT_EQ(cradle.sliding, 3);
  EXPECT_EQ(cradle.redundant, 0);
  EXPECT_TRUE(cradle.separable);
}

TEST(Facts, tell_a_contact_that_slides_from_one_that_is_hit) {
  const Facts chain = facts_of_problem("ball-chain");  // the first ball moves towards the second
  EXPECT_EQ(chain.closed, 4);
  EXPECT_EQ(chain.sliding, 3);
}

TEST(Facts, find_rows_beyond_the_rank) {
  const Expr q = Expr::sym("q", 2);
  const System doubled(
      {.name = "doubled", .q = q, .M = Expr::eye(2), .V = q(1), .f = {{"a", q(0)}, {"b", q(0)}}});
  EXPECT_EQ(facts_of(doubled, {.q = Vector::Zero(2), .p = Vector::Zero(2)}).redundant, 1);
}

TEST(Facts, tell_contacts_that_move_each_other) {
  EXPECT_EQ(facts_of_problem("ball-chain").coupled, 4);
  const Expr q = Expr::sym("q", 2);
  const System apart({.name = "apart",
                      .q = q,
                      .M = Expr::eye(2),
                      .V = q(1),
                      .g = {{"floor", q(1)}, {"wall", q(0)}}});
  EXPECT_EQ(facts_of(apart, {.q = Vector::Zero(2), .p = Vector::Zero(2)}).coupled, 0);
}

TEST(Facts, find_inequalities_given_twice) {
  const Expr q = Expr::sym("q", 2);
  const System doubled({.name = "doubled",
                        .q = q,
                        .M = Expr::eye(2),
                        .V = q(1),
                        .g = {{"a", q(0)}, {"ceiling", 2.0 - q(1)}, {"b", q(0)}, {"floor", q(1)}}});
  const State open{.q = Vector::Ones(2), .p = Vector::Zero(2)};
  EXPECT_EQ(facts_of(doubled, open).duplicated, 1);
  EXPECT_EQ(facts_of(doubled, open).redundant, 0);  // none of them is closed
}

TEST(Facts, tell_springs_behind_a_contact_from_weight) {
  EXPECT_FALSE(facts_of_problem("ball-chain").loaded);
  EXPECT_TRUE(facts_of_problem("particle-1d").loaded);
  EXPECT_FALSE(facts_of_problem("particle-1d").elastic);
  EXPECT_FALSE(facts_of_problem("disc-billiard").elastic);  // a well, one particle
  EXPECT_TRUE(facts_of_problem("pogo").elastic);
  EXPECT_TRUE(facts_of_problem("bar-wall").elastic);
  EXPECT_TRUE(facts_of_problem("pendulum-cylinder").loaded);
}

TEST(Facts, know_what_only_some_methods_take) {
  EXPECT_EQ(facts_of_problem("pendulum-cylinder").nonholonomic, 1);
  EXPECT_FALSE(facts_of_problem("pendulum-cylinder").separable);
  EXPECT_TRUE(facts_of_problem("corner-tip").unions);
  EXPECT_FALSE(facts_of_problem("wedge").dissipative);
  const Problem wedge = find_problem("wedge").make();
  EXPECT_TRUE(facts_of(wedge.system.with("restitution", 0.5), wedge.initial).dissipative);
  EXPECT_TRUE(facts_of(wedge.system.with("friction", 0.5), wedge.initial).dissipative);
  EXPECT_TRUE(facts_of(wedge.system.with("friction", 0.5), wedge.initial).frictional);
  EXPECT_FALSE(facts_of(wedge.system.with("restitution", 0.5), wedge.initial).frictional);
}

}  // namespace
}  // namespace ricochet
