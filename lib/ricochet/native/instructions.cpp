#include "ricochet/native/instructions.hpp"

#include <algorithm>
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

int slots_of(const std::vector<Instruction>& list) {
  int slots = 0;
  for (const Instruction& i : list)
    if (i.operation != casadi::OP_OUTPUT) slots = std::max(slots, i.target + 1);
  return slots;
}

/// Walks back from the end, with the next reader of what each slot holds.
void find_next_readers(Instructions& all) {
  std::vector<int> next(static_cast<size_t>(all.slots), Instruction::never);
  const auto of = [&next](int slot) -> int& { return next[static_cast<size_t>(slot)]; };
  for (auto k = static_cast<int>(all.list.size()) - 1; k >= 0; --k) {
    Instruction& i = all.list[static_cast<size_t>(k)];
    if (i.operation != casadi::OP_OUTPUT)
      i.next_target = std::exchange(of(i.target), Instruction::never);
    if (i.operands > 0) i.next_a = of(i.a);
    if (i.operands > 1) i.next_b = of(i.b);
    if (i.operands > 0) of(i.a) = k;
    if (i.operands > 1) of(i.b) = k;
  }
}

}  // namespace

Instructions instructions_of(const casadi::Function& function) {
  Instructions all;
  if (!function.is_a("SXFunction")) return all;
  const casadi_int count = function.n_instructions();
  all.list.reserve(static_cast<size_t>(count));
  for (casadi_int k = 0; k < count; ++k) all.list.push_back(instruction_of(function, k));
  all.slots = slots_of(all.list);
  find_next_readers(all);
  return all;
}

}  // namespace ricochet
