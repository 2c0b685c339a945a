#include "ricochet/symbols/symbolics.hpp"

namespace ricochet {

SymbolicsLock lock_symbolics() {
  static std::recursive_mutex mutex;
  return SymbolicsLock(mutex);
}

}  // namespace ricochet
