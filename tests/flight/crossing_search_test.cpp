#include "ricochet/flight/crossing_search.hpp"

#include "ricochet/backends/newton.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

/// A force-free particle in the plane among named obstacles.
System among(const Constraints& g, const Expr& q) {
  return System({.name = "among obstacles", .q = q, .M = Expr::eye(2), .V = 0.0, .g = g});
}

struct Search {
  Index gap = -1;
  FlightPoint hit = {};
  StepReport report = {.status = StepStatus::converged};
};

Search search(const System& s, const Vector& q, const Vector& p, double h) {
  Flight flight(s, midpoint(), newton(), {});
  const Launch from{.q = q, .p = p};
  FlightPoint end;
  EXPECT_TRUE(flight.fly(from, h, end).ok());
  Search result;
  result.gap = CrossingSearch(s).first(flight, from, end, result.hit, result.report).gap;
  return result;
}

const Expr q = Expr::sym("q", 2);
/// Above a bump of height 1 and width of about 2 around the origin.
const Constraints bump{{"bump", q(1) - 1.0 / (1.0 + pow(q(0), 4))}};

TEST(CrossingSearch, finds_a_dip_that_the_slopes_at_the_samples_hide) {
  constexpr double width = 0.13;
  const Expr q = Expr::sym("q", 2), x = q(0) / width;
  const Expr bell = 1.0 - 1.2 * exp(-x * x);  // sampled at x = -0.25 and 0.25
  const Search found =
      search(among({{"bell", bell}}, q), Vector{{-0.25, 0.0}}, Vector{{1.0, 0.0}}, 4.0);
  ASSERT_EQ(found.gap, 0) << found.report.message;
  EXPECT_NEAR(found.hit.tau, 0.25 - width * std::sqrt(std::log(1.2)), 1e-10);
}

TEST(CrossingSearch, finds_a_dip_between_admissible_ends) {
  const Search through = search(among(bump, q), Vector{{-3.0, 0.5}}, Vector{{6.0, 0.0}}, 1.0);
  ASSERT_EQ(through.gap, 0) << through.report.message;
  EXPECT_NEAR(through.hit.q[0], -1.0, 1e-12);
  EXPECT_NEAR(through.hit.gaps[0], 0.0, 1e-15);
  EXPECT_EQ(search(among(bump, q), Vector{{-3.0, 1.01}}, Vector{{6.0, 0.0}}, 1.0).gap, -1);
}

TEST(CrossingSearch, soon_sees_that_a_dip_stays_away) {
  const System pulled({.name = "pulled", .q = q, .M = Expr::eye(2), .V = 1e-9 * q(1), .g = bump});
  const auto above = [&](double height) {
    return search(pulled, Vector{{-2.8, height}}, Vector{{6.0, 0.0}}, 1.0);
  };
  for (const double height : {1.0 + 1e-6, 1.01, 1.5, 1.9}) EXPECT_EQ(above(height).gap, -1);
  EXPECT_EQ(above(1.0 - 1e-6).gap, 0) << "it meets the top of the bump";
  // One flight per sample, seven samples; to bisect until the end takes 60 more.
  EXPECT_LE(above(1.5).report.statistics.factorizations, 8);
  EXPECT_LE(above(1.0 + 1e-6).report.statistics.factorizations, 16);
}

TEST(CrossingSearch, takes_the_earliest_of_several_crossings) {
  Constraints two{{"far", 2.0 - q(0)}, {"near", 1.0 - q(0) - 0.1 * q(1)}};
  const Search found = search(among(two, q), Vector{{0.0, 0.0}}, Vector{{5.0, 0.0}}, 1.0);
  ASSERT_EQ(found.gap, 1);
  EXPECT_NEAR(found.hit.tau, 0.2, 1e-15);
}

TEST(CrossingSearch, tells_crossings_apart_that_nearly_coincide) {
  const double later = 1.0 + 1e-13;
  Constraints two{{"later", later - q(0)}, {"first", 1.0 - q(0)}};
  EXPECT_EQ(search(among(two, q), Vector{{0.0, 0.0}}, Vector{{1.0, 0.0}}, 2.0).gap, 1);
}

TEST(CrossingSearch, counts_a_closed_gap_once_it_has_opened) {
  const System box = among({{"floor", q(1) - 0.1 * q(0) * q(0)}}, q);  // y >= x^2 / 10
  const Search hop = search(box, Vector{{0.0, 0.0}}, Vector{{1.0, 0.3}}, 5.0);
  ASSERT_EQ(hop.gap, 0) << "y = 0.3 t meets t^2/10 at t = 3";
  EXPECT_NEAR(hop.hit.tau, 3.0, 1e-12);
  const Search away = search(box, Vector{{0.0, 0.0}}, Vector{{1.0, 0.9}}, 5.0);
  EXPECT_EQ(away.gap, -1) << "the start itself is no crossing";
}

}  // namespace
}  // namespace ricochet
