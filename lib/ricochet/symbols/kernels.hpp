#pragma once

#include <string_view>

namespace ricochet {

/// How kernels compute. Both ways make the same operations in the same order, so they give the same
/// bits.
enum class Kernels {
  native,       ///< by machine code in memory, where there is an assembler for the processor
  interpreted,  ///< by CasADi's virtual machine
};

/// "native" or "interpreted"; any other name throws std::invalid_argument.
[[nodiscard]] Kernels kernels_named(std::string_view name);

/// What the environment variable RICOCHET_KERNELS says when the first kernel is made; native if it
/// is not set. A wrong value throws std::invalid_argument.
[[nodiscard]] Kernels kernels_of_this_process();

}  // namespace ricochet
