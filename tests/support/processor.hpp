#pragma once

#include "ricochet/symbols/kernels.hpp"

namespace ricochet::support {

/// What kernels compute by if nothing else is asked for.
#if defined(__x86_64__)
inline constexpr Kernels kernels_of_this_processor = Kernels::native;
#else
inline constexpr Kernels kernels_of_this_processor = Kernels::interpreted;
#endif

}  // namespace ricochet::support
