#include "ricochet/native/elementary.hpp"
#include "ricochet/native/native_code.hpp"
#include "ricochet/native/operands_x86_64.hpp"

#include <xbyak/xbyak.h>

#include <algorithm>
#include <utility>

namespace ricochet {
namespace {

using Xbyak::Operand;
using Xbyak::Xmm;

/// Conditions of the instruction cmpsd; of NaN only `unequal` is true.
enum Condition : std::uint8_t { equal = 0, less = 1, less_or_equal = 2, unequal = 4 };

/// Ordinary memory, of which the code is copied when it is whole.
class Draft final : public Xbyak::Allocator {
 public:
  [[nodiscard]] bool useProtect() const override { return false; }
};

bool calls_function(const Instruction& i) {
  return elementary_of_one(i.operation) || elementary_of_two(i.operation);
}

/// How much code there will be about [byte].
size_t usual_size(const Instructions& program) { return 1024 + 12 * program.list.size(); }

/// The same instruction with its operands exchanged.
Instruction exchanged(Instruction i) {
  std::swap(i.a, i.b);
  std::swap(i.next_a, i.next_b);
  return i;
}

/// An instruction of the processor that changes its first operand.
using Change = void (Xbyak::CodeGenerator::*)(const Xmm&, const Operand&);

/// Writes the code of a list of instructions, one after the other.
class Writer {
 public:
  explicit Writer(const Instructions& program) : program_(program) {}

  std::shared_ptr<const NativeCode> write() {
    const size_t data = to_.getSize();
    enter();
    if (!write_all()) return nullptr;
    leave();
    auto made = std::make_shared<const NativeCode>(std::span(to_.getCode(), to_.getSize()), data,
                                                   static_cast<size_t>(program_.slots));
    return made->usable() ? made : nullptr;
  }

 private:
  void enter();
  void leave();
  bool write_all();
  bool write(int from, int to);
  bool write(const Loop& loop);
  bool write(const Instruction& i);
  void write_input(const Instruction& i);
  void write_output(const Instruction& i);
  bool write_call(const Instruction& i);
  [[nodiscard]] Instruction cheaper(const Instruction& i) const;
  void combine(const Instruction& i, Change change);
  void with_itself(const Instruction& i, Change change);
  void with_mask(const Instruction& i, Change change, Operands::Mask mask);
  void invert(const Instruction& i);
  void compare(const Instruction& i, Condition condition);
  void is_zero(const Instruction& i);
  void keep_if(const Instruction& i);
  void copy(const Instruction& i) { operands_.finish(i, operands_.first(i)); }

