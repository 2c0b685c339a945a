#include "draw/round_off.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::cli {
namespace {

System particle() {
  const Expr q = Expr::sym("q", 2);
  return System({.name = "particle", .q = q, .M = 2.0 * Expr::eye(2), .V = 10.0 * q(1)});
}

Sample at(double y, double p, double energy) {
  return {.state = {.q = Vector{{0.0, y}}, .p = Vector{{p, 0.0}}}, .energy = energy};
}

TEST(RoundOff, is_relative_to_the_energy_in_all) {
  EXPECT_DOUBLE_EQ(energy_round_off(particle(), {at(-5.0, 0.0, -50.0)}, -50.0), 50e-12);
}

TEST(RoundOff, is_relative_to_the_kinetic_energy_where_the_total_is_small) {
  EXPECT_DOUBLE_EQ(energy_round_off(particle(), {at(-0.4, 4.0, 0.0)}, 0.0), 4e-12);
}

TEST(RoundOff, has_a_limit_where_nothing_moves_or_nothing_is_known) {
  EXPECT_EQ(energy_round_off(particle(), {at(0.0, 0.0, 0.0)}, 0.0), 1e-12);
  EXPECT_EQ(energy_round_off(particle(), {at(0.0, 0.0, std::nan(""))}, std::nan("")), 1e-12);
  EXPECT_EQ(momentum_round_off({}), 1e-12);
}

TEST(RoundOff, of_momenta_knows_parts_that_cancel) {
  Sample opposite = at(3.0, 2.0, 0.0);  // an angular momentum of 0 is made of parts of 6
  opposite.momenta = Vector{{0.0}};
  EXPECT_DOUBLE_EQ(momentum_round_off({opposite}), 6e-12);
  opposite.momenta = Vector{{-30.0}};
  EXPECT_DOUBLE_EQ(momentum_round_off({opposite}), 30e-12);
}

}  // namespace
}  // namespace ricochet::cli
