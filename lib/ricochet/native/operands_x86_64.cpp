#include "ricochet/native/operands_x86_64.hpp"

#include "ricochet/symbols/casadi_eigen.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <type_traits>

namespace ricochet {
namespace {

/// Where the n-th of things of a size begins [byte].
constexpr size_t at(int n, size_t size = sizeof(double)) { return static_cast<size_t>(n) * size; }

// The code finds the pointers where they stand in In and Out.
static_assert(std::is_standard_layout_v<In> && offsetof(In, data) == 0);
static_assert(std::is_standard_layout_v<Out> && offsetof(Out, data) == 0);

constexpr std::array<std::uint64_t, 8> masks{
    0x8000000000000000, 0, 0x7fffffffffffffff, 0, std::bit_cast<std::uint64_t>(1.0), 0, 0, 0};

/// Registers that a function need not preserve, but for the three with which it is entered.
Xbyak::Reg64 pointer_register(size_t r) {
  constexpr std::array<int, 6> all{Xbyak::Operand::RAX, Xbyak::Operand::RCX, Xbyak::Operand::R8,
                                   Xbyak::Operand::R9,  Xbyak::Operand::R10, Xbyak::Operand::R11};
  return Xbyak::Reg64(all[r]);
}

/// How many numbers instructions use, those of moving slots included.
int numbers(const Instructions& program) {
  return program.slots + static_cast<int>(program.moving.size());
}

/// Whether an address can hold the number of passes times this many numbers.
bool scales(int step) { return step == 1 || step == 2 || step == 4 || step == 8; }

}  // namespace

Operands::Operands(const Instructions& program, const Bases& bases, Xbyak::CodeGenerator& to)
    : program_(program),
      to_(to),
      bases_(bases),
      registers_(numbers(program)),
      constant_(static_cast<size_t>(numbers(program)), nothing),
      next_constant_(sizeof masks) {
  to_.L(data_);
  for (const std::uint64_t half : masks) to_.dq(half);
  write_constants();
}

/// In the order of the list.
void Operands::write_constants() {
  auto loop = program_.loops.begin();
  const auto write = [this](double value) { to_.dq(std::bit_cast<std::uint64_t>(value)); };
  for (int k = 0; k < static_cast<int>(program_.list.size()); ++k) {
    if (loop != program_.loops.end() && k == loop->first) {
      std::for_each(loop->constants.begin(), loop->constants.end(), write);
      k = (loop++)->end - 1;
    } else if (const Instruction& i = program_.list[static_cast<size_t>(k)];
               i.operation == casadi::OP_CONST) {
      write(i.value);
    }
  }
}

Operands::Xmm Operands::fresh() {
  const int r = registers_.candidate();
  save(r);
  registers_.lend(r);
  return Xmm(r);
}

Operands::Xmm Operands::first(const Instruction& i) {
  if (ends_in_register(i.a, i.next_a)) {
    const int r = registers_.holder(i.a);
    registers_.lend(r);
    return Xmm(r);
  }
  const Xmm copy = fresh();
  load(copy, i.a);
  return copy;
}

Place Operands::second(const Instruction& i, const Xmm& first) {
  return i.a == i.b ? Place(first) : place(i.b);
}

Place Operands::place(int slot) {
  const int r = registers_.holder(slot);
  return r == Registers::none ? Place(home(slot)) : Place(Xmm(r));
}

Operands::Address Operands::data_at(int offset) const { return to_.ptr[to_.rip + data_ + offset]; }

Operands::Address Operands::home(int slot) {
  if (const int constant = constant_[static_cast<size_t>(slot)]; constant != nothing)
    return data_at(constant);
  if (slot < program_.slots) return to_.ptr[bases_.work + at(slot)];
  const auto [first, step] = program_.moving[static_cast<size_t>(slot - program_.slots)];
  if (scales(step)) return to_.ptr[bases_.work + bases_.passed * step + at(first)];
  return to_.ptr[bases_.work + pointer({Pointer::offset, 0, step}) + at(first)];
}

Xbyak::Reg64 Operands::pointer(Pointer wanted) {
  for (size_t r = 0; r < pointers_.size(); ++r)
    if (pointers_[r] == wanted) return pointer_register(r);
  next_pointer_ = (next_pointer_ + 1) % pointers_.size();
  pointers_[next_pointer_] = wanted;
  const Xbyak::Reg64 to = pointer_register(next_pointer_);
  const Address source = wanted.kind == Pointer::to_output
                             ? to_.ptr[bases_.out + at(wanted.which, sizeof(Out))]
                             : to_.ptr[bases_.in + at(wanted.which, sizeof(In))];
  if (wanted.kind == Pointer::to_constants) {
    to_.lea(to, to_.ptr[to_.rip + data_]);
  } else if (wanted.step == 0) {
    to_.mov(to, source);
  } else {
    to_.imul(to, bases_.passed, wanted.step);
    if (wanted.kind != Pointer::offset) to_.add(to, source);
  }
  return to;
}

/// Where an entry of an input or output stands.
Operands::Address Operands::entry(Pointer::Kind kind, int which, int entry, int step) {
  if (scales(step)) return to_.ptr[pointer({kind, which, 0}) + bases_.passed * step + at(entry)];
  return to_.ptr[pointer({kind, which, step}) + at(entry)];
}

void Operands::load(const Xmm& to, int slot) {
  if (const int r = registers_.holder(slot); r == Registers::none) {
    to_.movsd(to, home(slot));
  } else if (r != to.getIdx()) {
    to_.movapd(to, Xmm(r));
  }
}

Operands::Xmm Operands::kept(int slot, int next_use) {
  int r = registers_.holder(slot);
  if (r == Registers::none) {
    const Xmm copy = fresh();
    load(copy, slot);
    r = copy.getIdx();
    registers_.bind(r, slot, next_use, false);
  }
  read(slot, next_use);
  return Xmm(r);
}

void Operands::is_constant(const Instruction& i) {
  const int offset = next_constant_;
  next_constant_ += passes_ * static_cast<int>(sizeof(double));
  if (passes_ == 1 && !lasts(i.target)) {
    constant_[static_cast<size_t>(i.target)] = offset;
    return;
  }
  const Xmm x = fresh();
  to_.movsd(x, passes_ == 1 ? data_at(offset)
                            : to_.ptr[pointer({Pointer::to_constants}) + bases_.passed +
                                      static_cast<size_t>(offset)]);
  finish(i, x);
}

void Operands::save(int r) {
  Registers::Register& x = registers_[r];
  if (x.unsaved) to_.movsd(home(x.slot), Xmm(r));
  x.unsaved = false;
}

void Operands::read(int slot, int next_use) {
  const int r = registers_.holder(slot);
  if (r == Registers::none) return;
  if (next_use == Instruction::never) return registers_.free(r);
  registers_[r].next_use = next_use;
}

void Operands::finish(const Instruction& i, const Xmm& result) {
  if (i.operands > 0) read(i.a, i.next_a);
  if (i.operands > 1) read(i.b, i.next_b);
  constant_[static_cast<size_t>(i.target)] = nothing;
  if (lasts(i.target)) to_.movsd(home(i.target), result);
  if (i.next_target == Instruction::never) return give_back(result);
  registers_.bind(result.getIdx(), i.target, i.next_target, !lasts(i.target));
}

void Operands::leave_for_call(const Instruction& i) {
  for (int r = 0; r < Registers::count; ++r) {
    const int slot = registers_[r].slot;
    const bool read_later = (slot != i.a || i.next_a != Instruction::never) &&
                            (i.operands < 2 || slot != i.b || i.next_b != Instruction::never);
    if (read_later) save(r);
  }
  // The second operand first, unless that overwrites the first one.
  const bool crossed = registers_.holder(i.a) == 1;
  const Xmm second = crossed ? to_.xmm2 : to_.xmm1;
  if (i.operands > 1) load(second, i.b);
  load(to_.xmm0, i.a);
  if (i.operands > 1 && crossed) to_.movapd(to_.xmm1, second);
  forget();
}

void Operands::repeat(int passes) {
  for (int r = 0; r < Registers::count; ++r) save(r);
  forget();
  passes_ = passes;
}

void Operands::forget() {
  registers_.free_all();
  pointers_.fill({});
}

}  // namespace ricochet
