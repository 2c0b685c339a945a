#include "ricochet/derivatives/sequence_label.hpp"

#include <cstdint>

namespace ricochet {
namespace {

constexpr double exact = 4503599627370496.0;  // 2^52: integers below it are exact

/// FNV-1a of a list of numbers.
class Hash {
 public:
  void add(std::int64_t number) {
    for (int byte = 0; byte < 8; ++byte) {
      value_ ^= static_cast<std::uint64_t>(number >> (8 * byte)) & 0xffU;
      value_ *= 1099511628211U;
    }
  }
  void add(const std::vector<Index>& set) {
    add(static_cast<std::int64_t>(set.size()));
    for (const Index i : set) add(i);
  }
  void add(const StepSequence::Contacts& set) {
    add(set.closed);
    add(set.stuck);
    add(static_cast<std::int64_t>(set.rubbing.size()));
    for (const auto& [entry, side] : set.rubbing) {
      add(entry);
      add(side);
    }
  }
  void add(const StepSequence::Impact& impact) {
    add(static_cast<std::int64_t>(impact.rule));
    add(impact.restitution);
    add(impact.pushed);
    for (const StepSequence::Contacts& pass : impact.then) add(pass);
  }
  [[nodiscard]] double below(double most) const {
    return static_cast<double>(value_ % static_cast<std::uint64_t>(most));
  }

 private:
  std::uint64_t value_ = 14695981039346656037U;
};

bool acts(const StepSequence::Contacts& set) { return !set.closed.empty() || !set.stuck.empty(); }

/// Rules that the entry pushed tells: a method has one of the two, and no number of the contact
/// decides on it.
bool is_plain(StepSequence::Impact::Rule rule) {
  using Rule = StepSequence::Impact::Rule;
  return rule == Rule::energy || rule == Rule::mirror;
}

bool single(const StepSequence& sequence) {
  if (sequence.grid) return false;
  for (const StepSequence::Flight& flight : sequence.flights)
    if (flight.halvings > 0 || flight.stops >= 0 || acts(flight.during) || acts(flight.landing))
      return false;
  for (const StepSequence::Impact& impact : sequence.impacts) {
    const auto& [closed, stuck, rubbing] = impact.pushed;
    if (closed.size() != 1 || !stuck.empty() || !rubbing.empty() || !impact.then.empty() ||
        !is_plain(impact.rule))
      return false;
  }
  return true;
}

}  // namespace

double label_of(const StepSequence& sequence, Index m) {
  const auto base = static_cast<double>(m + 1);
  double sum = 0.0, power = 1.0;
  bool counts = single(sequence);
  for (const StepSequence::Impact& impact : sequence.impacts) {
    if (counts) sum += power * static_cast<double>(impact.pushed.closed.front() + 1);
    power *= base;
  }
  if (counts && power < exact) return sum;
  Hash hash;
  hash.add(sequence.resting);
  for (const StepSequence::Flight& flight : sequence.flights) {
    hash.add(flight.hits);
    hash.add(flight.halvings);
    hash.add(flight.stops);
    hash.add(flight.during);
    hash.add(flight.landing);
  }
  for (const StepSequence::Impact& impact : sequence.impacts) hash.add(impact);
  if (sequence.grid) hash.add(*sequence.grid);
  return (sequence.grid ? -1.0 - exact : -1.0) - hash.below(exact);
}

bool reflects_at_grid(double label) { return label < -exact; }

}  // namespace ricochet
