#include "ricochet/run/interruption.hpp"

#include <gtest/gtest.h>

#include <csignal>

namespace ricochet {
namespace {

int seen_by_the_handler_before = 0;

TEST(Interruption, notes_a_signal_and_goes_on) {
  const Interruption interruption;
  EXPECT_FALSE(interruption.requested());
  std::raise(SIGINT);
  EXPECT_TRUE(interruption.requested());
  EXPECT_EQ(interruption.signal(), SIGINT);
}

TEST(Interruption, begins_anew) {
  {
    const Interruption first;
    std::raise(SIGTERM);
    EXPECT_EQ(first.signal(), SIGTERM);
  }
  EXPECT_FALSE(Interruption().requested());
}

TEST(Interruption, gives_signals_back_to_who_handled_them) {
  std::signal(SIGINT, [](int signal) { seen_by_the_handler_before = signal; });
  {
    const Interruption interruption;
    std::raise(SIGINT);
    EXPECT_EQ(seen_by_the_handler_before, 0);
  }
  std::raise(SIGINT);
  EXPECT_EQ(seen_by_the_handler_before, SIGINT);
  std::signal(SIGINT, SIG_DFL);
}

TEST(InterruptionDeathTest, ends_at_once_when_asked_twice) {
  const auto ask_twice = [] {
    const Interruption interruption;
    std::raise(SIGINT);
    std::raise(SIGINT);
  };
  EXPECT_EXIT(ask_twice(), testing::KilledBySignal(SIGINT), "");
}

}  // namespace
}  // namespace ricochet
