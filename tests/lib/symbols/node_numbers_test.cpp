#include "ricochet/symbols/node_numbers.hpp"

#include "ricochet/symbols/casadi_eigen.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <span>
#include <string>

namespace ricochet {
namespace {

using Element = casadi::SXElem;
using Parts = std::span<const int>;

/// Gives numbers in the order of visits.
struct Count {
  int visits = 0;
  int operator()(const Element& /*e*/, casadi_int /*operation*/, Parts /*parts*/) {
    return visits++;
  }
};

TEST(NodeNumbers, come_parts_first_and_once) {
  const Expr x = Expr::sym("x"), wave = sin(x), root = wave * exp(wave);
  std::string visited;
  int count = 0;
  const auto number = [&](const Element& e, casadi_int operation, Parts parts) {
    visited += operation == casadi::OP_PARAMETER ? e.name()
               : operation == casadi::OP_SIN     ? "s"
               : operation == casadi::OP_EXP     ? "e"
                                                 : "*";
    for (const int part : parts) visited += std::to_string(part);
    return count++;
  };
  NodeNumbers numbers;
  EXPECT_TRUE(numbers.visit(root.scalar(), number));
  EXPECT_EQ(visited, "xs0e1*12");
  EXPECT_EQ(NodeNumbers::of(root.scalar()), 3);
  EXPECT_TRUE(numbers.visit(root.scalar(), number));
  EXPECT_EQ(count, 4);
}

TEST(NodeNumbers, are_forgotten) {
  const Expr x = Expr::sym("x"), root = 2.0 * x + 1.0;
  Count count;
  {
    NodeNumbers numbers;
    numbers.give_note(x.scalar(), 7);
    EXPECT_EQ(NodeNumbers::note(x.scalar()), 7);
    EXPECT_TRUE(numbers.visit(root.scalar(), std::ref(count)));
    EXPECT_NE(NodeNumbers::of(x.scalar()), NodeNumbers::none);
    EXPECT_EQ(NodeNumbers::note(x.scalar()), NodeNumbers::none);
  }
  EXPECT_EQ(NodeNumbers::of(x.scalar()), NodeNumbers::none);
  EXPECT_EQ(NodeNumbers::of(root.scalar()), NodeNumbers::none);
  EXPECT_GT(count.visits, 3);
}

TEST(NodeNumbers, end_where_a_node_gets_none_and_are_forgotten_then_too) {
  const Expr x = Expr::sym("x"), y = Expr::sym("y"), root = x + sin(y);
  const auto only_x = [&x](const Element& e, casadi_int /*operation*/, Parts /*parts*/) {
    return e.get() == x.scalar().get() ? 5 : NodeNumbers::none;
  };
  {
    NodeNumbers numbers;
    EXPECT_FALSE(numbers.visit(root.scalar(), only_x));
    EXPECT_EQ(NodeNumbers::of(x.scalar()), 5);
  }
  EXPECT_EQ(NodeNumbers::of(x.scalar()), NodeNumbers::none);
}

TEST(NodeNumbers, do_not_look_into_calls) {
  const Expr x = Expr::sym("x");
  const casadi::Function f("f", {x}, {sin(x)}, {{"never_inline", true}});
  const Expr call = f(std::vector<Expr>{x})[0];
  Count count;
  NodeNumbers numbers;
  EXPECT_TRUE(numbers.visit(call.scalar(), std::ref(count)));
  EXPECT_EQ(count.visits, 1);
}

}  // namespace
}  // namespace ricochet
