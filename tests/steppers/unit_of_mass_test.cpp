#include "ricochet/backends/newton.hpp"
#include "ricochet/registry.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

/// Law: another unit of mass changes neither what is held nor how it rubs.

namespace ricochet {
namespace {

/// A block on a rough floor: so many kilograms, accelerated by so much along the floor and off it.
struct Block {
  double along = 0.0, up = 0.0;  // [m/s^2]
  double speed = 0.0;            // along the floor at the start [m/s]

  [[nodiscard]] Step step_of(const std::string& method, double mass) const {
    const Expr q = Expr::sym("q", 2);
    Contact floor;
    if (method == "forced-collision")
      floor = {.restitution = 0.0, .friction = 0.3, .tangents = {vertcat(Expr(1.0), Expr(0.0))}};
    const System block({.name = "block",
                        .q = q,
                        .M = mass * Expr::eye(2),
                        .V = -mass * (along * q(0) + up * q(1)),
                        .g = {{.name = "floor", .value = q(1), .contact = floor}}});
    const auto stepper = make_stepper(method, block, {.backend = newton()});
    return stepper->advance({.state = {.q = Vector{{0.0, 0.0}}, .p = Vector{{mass * speed, 0.0}}}},
                            0.01);
  }
};

class UnitOfMassOnAFloor : public testing::TestWithParam<const char*> {};

TEST_P(UnitOfMassOnAFloor, changes_neither_what_is_held_nor_how_it_rubs) {
  const Block blocks[] = {
      {.up = 1e-3},                  // is lifted off
      {.up = 0.0},                   // rests, pressed by nothing
      {.up = -9.81},                 // rests
      {.along = 2.0, .up = -9.81},   // sticks, or slides without friction
      {.along = 5e-3, .up = -1e-3},  // begins to slide
      {.up = -9.81, .speed = 1.0},   // slides
      {.up = 1e-3, .speed = 1.0},    // slides and is lifted off
  };
  for (const Block& block : blocks)
    for (const double unit : {1e-12, 1e12}) {
      const Step a = block.step_of(GetParam(), 1.0), b = block.step_of(GetParam(), unit);
      ASSERT_TRUE(a.report.ok()) << a.report.message;
      ASSERT_TRUE(b.report.ok()) << unit << ": " << b.report.message;
      ASSERT_EQ(a.flights.size(), b.flights.size()) << unit;
      EXPECT_EQ(a.flights[0].held, b.flights[0].held) << unit;
      EXPECT_EQ(a.flights[0].pinned, b.flights[0].pinned) << unit;
      EXPECT_LT((a.state.q - b.state.q).norm(), 1e-13) << unit;
    }
}

INSTANTIATE_TEST_SUITE_P(Of, UnitOfMassOnAFloor, testing::Values("collision", "forced-collision"),
                         [](const auto& tested) { return support::test_name(tested.param); });

}  // namespace
}  // namespace ricochet
