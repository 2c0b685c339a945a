#include "ricochet/certify/reaction_space.hpp"

#include "support/matchers.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near;

void place(ReactionSpace& reactions, const Matrix& C) {
  reactions.gradients() = C.reshaped();
  reactions.place();
}

/// Of masses (2, 1, 4) kg that are coupled.
ReactionSpace space(const Matrix& C) {
  ReactionSpace made(casadi::Sparsity::dense(3, 3), casadi::Sparsity::dense(3, C.cols()));
  made.inverse_masses() = Matrix{{0.5, 0.1, 0.0}, {0.1, 1.0, 0.0}, {0.0, 0.0, 0.25}}.reshaped();
  place(made, C);
  return made;
}

const Matrix C{{1.0, 0.0}, {1.0, 0.2}, {0.0, 1.0}};
const Vector p{{3.0, -1.0, 2.0}};

TEST(ReactionSpace, leaves_what_moves_no_constraint) {
  ReactionSpace reactions = space(C);
  Vector left = p, v(3);
  reactions.remove_from(left);
  reactions.velocity(left, v);
  EXPECT_LT((C.transpose() * v).norm(), 1e-15);
  const Vector taken = C.colPivHouseholderQr().solve(p - left);
  EXPECT_LT((C * taken - (p - left)).norm(), 1e-14) << "reactions act along C alone";
  EXPECT_GT(left.norm(), 0.5) << "something is left";
  Vector again = left;
  reactions.remove_from(again);
  EXPECT_TRUE(near(again, left, 1e-14));
}

TEST(ReactionSpace, counts_dependent_columns_once) {
  Matrix more(3, 4);
  more << C, C.col(0) - 3.0 * C.col(1), 1e-3 * C.col(1);
  ReactionSpace once = space(C), repeated = space(more);
  Vector left = p, same = p;
  once.remove_from(left);
  repeated.remove_from(same);
  EXPECT_TRUE(near(same, left, 1e-13));
}

TEST(ReactionSpace, takes_everything_where_it_is_all_and_nothing_where_it_is_empty) {
  ReactionSpace all = space(Matrix{{1.0, 0.0, 1.0}, {0.0, 1.0, 1.0}, {1.0, 1.0, 0.0}});
  ReactionSpace none = space(Matrix(3, 0));
  Vector left = p, whole = p;
  all.remove_from(left);
  none.remove_from(whole);
  EXPECT_LT(left.norm(), 1e-14);
  EXPECT_TRUE(support::same_bits(whole, p));
}

TEST(ReactionSpace, is_that_of_the_last_place) {
  ReactionSpace reactions = space(C);
  place(reactions, Matrix{{0.0, 0.0}, {0.0, 0.0}, {1.0, 0.0}});
  Vector left = p;
  reactions.remove_from(left);
  EXPECT_TRUE(near(left, Vector{{3.0, -1.0, 0.0}}, 1e-15)) << "a column of zeros is none";
}

}  // namespace
}  // namespace ricochet
