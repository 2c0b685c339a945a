#include "ricochet/symbols/kernels.hpp"

#include <cstdlib>
#include <stdexcept>
#include <string>

namespace ricochet {

Kernels kernels_named(std::string_view name) {
  if (name == "native") return Kernels::native;
  if (name == "interpreted") return Kernels::interpreted;
  throw std::invalid_argument("RICOCHET_KERNELS must be 'native' or 'interpreted', it is '" +
                              std::string(name) + "'");
}

Kernels kernels_of_this_process() {
  static const Kernels chosen = [] {
    const char* const name = std::getenv("RICOCHET_KERNELS");
    return name ? kernels_named(name) : Kernels::native;
  }();
  return chosen;
}

}  // namespace ricochet
