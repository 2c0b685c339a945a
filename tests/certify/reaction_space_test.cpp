#include "ricochet/certify/reaction_space.hpp"

#include "support/matchers.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

#include <vector>

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

/// Neighbours along a line of `bodies` keep their distance; some rows may be said twice.
ReactionSpace line(Index bodies, Index twice, const Vector& rates) {
  std::vector<casadi_int> rows, columns;
  for (Index j = 0; j < bodies - 1 + twice; ++j)
    for (const Index i : {j % (bodies - 1), j % (bodies - 1) + 1}) {
      rows.push_back(i);
      columns.push_back(j);
    }
  ReactionSpace made(casadi::Sparsity::diag(bodies),
                     casadi::Sparsity::triplet(bodies, bodies - 1 + twice, rows, columns));
  made.inverse_masses().setConstant(0.5);
  for (Index k = 0; k < made.gradients().size(); ++k) made.gradients()[k] = k % 2 == 0 ? -1.0 : 1.0;
  made.place(rates);
  return made;
}

TEST(ReactionSpace, of_many_neighbours_leaves_their_common_motion) {
  for (const Index bodies : {10, 100})  // with a basis, with the pattern kept
    for (const Index twice : {0, 5}) {
      ReactionSpace reactions = line(bodies, twice, Vector::Zero(bodies - 1 + twice));
      const Vector given = Vector::LinSpaced(bodies, 0.0, 3.0);
      Vector left = given;
      reactions.remove_from(left);
      EXPECT_TRUE(near(left, Vector(Vector::Constant(bodies, 1.5)), 1e-12)) << bodies;
    }
}

TEST(ReactionSpace, of_many_neighbours_follows_those_that_move) {
  for (const Index bodies : {10, 100}) {
    ReactionSpace reactions = line(bodies, 0, Vector::Constant(bodies - 1, -0.1));
    Vector v = Vector::Zero(bodies);
    reactions.follow(v);
    const Vector apart = v.tail(bodies - 1) - v.head(bodies - 1);
    EXPECT_TRUE(near(apart, Vector(Vector::Constant(bodies - 1, 0.1)), 1e-12)) << bodies;
    EXPECT_NEAR(v.sum(), 0.0, 1e-11) << "the least that does";
  }
}

}  // namespace
}  // namespace ricochet
