#pragma once

namespace ricochet::support {

/// True in a build with the address sanitizer. It ends a program that opens a library with
/// RTLD_DEEPBIND, as CasADi and IPOPT do with their plug-ins, so tests that need one must skip.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool address_sanitizer = true;
#else
inline constexpr bool address_sanitizer = false;
#endif

}  // namespace ricochet::support
