#include "ricochet/shadow/located_flights.hpp"

#include "ricochet/backends/newton.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using Way = LocatedFlights::Way;

const Mask none = Mask::Zero(1);

/// A unit mass above a floor in a field of 10 m/s^2.
System ball() {
  const Expr q = Expr::sym("q");
  return System({.name = "ball", .q = q, .M = 1.0, .V = 10.0 * q, .g = {{"floor", q}}});
}

TEST(LocatedFlights, end_where_a_gap_closes_or_where_the_step_does) {
  LocatedFlights flights(ball(), verlet(), newton());
  SolverStatistics work;
  const State above{.t = 0.0, .q = Vector{{0.2}}, .p = Vector{{0.0}}};
  ASSERT_EQ(flights.fly(above, above.p, none, 0.5, 0.5, work), Way::hit);
  EXPECT_NEAR(flights.tau(), 0.2, 1e-12);
  EXPECT_NEAR(flights.q1()[0], 0.0, 1e-15);
  EXPECT_NEAR(flights.p1()[0], -2.0, 1e-12);
  ASSERT_EQ(flights.fly(above, above.p, none, 0.5, 0.1, work), Way::free);
  EXPECT_NEAR(flights.q1()[0], 0.15, 1e-14);
}

TEST(LocatedFlights, are_lost_where_a_closed_gap_sinks) {
  LocatedFlights flights(ball(), verlet(), newton());
  SolverStatistics work;
  const State rest{.t = 0.0, .q = Vector{{0.0}}, .p = Vector{{0.0}}};
  EXPECT_EQ(flights.fly(rest, rest.p, none, 0.1, 0.1, work), Way::lost);
  EXPECT_TRUE(flights.fly_blindly(rest, rest.p, none, 0.1, 0.1, work));
  EXPECT_LT(flights.q1()[0], 0.0);
}

TEST(LocatedFlights, hold_what_presses_and_let_go_of_what_would_pull) {
  const Expr q = Expr::sym("q");
  const System floating(
      {.name = "floating", .q = q, .M = 1.0, .V = -10.0 * q, .g = {{"floor", q}}});
  const Mask floor = Mask::Ones(1);
  const State rest{.t = 0.0, .q = Vector{{0.0}}, .p = Vector{{0.0}}};
  SolverStatistics work;
  LocatedFlights pressed(ball(), verlet(), newton()), lifted(floating, verlet(), newton());
  EXPECT_EQ(pressed.fly(rest, rest.p, floor, 0.1, 0.1, work), Way::free);
  EXPECT_NEAR(pressed.q1()[0], 0.0, 1e-15);
  EXPECT_GT(pressed.force().lambda[0], 0.0);
  EXPECT_EQ(lifted.fly(rest, rest.p, floor, 0.1, 0.1, work), Way::free);
  EXPECT_NEAR(lifted.q1()[0], 0.05, 1e-14);
  EXPECT_FALSE(lifted.held().any());
}

TEST(LocatedFlights, are_recorded_with_nothing_of_those_before) {
  LocatedFlights flights(ball(), verlet(), newton());
  SolverStatistics work;
  std::vector<FlightRecord> record(1);
  record[0].held = {0};
  record[0].cut = true;
  flights.recycle(record);
  const State above{.t = 1.0, .q = Vector{{0.2}}, .p = Vector{{0.0}}};
  (void)flights.fly(above, above.p, none, 0.5, 0.5, work);
  flights.record(0.25, 3, record);
  ASSERT_EQ(record.size(), 1U);
  EXPECT_EQ(record[0].begin, 0.25);
  EXPECT_EQ(record[0].impact, 3);
  EXPECT_EQ(record[0].p_end, flights.p1());
  EXPECT_TRUE(record[0].held.empty());
  EXPECT_FALSE(record[0].cut);
}

}  // namespace
}  // namespace ricochet
