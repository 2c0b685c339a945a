#include "ricochet/position/implicit_motion.hpp"

#include "support/matchers.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <vector>

namespace ricochet {
namespace {

/// Two unit masses on a spring k (q1 - q0)^2 / 2; masses and k are parameters.
System spring(double stiffness) {
  const Expr q = Expr::sym("q", 2), k = Expr::sym("k"), m = Expr::sym("m");
  return System({.name = "spring",
                 .q = q,
                 .parameters = {{"k", k, stiffness}, {"m", m, 1.0}},
                 .M = m * Expr::eye(2),
                 .V = 0.5 * k * pow(q(1) - q(0), 2)});
}

Vector solved(const BlockCholesky& inertia, Vector f) {
  std::vector<Index> blocks;
  for (Index i = 0; i < inertia.blocks(); ++i) blocks.push_back(i);
  inertia.solve(blocks, f);
  return f;
}

const State start{.q = Vector{{0.0, 1.0}}, .p = Vector{{0.5, -0.5}}};

TEST(ImplicitMotion, has_the_inertia_of_springs_within_the_step) {
  const double k = 100.0, h = 0.2;
  ImplicitMotion motion(spring(k));
  ASSERT_TRUE(motion.evaluate(start, Vector{{0.1, 0.2}}, h));
  const double add = 0.25 * h * h * k;
  const Matrix K{{1.0 + add, -add}, {-add, 1.0 + add}};
  const Vector f{{1.0, -3.0}};
  EXPECT_TRUE(support::near(solved(motion.inertia(), f), K.inverse() * f, 1e-14));
  EXPECT_TRUE(support::near(solved(motion.masses(), f), f, 0.0));
  EXPECT_EQ(motion.inertia().blocks(), 1) << "the spring joins the masses";
}

TEST(ImplicitMotion, takes_the_masses_where_forces_make_it_indefinite) {
  ImplicitMotion motion(spring(-1000.0));
  ASSERT_TRUE(motion.evaluate(start, Vector{{0.1, 0.2}}, 0.2));
  EXPECT_TRUE(support::near(solved(motion.inertia(), Vector{{1.0, 2.0}}), Vector{{1.0, 2.0}}, 0.0));
}

TEST(ImplicitMotion, follows_parameters_and_says_what_is_not_finite) {
  ImplicitMotion motion(spring(1.0));
  motion.set_parameters(spring(1.0).with("m", 4.0));
  EXPECT_TRUE(
      support::near(solved(motion.masses(), Vector{{1.0, 2.0}}), Vector{{0.25, 0.5}}, 1e-16));
  const Expr q = Expr::sym("q");
  ImplicitMotion root(System({.name = "root", .q = q, .M = 1.0, .V = pow(q, 1.5)}));
  EXPECT_FALSE(root.evaluate({.q = Vector{{-1.0}}, .p = Vector{{0.0}}}, Vector{{0.0}}, 0.1));
}

}  // namespace
}  // namespace ricochet
