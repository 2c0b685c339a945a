#include "ricochet/problem/boundary_value.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ricochet {
namespace {

using support::expect_message;

/// A ball on a line that shall be at a place after a second.
struct Ball {
  Expr q = Expr::sym("q"), mass = Expr::sym("mass");
  System system =
      System({.name = "ball", .q = q, .parameters = {{"mass", mass, 1.0}}, .M = mass, .V = 0.0});
  BoundaryValue b = arrival();

  static BoundaryValue arrival() {
    const Expr at = Expr::sym("at"), q1 = Expr::sym("q1");
    return {.name = "arrival",
            .q = q1,
            .v = Expr::sym("v1"),
            .targets = {{"at", at, 2.0}},
            .velocities = {{"v", 1.0, -3.0, 3.0}},
            .duration = {"T", 1.0, 1.0, 1.0},
            .end = {{"place", q1 - at}}};
  }
  void expect_refused(const std::vector<std::string>& fragments) const {
    std::vector<std::string> all = {"Boundary value 'arrival' of 'ball'"};
    all.insert(all.end(), fragments.begin(), fragments.end());
    expect_message([&] { check(b, system); }, all);
  }
};

TEST(BoundaryValue, counts_what_is_open_and_sets_targets) {
  Ball ball;
  EXPECT_NO_THROW(check(ball.b, ball.system));
  EXPECT_EQ(ball.b.unknown_count(), 1);
  EXPECT_EQ(ball.b.start_values().back().name, "T");
  EXPECT_TRUE(ball.b.set_target("at", 5.0));
  EXPECT_EQ(ball.b.target_values(), Vector::Constant(1, 5.0));
  EXPECT_FALSE(ball.b.set_target("mass", 5.0));
}

TEST(BoundaryValue, names_what_does_not_fit) {
  Ball sizes, names, order, endless, past, nowhere, stranger, empty, many;
  sizes.b.velocities.clear();
  sizes.expect_refused({"n = 1 entries"});
  names.b.duration.name = names.b.velocities[0].name;
  names.expect_refused({"'v'", "different names"});
  order.b.velocities[0].guess = 7.0;
  order.expect_refused({"'v'", "guess 7", "[-3, 3]"});
  endless.b.velocities[0].most = std::numeric_limits<double>::infinity();
  endless.expect_refused({"'v'", "finite"});
  past.b.duration = {"T", -1.0, -1.0, -1.0};
  past.expect_refused({"duration must be positive, not -1"});
  nowhere.b.set_target("at", std::numeric_limits<double>::quiet_NaN());
  nowhere.expect_refused({"the target 'at' must be a finite number, not nan"});
  stranger.b.end.add("other", Expr::sym("nobody"));
  stranger.expect_refused({"'nobody'", "neither q, v, a target nor a parameter"});
  empty.b.end = {};
  empty.expect_refused({"no end conditions"});
  many.b.end.add("speed", many.b.v);
  many.expect_refused({"2 end conditions (place, speed)", "1 unknowns"});
}

}  // namespace
}  // namespace ricochet
