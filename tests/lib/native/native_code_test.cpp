#include "ricochet/native/native_code.hpp"

#include "ricochet/symbols/casadi_eigen.hpp"
#include "support/expressions.hpp"
#include "support/processor.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <fstream>
#include <iterator>
#include <limits>
#include <random>
#include <thread>

/// Law: machine code gives the bits of CasADi's virtual machine, for every operation and whatever
/// the numbers. NaN is NaN: its sign and payload mean nothing.

namespace ricochet {
namespace {

using casadi::Operation;
using support::Expressions;
using Math = casadi::casadi_math<double>;
using Limits = std::numeric_limits<double>;

bool same_number(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) ||
         std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
}

/// The same expressions in both ways.
struct Pair {
  explicit Pair(const Expressions& f)
      : native(f.kernel(Kernels::native)), interpreted(f.kernel(Kernels::interpreted)) {}

  Kernel native, interpreted;
};

/// Operations of numbers that an expression can hold. Left out are those that the virtual machine
/// keeps for itself: its own approximation of the inverse of erf, and printing.
std::vector<Operation> operations() {
  std::vector<Operation> all;
  for (int k = 0; k <= casadi::OP_KRON_CONTRACT; ++k) {
    const auto op = static_cast<Operation>(k);
    const auto code = static_cast<unsigned char>(k);
    if (op != casadi::OP_ASSIGN && op != casadi::OP_ERFINV && op != casadi::OP_PRINTME &&
        (Math::is_unary(code) || Math::is_binary(code)))
      all.push_back(op);
  }
  return all;
}

Expr apply(Operation op, const Expr& x, const Expr& y) {
  return Math::is_binary(static_cast<unsigned char>(op)) ? Expr::binary(op, x, y)
                                                         : Expr::unary(op, x);
}

/// Numbers where functions change their behaviour.
std::vector<double> special_numbers() {
  std::vector<double> all;
  for (const double x : {0.0,
                         Limits::denorm_min(),
                         1e-310,
                         Limits::min(),
                         1e-300,
                         1e-17,
                         1e-8,
                         0.1,
                         0.5,
                         0.7,
                         1.0 - Limits::epsilon(),
                         1.0,
                         1.0 + Limits::epsilon(),
                         1.5,
                         2.0,
                         2.5,
                         3.0,
                         M_PI,
                         7.0,
                         100.5,
                         709.0,
                         710.0,
                         745.5,
                         1e8,
                         4503599627370497.0,
                         1e17,
                         1e300,
                         Limits::max(),
                         Limits::infinity(),
                         Limits::quiet_NaN()})
    for (const double signed_x : {x, -x}) all.push_back(signed_x);
  return all;
}

/// Numbers of every size: mostly moderate ones, else special ones or any bits.
class Numbers {
 public:
  explicit Numbers(std::uint64_t seed) : random_(seed) {}

  double operator()() {
    const auto kind = random_() % 8;
    if (kind == 0) return special_[random_() % special_.size()];
    if (kind == 1) return std::bit_cast<double>(random_());
    return std::uniform_real_distribution(-4.0, 4.0)(random_);
  }
  size_t below(size_t n) { return random_() % n; }

