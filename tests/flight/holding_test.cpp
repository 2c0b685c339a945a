#include "ricochet/flight/holding.hpp"

#include "ricochet/backends/newton.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near;

/// A unit mass above a floor with a tangent and a tip of two pieces, under gravity.
System ground() {
  const Expr q = Expr::sym("q", 2);
  SystemSpecification s{.name = "ground", .q = q, .M = Expr::eye(2), .V = 10.0 * q(1)};
  s.g.add("floor", q(1), Contact{.tangents = {vertcat(Expr(1.0), Expr(0.0))}});
  s.g.add_any("tip", {q(0), q(1)});
  return System(s);
}

class HoldingOnGround : public testing::Test {
 protected:
  explicit HoldingOnGround(Holding::Manner manner = Holding::Manner::slides)
      : holding(system, verlet(), newton(), manner),
        launch{.q = Vector::Zero(2), .p = Vector{{1.0, 0.0}}} {
    holding.clear(launch);
  }
  void rest(double speed) {
    holding.hold_resting(Mask::Ones(3), Vector{{speed, 0.0, 0.0}}, launch);
  }
  /// A point that a flight reached with a force on the floor.
  static FlightPoint reached(double lambda, double slope = 0.0) {
    return {.lambda = Vector{{lambda, 0.0, 0.0}},
            .rho = Vector::Zero(1),
            .gaps = Vector::Zero(3),
            .slopes = Vector{{slope, 0.0, 0.0}}};
  }
  const Mask floor{{1.0, 0.0, 0.0}}, none = Mask::Zero(3);
  const System system = ground();
  Holding holding;
  Launch launch;
};

TEST_F(HoldingOnGround, holds_what_rests_but_no_pieces_of_unions) {
  EXPECT_TRUE(near(launch.held, none, 0.0));
  rest(0.0);
  EXPECT_TRUE(near(launch.held, floor, 0.0));
  EXPECT_FALSE(holding.may_hold(0, launch)) << "held already";
  EXPECT_FALSE(holding.may_hold(1, launch)) << "a piece";
  for (const double speed : {-1e-3, 1e-3}) {
    rest(speed);
    EXPECT_TRUE(near(launch.held, none, 0.0)) << speed;
  }
  EXPECT_TRUE(holding.may_hold(0, launch));
}

TEST_F(HoldingOnGround, lets_go_of_what_it_would_pull) {
  rest(0.0);
  EXPECT_FALSE(holding.release_pulling(reached(0.5), launch));
  EXPECT_FALSE(holding.release_pulling(reached(-1e-14), launch)) << "a force that is none";
  EXPECT_TRUE(near(launch.held, floor, 0.0));
  EXPECT_TRUE(holding.release_pulling(reached(-0.5), launch));
  EXPECT_TRUE(near(launch.held, none, 0.0));
  holding.hold_again(launch);
  EXPECT_TRUE(near(launch.held, floor, 0.0)) << "for the next attempt";
}

TEST_F(HoldingOnGround, notices_a_contact_that_sinks_after_it_was_let_go) {
  rest(0.0);
  EXPECT_EQ(holding.sinks(reached(0.0, -1.0), launch), -1) << "it is held";
  ASSERT_TRUE(holding.release_pulling(reached(-0.5), launch));
  EXPECT_EQ(holding.sinks(reached(0.0, -1.0), launch), 0);
  EXPECT_EQ(holding.sinks(reached(0.0, 1.0), launch), -1) << "it opens";
  holding.hold(0, launch);
  EXPECT_TRUE(near(launch.held, floor, 0.0));
  holding.go_on(launch);
  EXPECT_TRUE(near(launch.held, floor, 0.0)) << "what a flight held rests behind it";
}

TEST_F(HoldingOnGround, lands_with_the_impulse_that_stops_the_approach) {
  Flight flight(system, verlet(), newton(), {.holding = true});
  rest(0.0);
  FlightPoint point;
  ASSERT_TRUE(flight.fly(launch, 0.1, point).ok());
  EXPECT_NEAR(point.lambda[0], 0.5, 1e-14) << "half the weight of the step";
  Multipliers force;
  ASSERT_TRUE(holding.land(flight, point, launch, force).ok());
  EXPECT_TRUE(near(launch.p, Vector{{1.0, 0.0}}, 1e-14));
  EXPECT_NEAR(force.mu[0], 0.5, 1e-14);
  EXPECT_EQ(holding.judge(point, launch), RestingContacts::Verdict::lawful) << "nothing to doubt";
  EXPECT_FALSE(holding.decides());
}

class HoldingThatPins : public HoldingOnGround {
 protected:
  HoldingThatPins() : HoldingOnGround(Holding::Manner::pins) {}
};

TEST_F(HoldingThatPins, pins_the_points_that_it_holds) {
  rest(-1.0);
  EXPECT_TRUE(near(launch.pinned, Mask{{0.0}}, 0.0));
  rest(0.0);
  EXPECT_TRUE(near(launch.pinned, Mask{{1.0}}, 0.0));
  ASSERT_TRUE(holding.release_pulling(reached(-0.5), launch));
  EXPECT_TRUE(near(launch.pinned, Mask{{0.0}}, 0.0)) << "let go";
}

}  // namespace
}  // namespace ricochet
