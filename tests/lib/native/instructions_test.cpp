#include "ricochet/native/instructions.hpp"

#include "ricochet/symbols/casadi_eigen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace ricochet {
namespace {

constexpr int never = Instruction::never;

/// Runs the instructions of additions and products.
std::vector<double> run(const Instructions& program, const std::vector<std::vector<double>>& in,
                        size_t results) {
  std::vector<double> w(static_cast<size_t>(program.slots)), out(results);
  const auto at = [&w](int slot) -> double& { return w[static_cast<size_t>(slot)]; };
  for (const Instruction& i : program.list) {
    if (i.operation == casadi::OP_CONST) at(i.target) = i.value;
    if (i.operation == casadi::OP_INPUT)
      at(i.target) = in[static_cast<size_t>(i.a)][static_cast<size_t>(i.b)];
    if (i.operation == casadi::OP_ADD) at(i.target) = at(i.a) + at(i.b);
    if (i.operation == casadi::OP_MUL) at(i.target) = at(i.a) * at(i.b);
    if (i.operation == casadi::OP_OUTPUT) out[static_cast<size_t>(i.b)] = at(i.a);
  }
  return out;
}

/// How many instructions CasADi makes of expressions.
size_t at_casadi(const std::vector<Expr>& in, const std::vector<Expr>& out) {
  return static_cast<size_t>(casadi::Function("f", in, out).n_instructions());
}

TEST(Instructions, say_all_that_the_virtual_machine_does) {
  const Expr x = Expr::sym("x", 2), y = Expr::sym("y");
  const std::vector<Expr> in{x, y}, out{vertcat(x(0) * x(1) + y, 3.0 * x(1))};
  const Instructions program = instructions_of(in, out);
  EXPECT_EQ(program.list.size(), at_casadi(in, out));
  EXPECT_EQ(run(program, {{2.0, 5.0}, {7.0}}, 2), (std::vector<double>{17.0, 15.0}));
}

long count(const Instructions& program, casadi::Operation operation) {
  return std::count_if(program.list.begin(), program.list.end(),
                       [=](const Instruction& i) { return i.operation == operation; });
}

TEST(Instructions, make_an_operation_once_that_the_expression_repeats) {
  const Expr x = Expr::sym("x", 2);
  const std::vector<Expr> in{x}, out{vertcat(sin(x(0)) * 2.5, sin(x(0)) * x(1), sin(x(1)) + 2.5)};
  const Instructions program = instructions_of(in, out);
  EXPECT_EQ(count(program, casadi::OP_SIN), 2);
  EXPECT_EQ(count(program, casadi::OP_CONST), 1);
  EXPECT_EQ(count(program, casadi::OP_OUTPUT), 3);
  EXPECT_LT(program.list.size(), at_casadi(in, out));
}

/// Far more than have a place near that of the symbol.
TEST(Instructions, find_an_operation_again_among_thousands_of_one_operand) {
  constexpr casadi_int many = 3000;
  const Expr x = Expr::sym("x", many);
  const auto products = [&] {  // of nodes of their own
    std::vector<Expr> all;
    for (casadi_int k = 0; k < many; ++k) all.push_back(x(many - 1) * x(k) + 1.0);
    return vertcat(all);
  };
  const std::vector<Expr> in{x}, out{vertcat(products(), products())};
  const Instructions program = instructions_of(in, out, {.from = 1 << 20});
  EXPECT_EQ(count(program, casadi::OP_MUL) + count(program, casadi::OP_SQ), many);
  EXPECT_EQ(count(program, casadi::OP_ADD), many);
  EXPECT_EQ(count(program, casadi::OP_OUTPUT), 2 * many);
}

TEST(Instructions, tell_zeros_of_different_signs_apart) {
  const Expr x = Expr::sym("x");
  const Instructions program = instructions_of(
      std::array{x}, std::array{vertcat(atan2(Expr(0.0), x), atan2(Expr(-0.0), x))});
  EXPECT_EQ(count(program, casadi::OP_ATAN2), count(program, casadi::OP_CONST));
}

/// Whether an instruction reads a slot.
bool reads(const Instruction& i, int slot) {
  return (i.operands > 0 && i.a == slot) || (i.operands > 1 && i.b == slot);
}

bool writes(const Instruction& i, int slot) {
  return i.operation != casadi::OP_OUTPUT && i.target == slot;
}

/// The next reader of a slot behind place k, by looking for it.
int next_reader(const Instructions& program, size_t k, int slot) {
  for (size_t later = k + 1; later < program.list.size(); ++later) {
    if (reads(program.list[later], slot)) return static_cast<int>(later);
    if (writes(program.list[later], slot)) return never;
  }
  return never;
}

TEST(Instructions, know_the_next_reader_of_every_value) {
  const Expr x = Expr::sym("x", 6);
  Expr sum = 0.0, product = 1.0;
  for (casadi_int k = 0; k < 6; ++k) {
    sum += sin(x(k)) * product;
    product *= x(k) + sum;
  }
  const Instructions program =
      instructions_of(std::array{x}, std::array{vertcat(sum, product, x(2), sum)});
  for (size_t k = 0; k < program.list.size(); ++k) {
    const Instruction& i = program.list[k];
    const auto after = [&](int slot) {
      return writes(i, slot) ? never : next_reader(program, k, slot);
    };
    EXPECT_TRUE(i.operands < 1 || i.next_a == after(i.a)) << k;
    EXPECT_TRUE(i.operands < 2 || i.next_b == after(i.b)) << k;
    EXPECT_TRUE(i.operation == casadi::OP_OUTPUT ||
                i.next_target == next_reader(program, k, i.target))
        << k;
  }
  EXPECT_GT(program.list.size(), 30U);
}

TEST(Instructions, of_what_is_repeated_stand_in_the_same_order) {
  const Expr x = Expr::sym("x", 8);
  std::vector<Expr> rows;
  for (casadi_int k = 0; k + 1 < 8; ++k) rows.push_back(sin(x(k + 1) - 2.0) * exp(x(k + 1)));
  const Instructions program = instructions_of(std::array{x}, std::array{vertcat(rows)});
  const auto operations_from = [&](size_t first) {
    std::vector<casadi::Operation> found;
    for (size_t k = first; k < first + 6; ++k) found.push_back(program.list[k].operation);
    return found;
  };
  ASSERT_EQ(program.list.size(), 7 + 6 * 6U);  // the constant is made once
  for (size_t row = 2; row < 7; ++row)
    EXPECT_EQ(operations_from(7 + 6 * (row - 1)), operations_from(7)) << row;
  EXPECT_NE(operations_from(8), operations_from(7));
}

TEST(Instructions, are_none_of_symbols_that_are_not_given) {
  const Expr x = Expr::sym("x", 2), y = Expr::sym("y");
  EXPECT_TRUE(instructions_of(std::array{x}, std::array{x(0) * y}).list.empty());
  EXPECT_FALSE(instructions_of(std::array{x, y}, std::array{x(0) * y}).list.empty());
}

TEST(Instructions, are_none_where_inputs_are_no_symbols_or_the_same) {
  const Expr x = Expr::sym("x", 2);
  EXPECT_TRUE(instructions_of(std::array{x, x(0)}, std::array{x}).list.empty());
  EXPECT_TRUE(instructions_of(std::array{2.0 * x}, std::array{x}).list.empty());
  EXPECT_FALSE(instructions_of(std::array{x}, std::array{x}).list.empty());
}

TEST(Instructions, leave_expressions_to_others_as_they_were) {
  const Expr x = Expr::sym("x"), y = sin(x) * x + 0.25;
  const std::vector<Expr> in{x}, out{y, 2.0 * y};
  const size_t before = at_casadi(in, out), list = instructions_of(in, out).list.size();
  EXPECT_TRUE(instructions_of(std::array{x, x}, out).list.empty());
  EXPECT_TRUE(instructions_of(std::array{Expr::sym("z")}, out).list.empty());
  EXPECT_EQ(at_casadi(in, out), before);
  EXPECT_EQ(instructions_of(in, out).list.size(), list);
}

TEST(Instructions, leave_calls_of_functions_to_the_virtual_machine) {
  const Expr x = Expr::sym("x");
  const casadi::Function two("two", {x}, {sin(x), cos(x)}, {{"never_inline", true}});
  const Expr second = two(std::vector<Expr>{x + 1.0})[1];  // the first result is not used
  EXPECT_TRUE(instructions_of(std::array{x}, std::array{2.0 * second}).list.empty());
  Kernel kernel("calls", {x}, {2.0 * second});
  double value = 0.0;
  kernel({0.5}, {value});
  EXPECT_EQ(value, 2.0 * std::cos(1.5));
}

}  // namespace
}  // namespace ricochet
