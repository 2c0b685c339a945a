#include "ricochet/shadow/bracket_series.hpp"

#include <map>
#include <utility>

namespace ricochet {
namespace {

/// A polynomial in the letters V = 0 and T = 1, which do not commute: per degree one factor per
/// word, whose letters are the bits of its index, the first letter on top.
class Words {
 public:
  explicit Words(int degree) {
    for (int n = 0; n <= degree; ++n) factors_.emplace_back(size_t{1} << static_cast<unsigned>(n));
  }
  [[nodiscard]] int degree() const { return static_cast<int>(factors_.size()) - 1; }
  [[nodiscard]] std::vector<Rational>& of(int n) { return factors_[static_cast<size_t>(n)]; }
  [[nodiscard]] const std::vector<Rational>& of(int n) const {
    return factors_[static_cast<size_t>(n)];
  }

 private:
  std::vector<std::vector<Rational>> factors_;
};

/// a b, cut at the degree of both.
Words product(const Words& a, const Words& b) {
  Words result(a.degree());
  for (int i = 0; i <= a.degree(); ++i)
    for (int j = 0; i + j <= a.degree(); ++j)
      for (size_t u = 0; u < a.of(i).size(); ++u) {
        if (a.of(i)[u].zero()) continue;
        for (size_t v = 0; v < b.of(j).size(); ++v) {
          Rational& sum = result.of(i + j)[(u << static_cast<unsigned>(j)) | v];
          sum = sum + a.of(i)[u] * b.of(j)[v];
        }
      }
  return result;
}

/// exp(share * letter).
Words exponential(int degree, size_t letter, const Rational& share) {
  Words result(degree);
  Rational factor = 1;
  for (int n = 0; n <= degree; ++n) {
    const size_t word = letter * (result.of(n).size() - 1);
    result.of(n)[word] = factor;
    factor = factor * share * Rational(1, n + 1);
  }
  return result;
}

/// log(1 + x) for x without a constant.
Words logarithm(const Words& x) {
  Words sum(x.degree()), power = x;
  for (int k = 1; k <= x.degree(); ++k) {
    const Rational factor(k % 2 == 1 ? 1 : -1, k);
    for (int n = 1; n <= x.degree(); ++n)
      for (size_t w = 0; w < sum.of(n).size(); ++w)
        sum.of(n)[w] = sum.of(n)[w] + factor * power.of(n)[w];
    power = product(power, x);
  }
  return sum;
}

/// The chain of a word's letters; empty where its degree in p falls below 0, as W has degree 1.
std::string chain_of(size_t word, int length) {
  std::string chain(static_cast<size_t>(length), 'V');
  int degree = 1;
  for (int i = 0; i < length; ++i) {
    const bool drift = ((word >> static_cast<unsigned>(i)) & 1u) != 0;
    degree += drift ? 1 : -1;
    if (degree < 0) return {};
    if (drift) chain[static_cast<size_t>(length - 1 - i)] = 'T';
  }
  const auto last = chain.rbegin(), before = last + (length > 1 ? 1 : 0);
  if (*last == 'T' && *before == 'V') std::swap(*last, *before);
  return chain;
}

}  // namespace

std::vector<BracketTerm> kick_drift_kick_terms(int order) {
  const int degree = order + 1;
  const Words half = exponential(degree, 0, {1, 2});
  Words step = product(product(half, exponential(degree, 1, 1)), half);
  step.of(0)[0] = 0;
  const std::vector<Rational> factors = logarithm(step).of(degree);
  std::map<std::string, Rational> sums;
  for (size_t word = 0; word < factors.size() / 4; ++word) {
    const std::string chain = chain_of(word, degree - 2);
    // A word w of degree n stands for its right-normed bracket over n; the last two letters give
    // [T, V] = W and [V, T] = -W.
    const Rational factor =
        Rational(1, degree) * (factors[4 * word + 2] + Rational(-1) * factors[4 * word + 1]);
    if (!chain.empty()) sums[chain] = sums[chain] + factor;
  }
  std::vector<BracketTerm> terms;
  for (const auto& [chain, factor] : sums)
    if (!factor.zero()) terms.push_back({chain, factor});
  return terms;
}

}  // namespace ricochet
