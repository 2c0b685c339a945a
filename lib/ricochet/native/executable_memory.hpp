#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace ricochet {

/// Pages that hold machine code. They are written first and executable then, never both at once.
class ExecutableMemory {
 public:
  /// Copies code that may stand anywhere. Where the system refuses such memory there is none.
  explicit ExecutableMemory(std::span<const std::uint8_t> code) noexcept;
  ExecutableMemory(const ExecutableMemory&) = delete;
  ExecutableMemory& operator=(const ExecutableMemory&) = delete;
  ~ExecutableMemory();

  /// The first byte of the code; null: the system refused.
  [[nodiscard]] const std::uint8_t* code() const { return code_; }
  [[nodiscard]] std::size_t mapped() const { return mapped_; }  ///< [byte]

 private:
  void* pages_ = nullptr;
  std::size_t mapped_ = 0;
  const std::uint8_t* code_ = nullptr;
};

}  // namespace ricochet
