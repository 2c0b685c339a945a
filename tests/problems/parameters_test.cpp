#include "ricochet/parameters.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

TEST(Parameters, are_called_as_their_symbols_and_have_range_and_unit) {
  const Expr m = Expr::sym("heavy");
  const Parameter mass = mass_parameter(m, 2.0);
  EXPECT_EQ(mass.name, "heavy");
  EXPECT_EQ(mass.value, 2.0);
  EXPECT_EQ(mass.unit, "kg");
  EXPECT_FALSE(mass.range.contains(0.0));
  EXPECT_FALSE(size_parameter(m, 1.0).range.contains(-1.0));
  EXPECT_TRUE(gravity_parameter(m, 9.81).range.contains(-9.81)) << "it may point upwards";
  EXPECT_TRUE(angle_parameter(m, 0.0).range.contains(-3.0));
  EXPECT_EQ(speed_parameter(m, 0.0).unit, "m/s");
}

}  // namespace
}  // namespace ricochet
