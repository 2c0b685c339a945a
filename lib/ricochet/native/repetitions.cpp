#include "ricochet/native/repetitions.hpp"

#include <bit>
#include <cstdint>
#include <utility>

namespace ricochet {
namespace {

constexpr int window = 8;         // instructions by which beginnings of passes are compared
constexpr int longest = 1 << 12;  // instructions of a pass
constexpr int tries = 4;          // periods that are tried at a place

size_t at(int i) { return static_cast<size_t>(i); }

bool alike(const Instruction& i, const Instruction& j) {
  if (i.operation != j.operation) return false;
  if (i.operation == casadi::OP_INPUT) return i.a == j.a;
  return i.operation != casadi::OP_OUTPUT || i.target == j.target;
}

std::uint64_t kind(const Instruction& i) {
  const int port = i.operation == casadi::OP_INPUT    ? i.a
                   : i.operation == casadi::OP_OUTPUT ? i.target
                                                      : 0;
  return static_cast<std::uint64_t>(i.operation) + 1021 * static_cast<std::uint64_t>(port);
}

/// Per place a hash of the operations of the window that begins there.
std::vector<std::uint64_t> hashes(const std::vector<Instruction>& list) {
  constexpr std::uint64_t base = 0x9e3779b97f4a7c15;
  std::uint64_t shift = 1, hash = 0;
  for (int k = 0; k < window; ++k) shift *= base;
  std::vector<std::uint64_t> all(list.size());
  for (size_t i = list.size(); i-- > 0;) {
    // A polynomial of the kinds of what follows, with the first one in front.
    hash = hash * base + (kind(list[i]) + 1);
    if (i + window < list.size()) hash -= shift * (kind(list[i + window]) + 1);
    all[i] = hash;
  }
  return all;
}

/// For every place the next one at which a window of the same operations begins; or -1.
std::vector<int> next_alike(const std::vector<Instruction>& list) {
  const std::vector<std::uint64_t> hash = hashes(list);
  std::vector<int> next(list.size(), -1), seen(std::bit_ceil(2 * list.size() + 1), -1);
  for (size_t i = list.size(); i-- > 0;) {
    size_t slot = hash[i] >> 20 & (seen.size() - 1);
    while (seen[slot] >= 0 && hash[at(seen[slot])] != hash[i])
      slot = (slot + 1) & (seen.size() - 1);
    next[i] = std::exchange(seen[slot], static_cast<int>(i));
  }
  return next;
}

/// How far an instruction moves on from one pass to the next.
struct Step {
  int a = 0, b = 0;
  bool operator==(const Step&) const = default;
};

Step step(const Instruction& from, const Instruction& to) {
  const bool port = from.operation == casadi::OP_INPUT || from.operation == casadi::OP_OUTPUT;
  return {.a = from.operands > 0 ? to.a - from.a : 0,
          .b = port || from.operands > 1 ? to.b - from.b : 0};
}

/// Whether the first instruction of a pass may be made again so many times: most periods fail here.
bool may_repeat(const std::vector<Instruction>& list, int first, int period, int least) {
  if (static_cast<int>(list.size()) - first < period * least) return false;
  const Step moved = step(list[at(first)], list[at(first + period)]);
  for (int pass = 1; pass < least; ++pass) {
    const Instruction& before = list[at(first + (pass - 1) * period)];
    const Instruction& after = list[at(first + pass * period)];
    if (!alike(before, after) || !(step(before, after) == moved)) return false;
  }
  return true;
}

/// How many passes of a period there are from a place on.
int passes(const std::vector<Instruction>& list, int first, int period, std::vector<Step>& steps) {
  const auto size = static_cast<int>(list.size());
  steps.clear();
  for (int i = first; i + period < size; ++i) {
    const Instruction &before = list[at(i)], &after = list[at(i + period)];
    if (!alike(before, after)) return (i - first) / period + 1;
    const Step moved = step(before, after);
    if (i - first < period) {
      steps.push_back(moved);
    } else if (!(steps[at((i - first) % period)] == moved)) {
      return (i - first) / period + 1;
    }
  }
  return (size - first) / period;
}

}  // namespace

std::vector<Repetition> repetitions_of(const std::vector<Instruction>& list, int least) {
  const std::vector<int> next = next_alike(list);
  std::vector<Repetition> found;
  std::vector<Step> steps;
  int first = 0;
  while (first < static_cast<int>(list.size())) {
    int end = first + 1, there = next[at(first)];
    for (int k = 0; k < tries && there >= 0 && there - first <= longest; ++k) {
      const int period = there - first;
      const int count =
          may_repeat(list, first, period, least) ? passes(list, first, period, steps) : 0;
      if (count >= least) {
        found.push_back({.first = first, .period = period, .passes = count});
        end = found.back().end();
        break;
      }
      there = next[at(there)];
    }
    first = end;
  }
  return found;
}

}  // namespace ricochet
