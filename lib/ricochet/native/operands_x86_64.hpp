#pragma once

#include "ricochet/native/instructions.hpp"
#include "ricochet/native/registers.hpp"

#include <xbyak/xbyak.h>

#include <array>
#include <variant>
#include <vector>

namespace ricochet {

/// The three pointers that the code is entered with, and in a loop 8 times the number of passes
/// made.
struct Bases {
  Xbyak::Reg64 in, out, work, passed;
};

/// A number in a register or in memory.
class Place {
 public:
  explicit Place(const Xbyak::Xmm& x) : operand_(x) {}
  explicit Place(const Xbyak::Address& m) : operand_(m) {}
  /// What instructions take.
  [[nodiscard]] const Xbyak::Operand& operator*() const {
    return std::visit([](const auto& o) -> const Xbyak::Operand& { return o; }, operand_);
  }

 private:
  std::variant<Xbyak::Xmm, Xbyak::Address> operand_;
};

/// Where the values stand that the code being written computes with, and the code that moves them.
///
/// A value stays in a register until it has been read for the last time. If there are too many, the
/// one that is read last of all goes to its slot of the work vector. Constants stand before the
/// code, behind masks of 16 bytes.
class Operands {
 public:
  using Xmm = Xbyak::Xmm;
  using Address = Xbyak::Address;

  /// Offsets of masks.
  enum Mask { sign_bit = 0, all_but_sign = 16, one = 32, zero = 48 };

  /// Writes masks and constants.
  Operands(const Instructions& program, const Bases& bases, Xbyak::CodeGenerator& to);

  /// Whether a value stands in a register and is read for the last time.
  [[nodiscard]] bool ends_in_register(int slot, int next_use) const {
    return next_use == Instruction::never && registers_.holder(slot) != Registers::none;
  }
  /// A register for a value that is not there yet. The others keep their values.
  [[nodiscard]] Xmm fresh();
  /// The first operand in a register that may be overwritten.
  [[nodiscard]] Xmm first(const Instruction& i);
  /// The second operand where it stands, once `first` holds the first one.
  [[nodiscard]] Place second(const Instruction& i, const Xmm& first);
  /// Where a value stands: in a register or in memory.
  [[nodiscard]] Place place(int slot);
  [[nodiscard]] Address mask(Mask m) const { return data_at(m); }
  [[nodiscard]] Address input(const Instruction& i) {
    return entry(Pointer::to_input, i.a, i.b, i.step);
  }
  [[nodiscard]] Address output(const Instruction& i) {
    return entry(Pointer::to_output, i.target, i.b, i.step);
  }

  /// Copies a value into a register.
  void load(const Xmm& to, int slot);
  /// An operand in a register that keeps it if it is read again.
  [[nodiscard]] Xmm kept(int slot, int next_use);
  /// The next constant of the program is the result.
  void is_constant(const Instruction& i);
  /// The operands have been read, and the register holds the result.
  void finish(const Instruction& i, const Xmm& result);
  /// Moves the operands to where functions expect them, and everything that is read later to
  /// memory.
  void leave_for_call(const Instruction& i);
  /// What follows is made so many times: before a loop those of its passes, behind it 1. Every
  /// value that is read later stands in its slot.
  void repeat(int passes);
  /// A register that finish() is not told of is free again.
  void give_back(const Xmm& x) { registers_.free(x.getIdx()); }

 private:
  /// What an integer register holds: the pointer to an input or output or to constants, or an
  /// offset alone, moved on by so many numbers per pass.
  struct Pointer {
    enum Kind { none, to_input, to_output, to_constants, offset } kind = none;
    int which = 0, step = 0;
    bool operator==(const Pointer&) const = default;
  };

  [[nodiscard]] Address data_at(int offset) const;
  [[nodiscard]] Address home(int slot);
  [[nodiscard]] Xbyak::Reg64 pointer(Pointer wanted);
  [[nodiscard]] Address entry(Pointer::Kind kind, int which, int entry, int step);
  [[nodiscard]] bool lasts(int slot) const { return slot >= program_.lasting; }
  void read(int slot, int next_use);
  void save(int r);
  void forget();
  void write_constants();

  static constexpr int nothing = -1;

  const Instructions& program_;
  Xbyak::CodeGenerator& to_;
  Xbyak::Label data_;
  Bases bases_;
  Registers registers_;
  std::vector<int> constant_;        ///< per slot: offset of the constant that it holds, or nothing
  int next_constant_;                ///< its offset
  std::array<Pointer, 6> pointers_;  ///< what integer registers hold
  size_t next_pointer_ = 0;
  int passes_ = 1;
};

}  // namespace ricochet
