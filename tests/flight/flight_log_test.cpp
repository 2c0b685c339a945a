#include "ricochet/flight/flight_log.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near;

Launch launch() {
  return {.q = Vector{{0.0, 1.0}},
          .p = Vector{{3.0, -4.0}},
          .held = Mask{{0.0, 1.0}},
          .pinned = Mask{{1.0}}};
}

FlightPoint point() {
  return {.tau = 0.25,
          .w = Vector{{3.0, 0.0}},
          .lambda = Vector{{0.0, 5.0}},
          .rho = Vector{{-1.0}},
          .sigma = 2.0};
}

TEST(FlightLog, writes_where_a_flight_began_and_what_it_held) {
  FlightLog log(2);
  Step to;
  log.begin(0.5, launch(), point(), to);
  ASSERT_EQ(to.flights.size(), 1u);
  const FlightRecord& flight = to.flights[0];
  EXPECT_EQ(flight.begin, 0.5);
  EXPECT_EQ(flight.tau, 0.25);
  EXPECT_EQ(flight.impact, -1);
  EXPECT_TRUE(near(flight.p, Vector{{3.0, -4.0}}, 0.0)) << "sigma counts behind an impact only";
  EXPECT_EQ(flight.held, std::vector<Index>{1});
  EXPECT_EQ(flight.pinned, std::vector<Index>{0});
  EXPECT_TRUE(near(flight.force.lambda, Vector{{0.0, 5.0}}, 0.0));
}

TEST(FlightLog, leaves_a_clock_out) {
  Launch timed = launch();
  timed.q = Vector{{0.0, 1.0, 9.5}};
  timed.p = Vector{{3.0, -4.0, 0.0}};
  FlightPoint there = point();
  there.w = Vector{{3.0, 0.0, 1.0}};
  FlightLog log(2);
  Step to;
  log.begin(0.5, timed, there, to);
  log.end(timed, false, to);
  const FlightRecord& flight = to.flights.at(0);
  EXPECT_TRUE(near(flight.q, Vector{{0.0, 1.0}}, 0.0));
  EXPECT_TRUE(near(flight.w, Vector{{3.0, 0.0}}, 0.0));
  EXPECT_TRUE(near(flight.p, Vector{{3.0, -4.0}}, 0.0));
  EXPECT_TRUE(near(flight.p_end, Vector{{3.0, -4.0}}, 0.0));
}

TEST(FlightLog, gives_every_impact_to_the_first_flight_behind_it) {
  FlightLog log(2);
  Step to;
  Launch behind = launch();
  log.begin(0.0, behind, point(), to);
  to.impacts.emplace_back();
  behind.impact = true;
  behind.direction = Vector{{0.0, 4.0}};
  log.begin(0.25, behind, point(), to);
  EXPECT_EQ(to.flights[1].impact, 0);
  EXPECT_TRUE(near(to.flights[1].p, Vector{{3.0, 4.0}}, 0.0)) << "p + sigma d";
  behind.impact = false;
  log.begin(0.5, behind, point(), to);
  EXPECT_EQ(to.flights[2].impact, -1) << "it goes on where contacts change";
  to.impacts.emplace_back();
  log.begin(0.75, behind, point(), to);
  EXPECT_EQ(to.flights[3].impact, 1) << "an impact by a law has no direction";
}

TEST(FlightLog, writes_how_a_flight_landed) {
  FlightLog log(2);
  Step to;
  Launch landed = launch();
  log.begin(0.0, landed, point(), to);
  landed.p = Vector{{3.0, 0.0}};
  landed.pinned.setZero();
  to.force.mu = Vector{{0.0, 6.0}};
  log.end(landed, true, to);
  const FlightRecord& flight = to.flights.back();
  EXPECT_TRUE(near(flight.p_end, landed.p, 0.0));
  EXPECT_TRUE(near(flight.force.mu, to.force.mu, 0.0));
  EXPECT_EQ(flight.pinned, std::vector<Index>{0}) << "along the flight";
  EXPECT_TRUE(flight.pinned_end.empty()) << "where it ends";
  EXPECT_TRUE(flight.cut);
}

TEST(FlightLog, writes_into_the_storage_of_an_earlier_step) {
  FlightLog log(2);
  Step over, next;
  log.begin(0.0, launch(), point(), over);
  const double* storage = over.flights[0].q.data();
  log.recycle(over.flights);
  EXPECT_TRUE(over.flights.empty());
  log.begin(0.0, launch(), point(), next);
  EXPECT_EQ(next.flights[0].q.data(), storage);
}

}  // namespace
}  // namespace ricochet
