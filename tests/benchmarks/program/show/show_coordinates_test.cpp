#include "support/program.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::ricochet_program;
using testing::HasSubstr;

TEST(ShowBodies, have_all_their_coordinates_with_units) {
  EXPECT_THAT(ricochet_program({"show", "star"}).out,
              HasSubstr("star: q0 = x [m], q1 = y [m], q2 = theta [rad]\n"));
  EXPECT_THAT(ricochet_program({"show", "lennard-jones"}).out,
              HasSubstr("sphere 5: q15 = x [m], q16 = y [m], q17 = z [m]\n"));
  EXPECT_THAT(ricochet_program({"show", "pendulum-cylinder"}).out, HasSubstr("azimuth:     q1\n"));
  EXPECT_THAT(ricochet_program({"show", "bar-pair", "--set", "n=3"}).out,
              HasSubstr("others:             q1 to q2, q5 to q6\n"));
}

}  // namespace
}  // namespace ricochet
