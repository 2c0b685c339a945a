#include "ricochet/problem.hpp"

#include <cmath>

namespace ricochet {

long Problem::steps() const { return std::lround(duration / h); }

}  // namespace ricochet
