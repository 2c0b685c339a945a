#pragma once

#include <casadi/core/function.hpp>

#include <vector>

namespace ricochet {

/// One instruction of CasADi's virtual machine, which computes on the slots of a work vector w:
///
///   constant   w[target] = value
///   input      w[target] = in[a][b]
///   output     out[target][b] = w[a]
///   other      w[target] = operation(w[a], w[b])
///
/// A slot holds one value after another. `next_...` is the place of the next instruction that reads
/// the value which the slot has after this instruction.
struct Instruction {
  static constexpr int never = -1;

  casadi::Operation operation = casadi::OP_CONST;
  int target = 0, a = 0, b = 0;
  int operands = 0;  ///< 1: w[a] is read, 2: w[a] and w[b]
  double value = 0.0;
  int next_target = never, next_a = never, next_b = never;
};

/// What an expression compiles to. No two instructions make the same operation of the same values.
struct Instructions {
  std::vector<Instruction> list;
  int slots = 0;  ///< the size of the work vector
};

/// The instructions of a function of scalar expressions; none for other functions of CasADi, and
/// for those that call others. Those that CasADi repeats are made once.
[[nodiscard]] Instructions instructions_of(const casadi::Function& function);

}  // namespace ricochet
