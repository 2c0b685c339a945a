#pragma once

#include <gtest/gtest.h>

#include <atomic>

namespace ricochet::support {

/// Memory taken from the heap so far: by operator new, and by malloc, which is where Eigen takes
/// it. Only in an executable that links allocations.cpp.
extern std::atomic<long> allocations;

/// Sanitizers bring allocators of their own, which cannot be counted.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool foreign_allocator = true;
#else
inline constexpr bool foreign_allocator = false;
#endif

class Allocations : public testing::Test {
 protected:
  void SetUp() override {
    if (foreign_allocator) GTEST_SKIP() << "the sanitizer's allocator cannot be counted";
  }
};

}  // namespace ricochet::support
