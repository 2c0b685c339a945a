#include "ricochet/native/instructions.hpp"

#include "ricochet/native/loops.hpp"
#include "ricochet/native/slots.hpp"

#include <bit>
#include <cstdint>
#include <utility>

namespace ricochet {
namespace {

Instruction instruction_of(const casadi::Function& f, casadi_int k) {
  Instruction i{.operation = static_cast<casadi::Operation>(f.instruction_id(k))};
  const std::vector<casadi_int> read = f.instruction_input(k), written = f.instruction_output(k);
  if (!written.empty()) i.target = static_cast<int>(written.front());
  if (!read.empty()) i.a = static_cast<int>(read.front());
  if (i.operation == casadi::OP_CONST) {
    i.value = f.instruction_constant(k);
  } else if (i.operation == casadi::OP_INPUT) {
    i.b = static_cast<int>(read.back());
  } else if (i.operation == casadi::OP_OUTPUT) {
    i.b = static_cast<int>(written.back());
    i.operands = 1;
  } else {
    i.operands = static_cast<int>(read.size());
    if (i.operands == 2) i.b = static_cast<int>(read.back());
  }
  return i;
}

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

/// Finds instructions that are in a list already.
class Known {
 public:
  Known(const std::vector<Instruction>& list, size_t most)
      : list_(list), places_(std::bit_ceil(2 * most + 1), nothing) {}

  /// The place of an equal instruction, or else the end of the list, where this one is to stand.
  int place(const Instruction& i) {
    size_t at = hash(i) % places_.size();
    while (places_[at] != nothing && !equal(list_[static_cast<size_t>(places_[at])], i))
      at = (at + 1) % places_.size();
    if (places_[at] == nothing) places_[at] = static_cast<int>(list_.size());
    return places_[at];
  }

 private:
  static constexpr int nothing = -1;

  const std::vector<Instruction>& list_;
  std::vector<int> places_;
};

/// Gives every value a slot of its own, and drops instructions whose value is known.
void make_once(Instructions& all) {
  std::vector<Instruction> once;
  once.reserve(all.list.size());
  Known known(once, all.list.size());
  std::vector<int> value;  // what each slot holds now
  const auto of = [&value](int slot) -> int& {
    if (static_cast<size_t>(slot) >= value.size()) value.resize(static_cast<size_t>(slot) + 1);
    return value[static_cast<size_t>(slot)];
  };
  int values = 0;
  for (Instruction i : all.list) {
    if (i.operands > 0) i.a = of(i.a);
    if (i.operands > 1) i.b = of(i.b);
    if (i.operation != casadi::OP_OUTPUT) {
      const auto place = static_cast<size_t>(known.place(i));
      of(i.target) = place < once.size() ? once[place].target : values;
      if (place < once.size()) continue;
      i.target = values++;
    }
    once.push_back(i);
  }
  all.list = std::move(once);
  all.slots = all.lasting = values;
}

}  // namespace

Instructions instructions_of(const casadi::Function& function, Rolling rolling) {
  Instructions all;
  if (!function.is_a("SXFunction")) return all;
  const casadi_int count = function.n_instructions();
  all.list.reserve(static_cast<size_t>(count));
  for (casadi_int k = 0; k < count; ++k) {
    if (function.instruction_id(k) == casadi::OP_CALL)
      return {};  // many results, not all of them used
    all.list.push_back(instruction_of(function, k));
  }
  make_once(all);
  if (all.list.size() >= rolling.from) roll(all, rolling.least);
  find_next_readers(all);
  share_slots(all);
  return all;
}

}  // namespace ricochet
