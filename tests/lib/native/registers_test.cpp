#include "ricochet/native/registers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

constexpr int none = Registers::none;

/// Slot k in register k, which is read at place 100 - k.
Registers full() {
  Registers registers(20);
  for (int k = 0; k < Registers::count; ++k) registers.bind(k, k, 100 - k, true);
  return registers;
}

TEST(Registers, hold_nothing_at_first) {
  const Registers registers(3);
  for (int slot = 0; slot < 3; ++slot) EXPECT_EQ(registers.holder(slot), none);
}

TEST(Registers, offer_a_free_one_first) {
  Registers registers = full();
  registers.free(7);
  EXPECT_EQ(registers.candidate(), 7);
  EXPECT_EQ(registers.holder(7), none);
}

TEST(Registers, offer_the_one_that_is_read_last_of_all) { EXPECT_EQ(full().candidate(), 0); }

TEST(Registers, do_not_offer_what_is_lent) {
  Registers registers = full();
  registers.lend(0);
  EXPECT_EQ(registers.candidate(), 1);
  EXPECT_EQ(registers.holder(0), none);
}

TEST(Registers, forget_the_value_that_a_slot_had) {
  Registers registers = full();
  registers.bind(3, 5, 50, false);  // slot 5 was in register 5, slot 3 in register 3
  EXPECT_EQ(registers.holder(5), 3);
  EXPECT_EQ(registers.holder(3), none);
  EXPECT_EQ(registers.candidate(), 5);
  EXPECT_FALSE(registers[3].unsaved);
}

TEST(Registers, can_all_be_free) {
  Registers registers = full();
  registers.free_all();
  for (int slot = 0; slot < Registers::count; ++slot) EXPECT_EQ(registers.holder(slot), none);
}

}  // namespace
}  // namespace ricochet