 private:
  std::mt19937_64 random_;
  std::vector<double> special_ = special_numbers();
};

class EveryOperation : public testing::TestWithParam<Operation> {};

TEST_P(EveryOperation, gives_the_bits_of_the_virtual_machine) {
  const Expr x = Expr::sym("x"), y = Expr::sym("y");
  Pair pair({.in = {x, y}, .out = {apply(GetParam(), x, y)}});
  ASSERT_EQ(pair.native.how(), support::kernels_of_this_processor);
  const auto compare = [&pair](double a, double b) {
    double native = 0.0, interpreted = 0.0;
    pair.native({a, b}, {native});
    pair.interpreted({a, b}, {interpreted});
    EXPECT_TRUE(same_number(native, interpreted))
        << a << ", " << b << ": " << native << ", interpreted " << interpreted;
  };
  for (const double a : special_numbers())
    for (const double b : special_numbers()) compare(a, b);
  Numbers numbers(1);
  for (int k = 0; k < 3000; ++k) compare(numbers(), numbers());
}

std::string name_of(const testing::TestParamInfo<Operation>& tested) {
  return "number_" + std::to_string(tested.param);
}

INSTANTIATE_TEST_SUITE_P(OfCasADi, EveryOperation, testing::ValuesIn(operations()), name_of);

TEST(NativeCode, knows_all_operations_of_numbers) { EXPECT_GE(operations().size(), 45U); }

TEST(NativeCode, leaves_the_inverse_of_erf_to_the_virtual_machine) {
  const Expr x = Expr::sym("x");
  Kernel kernel = Expressions{.in = {x}, .out = {erfinv(x)}}.kernel(Kernels::native);
  EXPECT_EQ(kernel.how(), Kernels::interpreted);
  double y = 0.0;
  kernel({0.5}, {y});
  EXPECT_NEAR(std::erf(y), 0.5, 1e-9);
}

TEST(NativeCode, leaves_functions_of_matrices_to_the_virtual_machine) {
  const casadi::MX x = casadi::MX::sym("x", 2);
  Kernel kernel(casadi::Function("f", {x}, {2.0 * x}));
  EXPECT_EQ(kernel.how(), Kernels::interpreted);
  Vector y(2);
  kernel({Vector{{1.0, 3.0}}}, {y});
  EXPECT_EQ(y, (Vector{{2.0, 6.0}}));
}

constexpr casadi_int inputs = 7;

/// Random expressions, which read values of long ago as often as new ones: more of them are
/// waiting than there are registers. Results are also inputs, constants, zeros, and the same twice.
Expressions random_expressions(Numbers& numbers, size_t size) {
  const Expr x = Expr::sym("x", inputs), z = Expr::sym("z");
  std::vector<Expr> known{z, Expr(0.0), Expr(1.0), Expr(-0.5), Expr(M_PI)};
  for (casadi_int k = 0; k < inputs; ++k) known.push_back(x(k));
  const auto any = [&] { return known[numbers.below(known.size())]; };
  const std::vector<Operation> all = operations();
  for (size_t k = 0; k < size; ++k) {
    const Operation op =
        k % 3 == 0 ? all[numbers.below(all.size())]
                   : std::array{casadi::OP_ADD, casadi::OP_SUB, casadi::OP_MUL}[k % 2 + k / 3 % 2];
    known.push_back(apply(op, any(), any()));
  }
  std::vector<Expr> results{Expr(0.0), x(0), Expr(3.0)};
  for (int k = 0; k < 40; ++k) results.push_back(any());
  results.push_back(results.back());
  const Expr sparse = blockcat(Expr(1, 1), any(), any(), Expr(1, 1));
  return {.in = {x, z}, .out = {vertcat(results), sparse, Expr(0, 1)}};
}

TEST(NativeCode, gives_the_bits_of_the_virtual_machine_in_random_expressions) {
  long calls = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    Numbers numbers(seed);
    Pair pair(random_expressions(numbers, 10 * seed));
    ASSERT_EQ(pair.native.how(), support::kernels_of_this_processor);
    for (int k = 0; k < 50; ++k, ++calls) {
      Vector x(inputs), none(0);
      for (double& entry : x) entry = k % 2 ? numbers() : 0.1 + 1e-3 * double(numbers.below(1000));
      const double z = numbers();
      Vector native(pair.native.sparsity_out(0).nnz()), interpreted = native;
      Vector nonzeros(2), their_nonzeros(2);
      pair.native({x, z}, {native, nonzeros, none});
      pair.interpreted({x, z}, {interpreted, their_nonzeros, none});
      for (Index i = 0; i < native.size(); ++i)
        ASSERT_TRUE(same_number(native[i], interpreted[i])) << "seed " << seed << ", result " << i;
      for (Index i = 0; i < nonzeros.size(); ++i)
        ASSERT_TRUE(same_number(nonzeros[i], their_nonzeros[i])) << "seed " << seed;
    }
  }
  EXPECT_EQ(calls, 3000);
}

TEST(NativeCode, reads_an_input_where_the_virtual_machine_does_if_a_result_overwrites_it) {
  const Expr x = Expr::sym("x", 3);
  Pair pair({.in = {x}, .out = {vertcat(x(1) + x(2), x(0) * x(1), x(0) - x(2))}});
  Vector native{{1.0, 2.0, 5.0}}, interpreted = native;
  pair.native({native}, {native});
  pair.interpreted({interpreted}, {interpreted});
  EXPECT_EQ(native, interpreted);
}

TEST(NativeCode, serves_many_threads_by_copies) {
  Numbers numbers(5);
  Pair pair(random_expressions(numbers, 400));
  const Vector x = Vector::LinSpaced(inputs, 0.2, 1.7);
  const Index size = pair.native.sparsity_out(0).nnz();
  const auto result = [&](Kernel kernel) {
    Vector y(size), nonzeros(2), none(0);
    for (int k = 0; k < 2000; ++k) kernel({x, 0.3}, {y, nonzeros, none});
    return y;
  };
  const Vector expected = result(pair.interpreted);
  std::vector<Vector> found(4);
  std::vector<std::thread> threads;
  for (Vector& y : found)
    threads.emplace_back([&y, &result, copy = pair.native] { y = result(copy); });
  for (std::thread& thread : threads) thread.join();
  for (const Vector& y : found)
    for (Index i = 0; i < size; ++i) ASSERT_TRUE(same_number(y[i], expected[i]));
}

long mappings() {
  std::ifstream maps("/proc/self/maps");
  return std::count(std::istreambuf_iterator<char>(maps), {}, '\n');
}

/// Linux gives a process 65 530 mappings. Neighbours that are alike count as one.
TEST(NativeCode, of_many_kernels_leaves_mappings_to_others) {
  const Expr x = Expr::sym("x");
  const Expressions f{.in = {x}, .out = {sin(x) + 1.0}};
  const long before = mappings();
  std::vector<Kernel> kernels;
  for (int k = 0; k < 10000; ++k) kernels.push_back(f.kernel(Kernels::native));
  EXPECT_EQ(kernels.back().how(), support::kernels_of_this_processor);
  EXPECT_LT(mappings() - before, 12000);
  kernels.clear();
  EXPECT_LT(mappings() - before, 100);
}

}  // namespace
}  // namespace ricochet
