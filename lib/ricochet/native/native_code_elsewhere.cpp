#include "ricochet/native/native_code.hpp"

namespace ricochet {

// There is no assembler for this processor: kernels are interpreted.
std::shared_ptr<const NativeCode> native_code_of(const casadi::Function& /*function*/) {
  return nullptr;
}

}  // namespace ricochet
