#pragma once

#include "ricochet/symbols/casadi_eigen.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

namespace ricochet::support {

/// The call must throw std::invalid_argument whose message contains every fragment. Failures name
/// the caller's line; clang 14 has these built-in functions, but no std::source_location.
void expect_message(const std::function<void()>& call, const std::vector<std::string>& fragments,
                    const char* file = __builtin_FILE(), int line = __builtin_LINE());

/// Passes if both have the same shape and |a - b| <= tolerance (1 + |b|) in every entry; NaN fails.
testing::AssertionResult near(const Matrix& a, const Matrix& b, double tolerance);

/// Passes if both have the same numbers, bit for bit.
testing::AssertionResult same_bits(const Vector& a, const Vector& b);

/// A registry name as part of a test name: letters, digits and '_' only.
std::string test_name(std::string name);

}  // namespace ricochet::support
