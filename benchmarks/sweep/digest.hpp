#pragma once

#include <cstdint>
#include <string_view>

namespace ricochet::cli {

/// A number that stands for texts, the same on every machine (FNV-1a of 64 bits, then mixed).
class Digest {
 public:
  /// The order of the texts counts, and where one ends.
  Digest& add(std::string_view text) {
    for (const char c : text) take(static_cast<unsigned char>(c));
    take(text_end);
    return *this;
  }

  [[nodiscard]] std::uint64_t value() const {
    std::uint64_t x = hash_;  // the finalizer of splitmix64: every bit depends on every bit
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31);
  }

 private:
  static constexpr unsigned text_end = 0x1ff;  // no character
  void take(unsigned byte) { hash_ = (hash_ ^ byte) * 0x100000001b3U; }

  std::uint64_t hash_ = 0xcbf29ce484222325U;
};

}  // namespace ricochet::cli
