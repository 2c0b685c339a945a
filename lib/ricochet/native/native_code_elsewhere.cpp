#include "ricochet/native/native_code.hpp"

namespace ricochet {

// There is no assembler for this processor: kernels are interpreted.
std::shared_ptr<const NativeCode> native_code_of(std::span<const casadi::SX> /*in*/,
                                                 std::span<const casadi::SX> /*out*/) {
  return nullptr;
}

}  // namespace ricochet
