#include "ricochet/symbols/expression_leaves.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

TEST(ExpressionLeaves, are_symbols_and_constants_each_once) {
  const Expr x = Expr::sym("x", 2), shared = sin(x(0)) + 3.5;
  const ExpressionLeaves leaves(vertcat(shared * x(1), shared / x(0)));
  ASSERT_EQ(leaves.symbols.size(), 2U);
  EXPECT_EQ(leaves.symbols[0].name(), "x_0");
  EXPECT_EQ(leaves.symbols[1].name(), "x_1");
  EXPECT_EQ(leaves.constants, std::vector<double>{3.5});
}

TEST(ExpressionLeaves, of_an_expression_that_doubles_itself_are_found_at_once) {
  Expr x = Expr::sym("x"), e = x;
  for (int i = 0; i < 200; ++i) e = sin(e) * e;  // 2^200 ways from the root to x
  EXPECT_EQ(ExpressionLeaves(e).symbols.size(), 1U);
}

}  // namespace
}  // namespace ricochet
