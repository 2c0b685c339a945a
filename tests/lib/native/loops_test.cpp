#include "ricochet/native/loops.hpp"

#include "ricochet/symbols/casadi_eigen.hpp"
#include "support/expressions.hpp"
#include "support/processor.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <random>

/// Law: loops give the bits of the list that they were made of.

namespace ricochet {
namespace {

using Numbers = std::vector<double>;
using support::Expressions;

size_t at(int i) { return static_cast<size_t>(i); }

/// Makes the instructions of a list, loops included, one after the other.
class Machine {
 public:
  Machine(const Instructions& program, const std::vector<Numbers>& in, std::vector<Numbers>& out)
      : program_(program), in_(in), out_(out), w_(at(program.slots)) {}

  void run() {
    int made = 0;
    for (const Loop& loop : program_.loops) {
      make(made, loop.first);
      repeat(loop);
      made = loop.end;
    }
    make(made, static_cast<int>(program_.list.size()));
  }

 private:
  void make(int from, int to) {
    for (int k = from; k < to; ++k) make(program_.list[at(k)], program_.list[at(k)].value);
  }

  void repeat(const Loop& loop) {
    for (pass_ = 0; pass_ < loop.passes; ++pass_) {
      int constant = 0;
      for (int k = loop.first; k < loop.end; ++k) {
        const Instruction& i = program_.list[at(k)];
        const bool of_table = i.operation == casadi::OP_CONST;
        make(i, of_table ? loop.constants[at(loop.passes * constant + pass_)] : 0.0);
        constant += of_table ? 1 : 0;
      }
    }
    pass_ = 0;
  }

  double& slot(int number) {
    if (number < program_.slots) return w_[at(number)];
    const MovingSlot& moving = program_.moving[at(number - program_.slots)];
    return w_.at(at(moving.first + moving.step * pass_));
  }

  void make(const Instruction& i, double value) {
    const auto entry = at(i.b + i.step * pass_);
    if (i.operation == casadi::OP_CONST) {
      slot(i.target) = value;
    } else if (i.operation == casadi::OP_INPUT) {
      slot(i.target) = in_[at(i.a)].at(entry);
    } else if (i.operation == casadi::OP_OUTPUT) {
      out_[at(i.target)].at(entry) = slot(i.a);
    } else {
      const double x = slot(i.a), y = i.operands > 1 ? slot(i.b) : 0.0;
      casadi::casadi_math<double>::fun(static_cast<unsigned char>(i.operation), x, y,
                                       slot(i.target));
    }
  }

  const Instructions& program_;
  const std::vector<Numbers>& in_;
  std::vector<Numbers>& out_;
  Numbers w_;
  int pass_ = 0;
};

Instructions list_of(const Expressions& f, Rolling rolling = {}) {
  return instructions_of(f.in, f.out, rolling);
}

std::vector<Numbers> room(const Expressions& f) {
  std::vector<Numbers> out;
  for (const Expr& y : f.out) out.emplace_back(static_cast<size_t>(y.nnz()));
  return out;
}

std::vector<Numbers> by_casadi(const Expressions& expressions, const std::vector<Numbers>& in) {
  const casadi::Function f = expressions.function();
  std::vector<const double*> arguments(f.sz_arg());
  std::vector<double*> results(f.sz_res());
  std::vector<casadi_int> integers(f.sz_iw());
  std::vector<double> work(f.sz_w());
  std::vector<Numbers> out = room(expressions);
  for (size_t k = 0; k < in.size(); ++k) arguments[k] = in[k].data();
  for (size_t k = 0; k < out.size(); ++k) results[k] = out[k].data();
  f(arguments.data(), results.data(), integers.data(), work.data(), 0);
  return out;
}

std::vector<Numbers> by_list(const Instructions& program, const Expressions& f,
                             const std::vector<Numbers>& in) {
  std::vector<Numbers> out = room(f);
  Machine(program, in, out).run();
  return out;
}

std::vector<Numbers> by_code(const Expressions& f, const std::vector<Numbers>& in) {
  std::vector<Numbers> out = room(f);
  Kernel kernel = f.kernel(Kernels::native);
  EXPECT_EQ(kernel.how(), support::kernels_of_this_processor);
  kernel({in[0], in[1]}, {out[0], out[1]});
  return out;
}

bool same_bits(const std::vector<Numbers>& a, const std::vector<Numbers>& b) {
  for (size_t k = 0; k < a.size(); ++k)
    for (size_t i = 0; i < a[k].size(); ++i)
      if (std::bit_cast<std::uint64_t>(a[k][i]) != std::bit_cast<std::uint64_t>(b[k][i]))
        return false;
  return true;
}

std::vector<Numbers> random_inputs(const Expressions& f, std::mt19937_64& random) {
  std::vector<Numbers> in;
  for (const Expr& x : f.in) {
    in.emplace_back(static_cast<size_t>(x.nnz()));
    for (double& number : in.back()) number = std::uniform_real_distribution(0.2, 1.8)(random);
  }
  return in;
}

/// Sums over neighbours, then what reads them: a chain as those of mechanical systems.
Expressions chain(casadi_int n) {
  const Expr q = Expr::sym("q", n), k = Expr::sym("k");
  Expr V = 0.0;
  for (casadi_int i = 0; i + 1 < n; ++i) V += k * sq(q(i + 1) - q(i) - 0.1) + sin(q(i));
  return {.in = {q, k}, .out = {gradient(V, q), hessian(V, q)}};
}

/// A pass of a random chain reads inputs, constants of its own, and what other passes and an
/// earlier chain made.
class RandomChain {
 public:
  /// Of a few dozen passes more than `least`.
  RandomChain(std::uint64_t seed, size_t least) : random_(seed), least_(least) {}

