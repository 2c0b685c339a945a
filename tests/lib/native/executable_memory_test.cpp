#include "ricochet/native/executable_memory.hpp"

#include "ricochet/symbols/casadi_eigen.hpp"
#include "support/processor.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <array>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace ricochet {
namespace {

struct Mapping {
  std::uintptr_t begin = 0, end = 0;
  std::string permissions;

  [[nodiscard]] bool allows(char permission) const {
    return permissions.find(permission) != std::string::npos;
  }
};

std::vector<Mapping> mappings() {
  std::vector<Mapping> all;
  std::ifstream file("/proc/self/maps");
  for (std::string line; std::getline(file, line);) {
    Mapping m;
    char dash = 0;
    std::istringstream(line) >> std::hex >> m.begin >> dash >> m.end >> m.permissions;
    all.push_back(m);
  }
  return all;
}

/// Those that can be written and executed.
size_t open_mappings() {
  size_t open = 0;
  for (const Mapping& m : mappings()) open += m.allows('w') && m.allows('x');
  return open;
}

std::string permissions_at(const void* address) {
  const auto place = reinterpret_cast<std::uintptr_t>(address);
  for (const Mapping& m : mappings())
    if (m.begin <= place && place < m.end) return m.permissions;
  return "";
}

TEST(ExecutableMemory, holds_a_copy_that_can_be_executed_but_not_written) {
  const std::vector<std::uint8_t> code(10000, 0xc3);
  const ExecutableMemory memory(code);
  ASSERT_NE(memory.code(), nullptr);
  EXPECT_TRUE(std::equal(code.begin(), code.end(), memory.code()));
  EXPECT_EQ(permissions_at(memory.code()), "r-xp");
  EXPECT_EQ(permissions_at(memory.code() + code.size() - 1), "r-xp");
}

TEST(ExecutableMemory, is_given_back) {
  const void* place = nullptr;
  {
    const ExecutableMemory memory(std::array<std::uint8_t, 1>{0xc3});
    place = memory.code();
  }
  EXPECT_NE(permissions_at(place), "r-xp");
}

TEST(ExecutableMemory, begins_at_whole_lines_that_differ) {
  const std::array<std::uint8_t, 1> code{0xc3};
  std::vector<std::uintptr_t> in_page;
  std::vector<std::unique_ptr<ExecutableMemory>> all;
  for (int k = 0; k < 8; ++k) {
    all.push_back(std::make_unique<ExecutableMemory>(code));
    in_page.push_back(reinterpret_cast<std::uintptr_t>(all.back()->code()) % 4096);
    EXPECT_EQ(in_page.back() % 64, 0U);
  }
  std::sort(in_page.begin(), in_page.end());
  EXPECT_GT(std::unique(in_page.begin(), in_page.end()) - in_page.begin(), 4);
}

TEST(ExecutableMemory, of_no_use_is_refused) {
  const ExecutableMemory memory(std::span<const std::uint8_t>{});
  EXPECT_EQ(memory.code(), nullptr);
}

TEST(ExecutableMemory, of_kernels_is_never_writable) {
  const Expr x = Expr::sym("x");
  const size_t before = open_mappings();
  const Kernel kernel("f", {x}, {2.0 * x}, false, Kernels::native);
  ASSERT_EQ(kernel.how(), support::kernels_of_this_processor);
  EXPECT_EQ(open_mappings(), before);
}

TEST(ExecutableMemory, that_is_writable_would_be_noticed) {
  const size_t before = open_mappings();
  void* const open =
      mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (open == MAP_FAILED) GTEST_SKIP() << "this system forbids it";
  EXPECT_EQ(open_mappings(), before + 1);
  munmap(open, 4096);
}

}  // namespace
}  // namespace ricochet
