#pragma once

#include "ricochet/native/executable_memory.hpp"

#include <casadi/core/sx.hpp>

#include <memory>
#include <span>

namespace ricochet {

struct In;
struct Out;

/// Machine code that evaluates an expression.
class NativeCode {
 public:
  /// The code begins with `data` bytes of constants; behind them it is entered. It needs memory for
  /// `work` numbers.
  NativeCode(std::span<const std::uint8_t> code, std::size_t data, std::size_t work);

  /// False if the system refused memory for code.
  [[nodiscard]] bool usable() const { return entry_ != nullptr; }
  [[nodiscard]] std::size_t work() const { return work_; }
  void operator()(const In* in, const Out* out, double* work) const { entry_(in, out, work); }

 private:
  using Entry = void (*)(const In*, const Out*, double*);

  ExecutableMemory memory_;
  Entry entry_ = nullptr;
  std::size_t work_;
};

/// Expressions of symbols as machine code; null if they contain an operation that the code does not
/// know, where there is no assembler for the processor, and where the system refuses memory for
/// code. Of what is computed only the structural nonzeros are written.
///
/// The code makes each operation that CasADi's virtual machine makes of the same values, in the
/// same arithmetic, and calls the same functions of the C library. So it gives the same bits. What
/// the virtual machine makes again with the same values, the code makes once. What repeats in a
/// long list becomes loops.
[[nodiscard]] std::shared_ptr<const NativeCode> native_code_of(std::span<const casadi::SX> in,
                                                               std::span<const casadi::SX> out);

}  // namespace ricochet
