#pragma once

#include <casadi/core/sx.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace ricochet {

/// One instruction of a machine that computes on the slots of a work vector w:
///
///   constant   w[target] = value
///   input      w[target] = in[a][b]
///   output     out[target][b] = w[a]
///   other      w[target] = operation(w[a], w[b])
///
/// A slot holds one value after another. `next_...` is the place of the next instruction that reads
/// the value which the slot has after this instruction; in a loop, of the next one of the same
/// pass.
struct Instruction {
  static constexpr int never = -1;

  casadi::Operation operation = casadi::OP_CONST;
  int target = 0, a = 0, b = 0;
  int operands = 0;  ///< 1: w[a] is read, 2: w[a] and w[b]
  double value = 0.0;
  int next_target = never, next_a = never, next_b = never;
  int step = 0;  ///< by how much the entry b of an input or output moves on from pass to pass
};

/// Instructions that are made again and again.
struct Loop {
  int first = 0, end = 0;  ///< their places in the list
  int passes = 0;
  std::vector<double> constants{};  ///< of its constants one after the other, a value for each pass
};

/// A slot that is another one in every pass of a loop: w[first + step pass].
struct MovingSlot {
  int first = 0, step = 0;
  bool operator==(const MovingSlot&) const = default;
};

/// What an expression compiles to. No two instructions make the same operation of the same values.
struct Instructions {
  std::vector<Instruction> list;
  int slots = 0;  ///< the size of the work vector

  /// In the order of the list. A pass begins with no value but those in slots.
  std::vector<Loop> loops;
  /// Slots from here on hold one value for good, which loops find by moving slots.
  int lasting = 0;
  std::vector<MovingSlot> moving;  ///< the numbers of these slots begin behind the work vector
};

/// When instructions that repeat become loops.
struct Rolling {
  std::size_t from = 4096;  ///< instructions of a list, about what fits into a processor's cache
  int least = 8;            ///< passes of a loop
};

/// The instructions that compute expressions from symbols, those of a result before the next one:
/// operands before the operation that reads them, and each output at once. Expressions that
/// are repeated are computed once. There are none where an expression calls a function or contains
/// a symbol that is not given, and where what is given is not symbols, each once.
[[nodiscard]] Instructions instructions_of(std::span<const casadi::SX> in,
                                           std::span<const casadi::SX> out, Rolling rolling = {});

}  // namespace ricochet
