#include "compare/comparison.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <iostream>

namespace ricochet::cli {
namespace {

TEST(Compare, observes_no_order_where_refinements_disagree) {
  Options o;
  o.operand = "bowl";
  o.steps = 20;
  Console console(std::cout, std::cerr);
  const Comparison three =
      compare_methods(o, {"gvi", "direct-endpoint", "newmark"}, console, [] { return false; });
  ASSERT_EQ(three.size(), 3U);
  EXPECT_NEAR(three[0].order, 2.0, 0.05);
  EXPECT_NEAR(three[1].order, 1.0, 0.1);
  EXPECT_TRUE(std::isnan(three[2].order)) << three[2].order << ": it does not converge";
}

TEST(Compare, observes_orders_before_and_through_impacts) {
  Options o;
  o.operand = "ellipse";
  o.steps = 100;
  Console console(std::cout, std::cerr);
  const Comparison both =
      compare_methods(o, {"collision", "rattle"}, console, [] { return false; });
  ASSERT_EQ(both.size(), 2U);
  EXPECT_EQ(both[0].claimed, 2);
  EXPECT_NEAR(both[0].order_through_impacts, 2.0, 0.5);  // one run: where impacts fall matters
  EXPECT_FALSE(both[1].order_through_impacts > 1.5);     // impacts at the ends of steps
}

}  // namespace
}  // namespace ricochet::cli
