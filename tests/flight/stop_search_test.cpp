#include "ricochet/flight/stop_search.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

constexpr double tolerance = 1e-12;  // [m/s]

/// The lengths that are tried for a slip, from a flight of 1 s on; the last one is what remains.
template <class Slip>
std::pair<int, double> tried(const Slip& slip, StopSearch& search) {
  double tau = 1.0;
  int trials = 0;
  while (const auto next = search.next(tau, {.start = slip(0.0), .end = slip(tau)}, tolerance)) {
    tau = *next;
    ++trials;
  }
  return {trials, tau};
}

TEST(StopSearch, is_exact_at_once_for_a_slip_that_is_linear) {
  StopSearch search;
  const auto [trials, tau] = tried([](double t) { return 0.3 - 0.7 * t; }, search);
  EXPECT_TRUE(search.found());
  EXPECT_EQ(trials, 1);
  EXPECT_NEAR(tau, 3.0 / 7.0, 1e-15);
}

TEST(StopSearch, finds_a_slip_that_bends_or_has_a_kink_where_it_vanishes) {
  for (const double kink : {0.01, 0.3, 20.0}) {
    StopSearch search;
    const auto [trials, tau] = tried(
        [&](double t) { return (0.3 - 0.7 * t) * (1.0 + 0.4 * t) * (0.7 * t > 0.3 ? kink : 1.0); },
        search);
    EXPECT_TRUE(search.found()) << kink;
    EXPECT_LE(trials, 12) << kink;
    EXPECT_NEAR(tau, 3.0 / 7.0, 1e-10) << kink;
  }
}

TEST(StopSearch, leaves_a_flight_as_it_is_where_no_slip_vanishes) {
  StopSearch search;
  EXPECT_EQ(tried([](double t) { return 1.0 - 0.5 * t; }, search).first, 0);
  EXPECT_FALSE(search.found());
}

TEST(StopSearch, returns_to_the_first_flight_where_the_slip_is_lost_at_once) {
  StopSearch search;
  const auto [trials, tau] = tried([](double t) { return t == 0.0 ? 1.0 : -1.0 - t; }, search);
  EXPECT_FALSE(search.found());
  EXPECT_GT(trials, 1);
  EXPECT_EQ(tau, 1.0);
}

TEST(StopSearch, gives_up_for_the_first_flight) {
  StopSearch search;
  EXPECT_FALSE(search.under_way());
  ASSERT_TRUE(search.next(1.0, {.start = 1.0, .end = -1.0}, tolerance));
  EXPECT_TRUE(search.under_way());
  EXPECT_EQ(search.give_up(), 1.0);
  EXPECT_FALSE(search.under_way());
  EXPECT_FALSE(search.next(1.0, {.start = 1.0, .end = -1.0}, tolerance));
  EXPECT_FALSE(search.found());
}

TEST(StopSearch, measures_a_slip_by_what_it_was) {
  StopSearch search;
  const auto slip = [](double t) { return 0.3 - 0.7 * t; };
  ASSERT_TRUE(search.next(1.0, {.start = slip(0.0), .end = slip(1.0)}, tolerance));
  const auto next =
      search.next(0.2, {.start = 1e-3 * slip(0.0), .end = 1e-3 * slip(0.2)}, tolerance);
  ASSERT_TRUE(next);
  EXPECT_NEAR(*next, 3.0 / 7.0, 1e-15) << "another contact, a thousand times slower";
}

}  // namespace
}  // namespace ricochet
