#include "ricochet/native/executable_memory.hpp"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>

namespace ricochet {
namespace {

constexpr std::size_t line = 64;  // of a processor's cache [byte]

std::size_t whole_pages(std::size_t size) {
  const auto page = static_cast<std::size_t>(sysconf(_SC_PAGESIZE));
  return (size + page - 1) / page * page;
}

/// Where in its pages code begins. Were it the first byte each time, the beginnings of all kernels
/// would compete for the same few sets of the instruction cache.
std::size_t spread(const void* pages, std::size_t spare) {
  const std::size_t number = reinterpret_cast<std::uintptr_t>(pages) / whole_pages(1);
  return line * (7 * number % (spare / line + 1));
}

}  // namespace

ExecutableMemory::ExecutableMemory(std::span<const std::uint8_t> code) noexcept
    : mapped_(whole_pages(code.size())) {
  void* const pages =
      mmap(nullptr, mapped_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (pages == MAP_FAILED) return;
  pages_ = pages;
  auto* const first = static_cast<std::uint8_t*>(pages) + spread(pages, mapped_ - code.size());
  std::copy(code.begin(), code.end(), first);
  if (mprotect(pages, mapped_, PROT_READ | PROT_EXEC) == 0) code_ = first;
}

ExecutableMemory::~ExecutableMemory() {
  if (pages_) munmap(pages_, mapped_);
}

}  // namespace ricochet
