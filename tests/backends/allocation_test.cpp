#include "ricochet/backends/newton.hpp"
#include "support/manufactured.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<long> allocations{0};

[[maybe_unused]] void* counted(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size > 0 ? size : 1)) return memory;
  throw std::bad_alloc();
}

}  // namespace

// Sanitizers bring allocators of their own.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define RICOCHET_FOREIGN_ALLOCATOR 1
#else
#define RICOCHET_FOREIGN_ALLOCATOR 0
void* operator new(std::size_t size) { return counted(size); }
void* operator new[](std::size_t size) { return counted(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete[](void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void* memory, std::size_t) noexcept { std::free(memory); }

// Eigen takes its memory from malloc; a hook of the C library counts that too.
extern "C" void* __libc_malloc(std::size_t size);  // NOLINT(bugprone-reserved-identifier)
extern "C" void* malloc(std::size_t size) {
  ++allocations;
  return __libc_malloc(size);
}
#endif

namespace ricochet::manufactured {
namespace {

constexpr int solves = 100;

class Counting : public testing::Test {
 protected:
  void SetUp() override {
    if (RICOCHET_FOREIGN_ALLOCATOR) GTEST_SKIP() << "the sanitizer's allocator cannot be counted";
  }
};

class Allocation : public Counting, public testing::WithParamInterface<Shape> {};
using Allocations = Counting;

TEST_P(Allocation, is_over_once_newton_is_warm) {
  Family family(GetParam());
  const auto solver = newton().prepare(family.problem());
  Solution solution;
  const Vector no_hint;
  int steps = 0;
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Instance instance = family.instance(seed);
    StepReport report = solver->solve(instance.parameters, instance.guess, no_hint, solution);
    if (report.statistics.fallbacks > 0) continue;  // no good step: it may cost what it wants
    ++steps;
    const long before = allocations;
    for (int i = 0; i < solves; ++i)
      report = solver->solve(instance.parameters, instance.guess, no_hint, solution);
    EXPECT_EQ(allocations - before, 0) << "in " << solves << " solves of seed " << seed;
    EXPECT_TRUE(report.ok());
  }
  EXPECT_GT(steps, 0);
}

INSTANTIATE_TEST_SUITE_P(SmoothShapes, Allocation,
                         testing::Values(shapes()[0], shapes()[2], shapes()[3], shapes()[4],
                                         shapes()[8], shapes()[11]),
                         [](const auto& tested) { return tested.param.name; });

TEST_F(Allocations, are_noticed) {
  const long before = allocations;
  const Vector some = Vector::Ones(100);
  EXPECT_GT(allocations - before, 0) << some.sum();
}

}  // namespace
}  // namespace ricochet::manufactured
