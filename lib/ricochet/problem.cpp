#include "ricochet/problem.hpp"

#include <cmath>

namespace ricochet {

State Problem::start(const System& changed) const {
  return start_for ? start_for(changed) : initial;
}

long Problem::steps() const { return std::lround(duration / h); }

}  // namespace ricochet
