#pragma once

#include <cstdint>
#include <numeric>

namespace ricochet {

/// An exact fraction. Fractions of series up to degree 9 fit into 64 bits, since factors are
/// cancelled before they are multiplied.
class Rational {
 public:
  Rational(std::int64_t numerator = 0, std::int64_t denominator = 1)  // NOLINT(*-explicit-*)
      : over_(numerator), under_(denominator) {
    const std::int64_t common = std::gcd(over_, under_) * (under_ < 0 ? -1 : 1);
    over_ /= common;
    under_ /= common;
  }

  [[nodiscard]] bool zero() const { return over_ == 0; }
  [[nodiscard]] double value() const {
    return static_cast<double>(over_) / static_cast<double>(under_);
  }

  friend Rational operator+(const Rational& a, const Rational& b) {
    const std::int64_t common = std::gcd(a.under_, b.under_);
    return {a.over_ * (b.under_ / common) + b.over_ * (a.under_ / common),
            a.under_ * (b.under_ / common)};
  }
  friend Rational operator*(const Rational& a, const Rational& b) {
    const Rational left(a.over_, b.under_), right(b.over_, a.under_);
    return {left.over_ * right.over_, left.under_ * right.under_};
  }
  friend bool operator==(const Rational& a, const Rational& b) {
    return a.over_ == b.over_ && a.under_ == b.under_;
  }

 private:
  std::int64_t over_, under_;  // without common factors, under_ > 0
};

}  // namespace ricochet
