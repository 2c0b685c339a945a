#include "ricochet/run/pool.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <numeric>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

namespace ricochet {
namespace {

class Threads : public testing::TestWithParam<size_t> {};

std::vector<size_t> first(size_t count) {
  std::vector<size_t> items(count);
  std::iota(items.begin(), items.end(), size_t{0});
  return items;
}

TEST_P(Threads, hand_over_in_order_what_they_do_in_any) {
  constexpr size_t count = 200, ahead = 3;
  std::vector<size_t> slots(ahead), taken;
  run_in_order({.jobs = GetParam(),
                .count = count,
                .ahead = ahead,
                .work =
                    [&](size_t worker, size_t item) {
                      EXPECT_LT(worker, GetParam());
                      if (item % 7 == 0)
                        std::this_thread::sleep_for(std::chrono::microseconds(300));
                      slots[item % ahead] = item;  // a slot is not reused before it was taken
                    },
                .take = [&](size_t item) { taken.push_back(slots[item % ahead]); }});
  EXPECT_EQ(taken, first(count));
}

TEST_P(Threads, finish_what_they_began_when_told_to_stop) {
  std::atomic<size_t> begun = 0;
  std::vector<size_t> taken;
  run_in_order({.jobs = GetParam(),
                .count = 1000,
                .work = [&](size_t, size_t) { ++begun; },
                .take = [&](size_t item) { taken.push_back(item); },
                .stop_requested = [&] { return begun >= 10; }});
  EXPECT_GE(taken.size(), 10U);
  EXPECT_LT(taken.size(), 1000U);
  EXPECT_EQ(taken, first(begun));
}

TEST_P(Threads, pass_on_the_first_exception_after_the_items_before_it) {
  std::vector<size_t> taken;
  const auto work = [](size_t, size_t item) {
    if (item >= 5) throw std::runtime_error("item " + std::to_string(item));
  };
  try {
    run_in_order({.jobs = GetParam(), .count = 50, .work = work, .take = [&](size_t item) {
                    taken.push_back(item);
                  }});
    FAIL() << "nothing was thrown";
  } catch (const std::runtime_error& error) {
    EXPECT_STREQ(error.what(), "item 5");
  }
  EXPECT_EQ(taken, first(5));
}

TEST_P(Threads, end_when_taking_fails) {
  const auto take = [](size_t item) {
    if (item == 3) throw std::runtime_error("disk full");
  };
  EXPECT_THROW(
      run_in_order({.jobs = GetParam(), .count = 50, .work = [](size_t, size_t) {}, .take = take}),
      std::runtime_error);
}

TEST_P(Threads, pass_on_what_a_stop_request_throws) {
  std::atomic<int> asked = 0;
  const auto stop = [&]() -> bool {
    if (++asked > 10) throw std::runtime_error("no answer");
    return false;
  };
  std::vector<size_t> taken;
  EXPECT_THROW(run_in_order({.jobs = GetParam(),
                             .count = 1000,
                             .work = [](size_t, size_t) {},
                             .take = [&](size_t item) { taken.push_back(item); },
                             .stop_requested = stop}),
               std::runtime_error);
  EXPECT_EQ(taken, first(10));
}

TEST_P(Threads, do_nothing_without_items) {
  run_in_order({.jobs = GetParam(),
                .count = 0,
                .work = [](size_t, size_t) { FAIL(); },
                .take = [](size_t) { FAIL(); }});
}

INSTANTIATE_TEST_SUITE_P(Pool, Threads, testing::Values(1, 2, 5));

}  // namespace
}  // namespace ricochet
