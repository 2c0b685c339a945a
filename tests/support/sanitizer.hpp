#pragma once

namespace ricochet::support {

/// True in a build with the address sanitizer. It ends a program that opens a library with
/// RTLD_DEEPBIND, as CasADi and IPOPT do with their plug-ins, so tests that need one must skip.
#if defined(__SANITIZE_ADDRESS__)
inline constexpr bool address_sanitizer = true;
#elif defined(__has_feature)
inline constexpr bool address_sanitizer = __has_feature(address_sanitizer);
#else
inline constexpr bool address_sanitizer = false;
#endif

}  // namespace ricochet::support
