#include "ricochet/step_call.hpp"

#include "ricochet/backends/newton.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// x = a, y = b + 1; parameters a and b.
StepProblem shift() {
  const Expr x = Expr::sym("x"), y = Expr::sym("y"), a = Expr::sym("a"), b = Expr::sym("b");
  return {.name = "shift",
          .kind = Kind::square_system,
          .unknowns = {{"x", x}, {"y", y}},
          .parameters = {{"a", a}, {"b", b}},
          .equalities = {{"rows", vertcat(x - a, y - b - 1.0)}}};
}

struct ShiftCall : StepCall {
  using StepCall::StepCall;
  Given a = given("a"), b = given("b");
  Sought x = sought("x"), y = sought("y");
};

TEST(StepCall, sets_and_reads_blocks_by_handle) {
  ShiftCall call(newton(), shift());
  call.set(call.b, 3.0);
  call.set(call.a, 2.0);
  ASSERT_TRUE(call.solve().ok());
  EXPECT_EQ(call[call.x][0], 2.0);
  EXPECT_EQ(call[call.y][0], 4.0);
  call.set(call.a, 5.0);  // b stays
  ASSERT_TRUE(call.solve().ok());
  EXPECT_EQ(call[call.x][0], 5.0);
  EXPECT_EQ(call[call.y][0], 4.0);
}

TEST(StepCall, copied_solves_independently) {
  ShiftCall one(newton(), shift());
  one.set(one.a, 2.0);
  one.set(one.b, 0.0);
  ShiftCall other = one;
  other.set(other.a, 7.0);
  ASSERT_TRUE(one.solve().ok());
  ASSERT_TRUE(other.solve().ok());
  EXPECT_EQ(one[one.x][0], 2.0);
  EXPECT_EQ(other[other.x][0], 7.0);
}

TEST(StepCall, refuses_names_that_do_not_exist) {
  const StepCall call(newton(), shift());
  support::expect_message([&] { (void)call.given("c"); }, {"no block 'c'", "'a', 'b'"});
  support::expect_message([&] { (void)call.sought("a"); }, {"no block 'a'", "'x', 'y'"});
}

// min 1/2 |x - (3, 0)|^2, x0 + x1 = 1, 1 - x0 >= 0: x = (1, 0), multipliers 2 and 0.
TEST(StepCall, reads_multipliers_by_the_name_of_their_rows) {
  const Expr x = Expr::sym("x", 2);
  StepCall call(newton(), {.name = "nearest",
                           .kind = Kind::convex_qp,
                           .unknowns = {{"x", x}},
                           .objective = 0.5 * pow(x(0) - 3.0, 2) + 0.5 * x(1) * x(1),
                           .equalities = {{"sum", x(0) + x(1) - 1.0}},
                           .inequalities = {{"wall", 1.0 - x(0)}}});
  ASSERT_TRUE(call.solve().ok());
  EXPECT_NEAR(call[call.multipliers_of("wall")][0], 2.0, 1e-12);
  EXPECT_NEAR(call[call.multipliers_of("sum")][0], 0.0, 1e-12);
}

}  // namespace
}  // namespace ricochet