  Expressions make() {
    const auto passes = static_cast<casadi_int>(least_ + below(40));
    const auto width = static_cast<casadi_int>(1 + below(9));
    const Expr x = Expr::sym("x", width * (passes + 2)), z = Expr::sym("z", 2);
    std::vector<Expr> first{z(0)}, second{x(0), z(1)}, results;
    const auto recipe = random_();
    for (casadi_int k = 0; k < passes; ++k) {
      random_.seed(recipe);
      const Expr here = x(width * k + static_cast<casadi_int>(below(9)) % width);
      first.push_back(mixed(first.back(), here, z(1)));
      if (below(2)) first.push_back(mixed(here, x(width * (k + 1)), 0.37 * double(k)));
      if (below(2)) results.push_back(first.back());
    }
    const auto stride = 1 + below(2), later = random_();
    for (size_t k = 0; stride * k + 1 < first.size(); ++k) {
      random_.seed(later);
      const Expr known = first[stride * k];
      second.push_back(mixed(known, second[second.size() - 1 - below(2)], first[stride * k + 1]));
      if (below(2)) results.push_back(mixed(second.back(), first[1], 1.5 + double(k)));
    }
    results.push_back(second.back());
    return {.in = {x, z}, .out = {vertcat(results), vertcat(second)}};
  }

 private:
  size_t below(size_t n) { return random_() % n; }

  Expr mixed(const Expr& a, const Expr& b, const Expr& c) {
    Expr result = a;
    for (size_t k = 0; k < 1 + below(6); ++k) {
      const Expr other = below(2) ? b : c;
      switch (below(6)) {
        case 0: result = result + other; break;
        case 1: result = other - result; break;
        case 2: result = 0.3 * result * other; break;
        case 3: result = fabs(result) + 0.2 * a; break;
        case 4: result = sin(result) + other; break;
        default: result = if_else(result < other, result, b * c); break;
      }
    }
    return result;
  }

  std::mt19937_64 random_;
  size_t least_;
};

TEST(Loops, are_made_of_what_neighbours_do) {
  const Expressions f = chain(400);
  const Instructions straight = list_of(f, {.from = 1U << 30, .least = 8});
  const Instructions rolled = list_of(f, {.from = 0, .least = 8});
  EXPECT_TRUE(straight.loops.empty());
  EXPECT_FALSE(rolled.loops.empty());
  EXPECT_LT(10 * rolled.list.size(), straight.list.size());
}

TEST(Loops, are_for_long_lists) {
  EXPECT_TRUE(list_of(chain(20)).loops.empty());
  EXPECT_FALSE(list_of(chain(1000)).loops.empty());
}

/// How many functions become loops, and how many of all have the bits of CasADi.
struct Tally {
  int functions = 0, with_loops = 0, same = 0;
};

void take(const Instructions& program, bool same, Tally& tally) {
  ++tally.functions;
  tally.with_loops += program.loops.empty() ? 0 : 1;
  tally.same += same ? 1 : 0;
}

void compare_list(const Expressions& f, int least, std::mt19937_64& random, Tally& tally) {
  const Instructions program = list_of(f, {.from = 0, .least = least});
  const auto in = random_inputs(f, random);
  take(program, same_bits(by_list(program, f, in), by_casadi(f, in)), tally);
}

void compare_code(const Expressions& f, std::mt19937_64& random, Tally& tally) {
  const auto in = random_inputs(f, random);
  take(list_of(f), same_bits(by_code(f, in), by_casadi(f, in)), tally);
}

void expect_bits(const Tally& tally) {
  EXPECT_EQ(tally.same, tally.functions);
  EXPECT_GT(2 * tally.with_loops, tally.functions);
}

TEST(Loops, give_the_bits_of_the_virtual_machine_in_chains) {
  std::mt19937_64 random(1);
  Tally tally;
  for (casadi_int n = 3; n < 90; n += 4)
    for (const int least : {2, 3, 8}) compare_list(chain(n), least, random, tally);
  expect_bits(tally);
}

TEST(Loops, give_the_bits_of_the_virtual_machine_in_random_chains) {
  std::mt19937_64 random(2);
  Tally tally;
  for (std::uint64_t seed = 1; seed <= 400; ++seed)
    compare_list(RandomChain(seed, 12).make(), 2 + static_cast<int>(seed % 7), random, tally);
  expect_bits(tally);
}

TEST(Loops, that_read_another_value_have_other_bits) {
  std::mt19937_64 random(4);
  const Expressions f = chain(60);
  const auto in = random_inputs(f, random);
  Instructions program = list_of(f, {.from = 0, .least = 8});
  EXPECT_TRUE(same_bits(by_list(program, f, in), by_casadi(f, in)));
  --program.moving.back().first;
  EXPECT_FALSE(same_bits(by_list(program, f, in), by_casadi(f, in)));
}

TEST(Loops, become_machine_code_with_the_same_bits) {
  std::mt19937_64 random(3);
  Tally tally;
  for (const casadi_int n : {300, 511, 1024, 1500}) compare_code(chain(n), random, tally);
  for (std::uint64_t seed = 1; seed <= 80; ++seed)
    compare_code(RandomChain(seed, 400 + 10 * seed).make(), random, tally);
  expect_bits(tally);
}

}  // namespace
}  // namespace ricochet
