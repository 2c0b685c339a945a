#include "ricochet/native/native_code.hpp"

#include <bit>

namespace ricochet {

NativeCode::NativeCode(std::span<const std::uint8_t> code, std::size_t data, std::size_t work)
    : memory_(code), work_(work) {
  if (memory_.code()) entry_ = std::bit_cast<Entry>(memory_.code() + data);
}

}  // namespace ricochet