  const Instructions& program_;
  bool calls_ = std::any_of(program_.list.begin(), program_.list.end(), calls_function);
  Draft draft_;
  Xbyak::CodeGenerator to_{usual_size(program_), Xbyak::AutoGrow, &draft_};
  // Functions preserve other registers than those in which the code is entered.
  const Bases given_{to_.rdi, to_.rsi, to_.rdx, to_.r14}, kept_{to_.rbx, to_.r12, to_.r13, to_.r14};
  bool loops_ = !program_.loops.empty();
  bool keeps_ = calls_ || loops_;
  Operands operands_{program_, keeps_ ? kept_ : given_, to_};
};

/// Three or five registers pushed, the stack is aligned as functions expect it.
void Writer::enter() {
  if (!keeps_) return;
  for (const auto pointer : {&Bases::in, &Bases::out, &Bases::work}) {
    to_.push(kept_.*pointer);
    to_.mov(kept_.*pointer, given_.*pointer);
  }
  if (!loops_) return;
  to_.push(kept_.passed);
  to_.push(to_.r15);
}

void Writer::leave() {
  if (loops_) {
    to_.pop(to_.r15);
    to_.pop(kept_.passed);
  }
  if (keeps_)
    for (const auto pointer : {&Bases::work, &Bases::out, &Bases::in}) to_.pop(kept_.*pointer);
  to_.ret();
}

bool Writer::write_all() {
  int written = 0;
  for (const Loop& loop : program_.loops) {
    if (!write(written, loop.first) || !write(loop)) return false;
    written = loop.end;
  }
  return write(written, static_cast<int>(program_.list.size()));
}

bool Writer::write(int from, int to) {
  for (int k = from; k < to; ++k)
    if (!write(program_.list[static_cast<size_t>(k)])) return false;
  return true;
}

bool Writer::write(const Loop& loop) {
  constexpr auto number = static_cast<int>(sizeof(double));
  operands_.repeat(loop.passes);
  to_.xor_(kept_.passed, kept_.passed);
  Xbyak::Label again;
  to_.L(again);
  if (!write(loop.first, loop.end)) return false;
  operands_.repeat(1);
  to_.add(kept_.passed, number);
  to_.cmp(kept_.passed, static_cast<std::uint32_t>(number * loop.passes));
  to_.jl(again, Xbyak::CodeGenerator::T_NEAR);
  return true;
}

bool Writer::write(const Instruction& i) {
  using Code = Xbyak::CodeGenerator;
  switch (i.operation) {
    case casadi::OP_CONST: operands_.is_constant(i); break;
    case casadi::OP_INPUT: write_input(i); break;
    case casadi::OP_OUTPUT: write_output(i); break;
    case casadi::OP_ASSIGN:
    case casadi::OP_LIFT: copy(i); break;
    case casadi::OP_ADD: combine(cheaper(i), &Code::addsd); break;
    case casadi::OP_SUB: combine(i, &Code::subsd); break;
    case casadi::OP_MUL: combine(cheaper(i), &Code::mulsd); break;
    case casadi::OP_DIV: combine(i, &Code::divsd); break;
    case casadi::OP_NEG: with_mask(i, &Code::xorpd, Operands::sign_bit); break;
    case casadi::OP_FABS: with_mask(i, &Code::andpd, Operands::all_but_sign); break;
    case casadi::OP_SQ: with_itself(i, &Code::mulsd); break;
    case casadi::OP_TWICE: with_itself(i, &Code::addsd); break;
    case casadi::OP_SQRT: with_itself(i, &Code::sqrtsd); break;
    case casadi::OP_INV: invert(i); break;
    case casadi::OP_LT: compare(i, less); break;
    case casadi::OP_LE: compare(i, less_or_equal); break;
    case casadi::OP_EQ: compare(i, equal); break;
    case casadi::OP_NE: compare(i, unequal); break;
    case casadi::OP_NOT: is_zero(i); break;
    case casadi::OP_IF_ELSE_ZERO: keep_if(i); break;
    default: return write_call(i);
  }
  return true;
}

void Writer::write_input(const Instruction& i) {
  const Xmm x = operands_.fresh();
  to_.movsd(x, operands_.input(i));
  operands_.finish(i, x);
}

void Writer::write_output(const Instruction& i) {
  const Xmm x = operands_.kept(i.a, i.next_a);
  to_.movsd(operands_.output(i), x);
}

bool Writer::write_call(const Instruction& i) {
  const OfOne one = elementary_of_one(i.operation);
  const OfTwo two = elementary_of_two(i.operation);
  if (!one && !two) return false;
  operands_.leave_for_call(called_backwards(i.operation) ? exchanged(i) : i);
  to_.mov(to_.rax,
          one ? reinterpret_cast<std::uintptr_t>(one) : reinterpret_cast<std::uintptr_t>(two));
  to_.call(to_.rax);
  operands_.finish(i, to_.xmm0);
  return true;
}

/// A sum or product whose first operand need not be copied, if the second is read no more.
Instruction Writer::cheaper(const Instruction& i) const {
  const bool better =
      !operands_.ends_in_register(i.a, i.next_a) && operands_.ends_in_register(i.b, i.next_b);
  return better ? exchanged(i) : i;
}

void Writer::combine(const Instruction& i, Change change) {
  const Xmm x = operands_.first(i);
  (to_.*change)(x, *operands_.second(i, x));
  operands_.finish(i, x);
}

void Writer::with_itself(const Instruction& i, Change change) {
  const Xmm x = operands_.first(i);
  (to_.*change)(x, x);
  operands_.finish(i, x);
}

void Writer::with_mask(const Instruction& i, Change change, Operands::Mask mask) {
  const Xmm x = operands_.first(i);
  (to_.*change)(x, operands_.mask(mask));
  operands_.finish(i, x);
}

void Writer::invert(const Instruction& i) {
  const Xmm x = operands_.fresh();
  to_.movsd(x, operands_.mask(Operands::one));
  to_.divsd(x, *operands_.place(i.a));
  operands_.finish(i, x);
}

void Writer::compare(const Instruction& i, Condition condition) {
  const Xmm x = operands_.first(i);
  to_.cmpsd(x, *operands_.second(i, x), condition);
  to_.andpd(x, operands_.mask(Operands::one));
  operands_.finish(i, x);
}

void Writer::is_zero(const Instruction& i) {
  const Xmm x = operands_.first(i);
  to_.cmpsd(x, operands_.mask(Operands::zero), equal);
  to_.andpd(x, operands_.mask(Operands::one));
  operands_.finish(i, x);
}

/// The second operand if the first one is not zero, else zero.
void Writer::keep_if(const Instruction& i) {
  const Xmm y = operands_.fresh();
  operands_.load(y, i.b);
  const Xmm x = operands_.first(i);
  to_.cmpsd(x, operands_.mask(Operands::zero), unequal);
  to_.andpd(x, y);
  operands_.give_back(y);
  operands_.finish(i, x);
}

}  // namespace

std::shared_ptr<const NativeCode> native_code_of(std::span<const casadi::SX> in,
                                                 std::span<const casadi::SX> out) {
  const Instructions instructions = instructions_of(in, out);
  if (instructions.list.empty()) return nullptr;
  try {
    return Writer(instructions).write();
  } catch (const Xbyak::Error&) {
    return nullptr;
  }
}

}  // namespace ricochet
