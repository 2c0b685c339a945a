#include "ricochet/native/repetitions.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

Instruction input(int target, int which, int entry) {
  return {.operation = casadi::OP_INPUT, .target = target, .a = which, .b = entry};
}

Instruction binary(casadi::Operation operation, int target, int a, int b) {
  return {.operation = operation, .target = target, .a = a, .b = b, .operands = 2};
}

Instruction output(int which, int entry, int value) {
  return {.operation = casadi::OP_OUTPUT, .target = which, .a = value, .b = entry, .operands = 1};
}

/// y_k = x_k x_0, of `passes` entries; value 0 is x_0.
std::vector<Instruction> products(int passes) {
  std::vector<Instruction> list{input(0, 0, 0)};
  int value = 1;
  for (int k = 1; k <= passes; ++k, value += 2) {
    list.push_back(input(value, 0, k));
    list.push_back(binary(casadi::OP_MUL, value + 1, value, 0));
    list.push_back(output(0, k - 1, value + 1));
  }
  return list;
}

TEST(Repetitions, are_found_with_their_period) {
  const auto found = repetitions_of(products(20), 8);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].first, 1);
  EXPECT_EQ(found[0].period, 3);
  EXPECT_EQ(found[0].passes, 20);
}

TEST(Repetitions, of_few_passes_are_none) {
  EXPECT_TRUE(repetitions_of(products(7), 8).empty());
  EXPECT_TRUE(repetitions_of({}, 2).empty());
}

TEST(Repetitions, end_where_an_operation_differs) {
  std::vector<Instruction> list = products(20);
  list[1 + 3 * 12 + 1].operation = casadi::OP_ADD;
  const auto found = repetitions_of(list, 8);
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(found[0].passes, 12);
}

TEST(Repetitions, end_where_an_operand_does_not_move_on_as_before) {
  std::vector<Instruction> list = products(20);
  list[1 + 3 * 12 + 1].b = 1;
  EXPECT_EQ(repetitions_of(list, 8)[0].passes, 12);
  list = products(20);
  ++list[1 + 3 * 15].b;
  EXPECT_EQ(repetitions_of(list, 8)[0].passes, 15);
  list = products(20);
  list[1 + 3 * 11 + 2].target = 1;
  EXPECT_EQ(repetitions_of(list, 8)[0].passes, 11);
}

TEST(Repetitions, follow_one_another) {
  std::vector<Instruction> list = products(20);
  int value = 41;
  for (int k = 0; k < 30; ++k, ++value) {
    list.push_back(binary(casadi::OP_SUB, value, value - 1, 0));
    list.push_back(output(1, k, value));
  }
  const auto found = repetitions_of(list, 8);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[1].period, 2);
  EXPECT_GE(found[1].first, found[0].end());
  EXPECT_GE(found[0].passes + found[1].passes, 48);
}

}  // namespace
}  // namespace ricochet
