#include "ricochet/native/instructions.hpp"

#include "ricochet/native/loops.hpp"
#include "ricochet/native/slots.hpp"
#include "ricochet/symbols/node_numbers.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <utility>

namespace ricochet {
namespace {

using Element = casadi::SXElem;

bool equal(const Instruction& i, const Instruction& j) {
  return i.operation == j.operation && i.a == j.a && i.b == j.b &&
         std::bit_cast<std::uint64_t>(i.value) == std::bit_cast<std::uint64_t>(j.value);
}

std::uint64_t hash(const Instruction& i) {
  auto h = std::bit_cast<std::uint64_t>(i.value);
  for (const int part : {static_cast<int>(i.operation), i.a, i.b})
    h = (h ^ static_cast<std::uint64_t>(part)) * 0x9e3779b97f4a7c15;  // spreads over the high bits
  return h >> 32;
}

/// A list of instructions that make values, every value in a slot of its own and once.
class Values {
 public:
  std::vector<Instruction> list;
  int count = 0;

  /// The value that an instruction makes.
  int of(Instruction i) {
    if (2 * static_cast<size_t>(count) >= places_.size()) grow();
    const std::uint64_t h = hash(i);
    Place& place = find(h, i);
    if (place.in_list == nothing) {
      i.target = count++;
      place = {.hash = static_cast<std::uint32_t>(h), .in_list = static_cast<int>(list.size())};
      list.push_back(i);
    }
    return list[static_cast<size_t>(place.in_list)].target;
  }

 private:
  static constexpr int nothing = -1;
  static constexpr size_t neighbours = 8;  // places of a cache line
  /// With the hash, so that the list is read where instructions are equal, and hardly elsewhere.
  struct Place {
    std::uint32_t hash = 0;
    int in_list = nothing;
  };

  [[nodiscard]] Place& find(std::uint64_t h, const Instruction& i) {
    return probe(h, i, [&](const Place& place) {
      return place.hash == h && equal(list[static_cast<size_t>(place.in_list)], i);
    });
  }
  /// The place of an instruction, or else the first free one where it may be. It is looked for near
  /// that of the operand made last, which the processor's cache has, and then anywhere.
  template <class Same>
  [[nodiscard]] Place& probe(std::uint64_t h, const Instruction& i, const Same& same) {
    const auto at = [this](size_t k) -> Place& { return places_[k & (places_.size() - 1)]; };
    const auto last = static_cast<size_t>(std::max(i.a, i.b));
    const size_t near = (2 * last + (h & 0x1ff)) / neighbours * neighbours;
    for (size_t k = 0; k < neighbours; ++k)
      if (Place& place = at(near + k); place.in_list == nothing || same(place)) return place;
    for (size_t k = h;; ++k)
      if (Place& place = at(k); place.in_list == nothing || same(place)) return place;
  }
  void grow() {
    places_.assign(4 * places_.size(), {});
    for (size_t k = 0; k < list.size(); ++k) {
      if (list[k].operation == casadi::OP_OUTPUT) continue;
      const std::uint64_t h = hash(list[k]);
      probe(h, list[k], [](const Place&) { return false; }) = {
          .hash = static_cast<std::uint32_t>(h), .in_list = static_cast<int>(k)};
    }
  }

  std::vector<Place> places_ = std::vector<Place>(1024);
};

/// Translates expressions, one after the other. The number of a node is that of its value; of an
/// input that was not read yet its place is noted.
class Translation {
 public:
  /// False if something is no symbol, or one that is an input already.
  bool add_input(const casadi::SX& symbols);
  /// False if an expression cannot be translated.
  bool add_output(const casadi::SX& expressions);

  Values values;

 private:
  int translate(const Element& e, casadi_int operation, std::span<const int> parts);

  NodeNumbers numbers_;
  std::vector<Instruction> inputs_;
  int ports_ = 0, results_ = 0;
};

bool Translation::add_input(const casadi::SX& symbols) {
  int entry = 0;
  for (const Element& symbol : symbols.nonzeros()) {
    if (!symbol.is_symbolic() || NodeNumbers::note(symbol) != NodeNumbers::none) return false;
    numbers_.give_note(symbol, static_cast<int>(inputs_.size()));
    inputs_.push_back({.operation = casadi::OP_INPUT, .a = ports_, .b = entry++});
  }
  ++ports_;
  return true;
}

bool Translation::add_output(const casadi::SX& expressions) {
  const auto value_of = [this](const Element& e, casadi_int operation, std::span<const int> parts) {
    return translate(e, operation, parts);
  };
  int entry = 0;
  for (const Element& e : expressions.nonzeros()) {
    if (!numbers_.visit(e, value_of)) return false;
    values.list.push_back({.operation = casadi::OP_OUTPUT,
                           .target = results_,
                           .a = NodeNumbers::of(e),
                           .b = entry++,
                           .operands = 1});
  }
  ++results_;
  return true;
}

/// The value of a node, or none.
int Translation::translate(const Element& e, casadi_int operation, std::span<const int> parts) {
  if (operation == casadi::OP_PARAMETER) {
    const int place = NodeNumbers::note(e);
    return place == NodeNumbers::none ? place : values.of(inputs_[static_cast<size_t>(place)]);
  }
  if (operation == casadi::OP_CONST)
    return values.of({.operation = casadi::OP_CONST, .value = static_cast<double>(e)});
  if (parts.empty()) return NodeNumbers::none;
  return values.of({.operation = static_cast<casadi::Operation>(operation),
                    .a = parts.front(),
                    .b = parts.size() > 1 ? parts.back() : 0,
                    .operands = static_cast<int>(parts.size())});
}

}  // namespace

Instructions instructions_of(std::span<const casadi::SX> in, std::span<const casadi::SX> out,
                             Rolling rolling) {
  Translation translation;
  const bool whole =
      std::all_of(in.begin(), in.end(), [&](const auto& x) { return translation.add_input(x); }) &&
      std::all_of(out.begin(), out.end(), [&](const auto& y) { return translation.add_output(y); });
  if (!whole) return {};
  Instructions all;
  all.list = std::move(translation.values.list);
  all.slots = all.lasting = translation.values.count;
  if (all.list.size() >= rolling.from) roll(all, rolling.least);
  find_next_readers(all);
  share_slots(all);
  return all;
}

}  // namespace ricochet
