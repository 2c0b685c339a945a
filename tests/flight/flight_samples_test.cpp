#include "ricochet/flight/flight_samples.hpp"

#include "ricochet/backends/newton.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

const Expr q = Expr::sym("q", 2);

/// A particle in a well that is not linear, beside a round obstacle.
System well() {
  const Expr r2 = dot(q, q);
  return System({.name = "well",
                 .q = q,
                 .M = 2.0 * Expr::eye(2),
                 .V = 0.5 * r2 + r2 * r2,
                 .g = {{"disc", norm_2(q - Expr(std::vector<double>{2.0, 0.0})) - 0.5}}});
}

struct Errors {
  double gap = 0.0, slope = 0.0, gap_doubt = 0.0, slope_doubt = 0.0;
};

/// Of the guesses on a flight of tau against flights of the backend, and what they claim.
Errors errors(double tau, bool impact, bool sharp) {
  const System s = well();
  Flight flight(s, midpoint(), newton(), {.impacts = true});
  Launch from{.h = tau, .q = Vector{{1.5, 0.1}}, .p = Vector{{-0.8, 1.5}}};
  FlightPoint end, exact;
  if (impact) {
    from.p[0] = 0.8;
    from.direction = Vector{{-0.8, 0.0}};
    from.impact = true;
    Launch before = from;
    before.impact = false;
    EXPECT_TRUE(flight.fly(before, 0.0, end).ok());
    from.energy = flight.energies(before, end).end;
  }
  EXPECT_TRUE(flight.fly(from, tau, end).ok());
  FlightSamples::Storage storage;
  FlightSamples samples(flight, from, end, storage);
  EXPECT_TRUE(samples.reach(FlightSamples::parts));
  Errors most;
  for (size_t j = 1; j < FlightSamples::parts; ++j) {
    if (sharp) {
      EXPECT_TRUE(samples.sharpen(j));
    }
    const FlightPoint& guess = samples.at(j);
    EXPECT_TRUE(flight.fly(from, guess.tau, exact).ok());
    const FlightSamples::Doubt doubt = samples.doubt(j, 0);
    most.gap = std::max(most.gap, std::abs(guess.gaps[0] - exact.gaps[0]) - doubt.gap);
    most.slope = std::max(most.slope, std::abs(guess.slopes[0] - exact.slopes[0]) - doubt.slope);
    most.gap_doubt = std::max(most.gap_doubt, doubt.gap);
    most.slope_doubt = std::max(most.slope_doubt, doubt.slope);
  }
  return most;
}

TEST(FlightSamples, are_as_near_to_flights_as_their_doubts_say) {
  for (const bool impact : {false, true})
    for (const double tau : {0.2, 0.1, 0.02, 0.004}) {
      const Errors e = errors(tau, impact, false);
      EXPECT_LT(e.gap, 1e-13) << tau;
      EXPECT_LT(e.slope, 1e-9) << tau;
    }
}

TEST(FlightSamples, doubt_less_in_shorter_flights) {
  const Errors longer = errors(0.02, false, false), shorter = errors(0.01, false, false);
  EXPECT_GT(longer.slope_doubt, 1e-12) << "a well that is not linear leaves some doubt";
  EXPECT_LT(shorter.slope_doubt, 0.3 * longer.slope_doubt);
  EXPECT_LT(shorter.gap_doubt, 0.15 * longer.gap_doubt);
}

TEST(FlightSamples, sharpened_leave_no_doubt) {
  for (const bool impact : {false, true}) {
    const Errors e = errors(0.1, impact, true);
    EXPECT_EQ(e.gap_doubt, 0.0);
    EXPECT_EQ(e.slope_doubt, 0.0);
    EXPECT_LT(e.gap, 1e-13);
    EXPECT_LT(e.slope, 1e-9) << "as far as the last step of Newton's method";
  }
}

}  // namespace
}  // namespace ricochet
