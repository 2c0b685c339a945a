#include "figures/claim.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ricochet::cli {
namespace {

Measured number(double value, const Band& band) { return {"x", value, band, "m"}; }

TEST(Verdict, is_reproduced_when_every_number_lies_in_its_band) {
  const Claim claim{"x is small", {number(1e-13, at_most(1e-12)), number(2.0, between(1.0, 3.0))}};
  EXPECT_EQ(judge(claim), Verdict::reproduced);
  EXPECT_EQ(verdict_text(claim), "reproduced");
  EXPECT_EQ(measured_text(claim), "x 1e-13 m (at most 1e-12); x 2 m (1 to 3)");
}

TEST(Verdict, fails_when_it_must) {
  const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
  EXPECT_EQ(judge({"x", {number(1e-11, at_most(1e-12))}}), Verdict::not_reproduced);
  EXPECT_EQ(judge({"x", {number(0.0, at_least(1.0))}}), Verdict::not_reproduced);
  EXPECT_EQ(judge({"x", {number(1.0, at_least(1.0)), number(4.0, between(1.0, 3.0))}}),
            Verdict::not_reproduced);
  EXPECT_EQ(judge({"x", {number(nan, {})}}), Verdict::not_reproduced);
  EXPECT_EQ(judge({"x", {number(nan, at_most(1.0))}}), Verdict::not_reproduced);
  EXPECT_EQ(judge({"x", {number(infinite, at_most(1.0))}}), Verdict::not_reproduced);
  EXPECT_EQ(judge({"nothing is measured", {}}), Verdict::not_reproduced);
  EXPECT_EQ(verdict_text({"x", {number(2.0, at_most(1.0))}}), "not reproduced: x");
}

TEST(Verdict, differs_only_if_the_numbers_of_the_difference_confirm_it) {
  const std::vector<Measured> missed{number(2.0, at_most(1.0))};
  const Claim confirmed{"x", missed, {"it is larger", {number(2.0, at_most(3.0))}}};
  EXPECT_EQ(verdict_text(confirmed), "differs: it is larger");
  EXPECT_EQ(measured_text(confirmed), "x 2 m (at most 1); x 2 m (at most 3)");
  EXPECT_EQ(judge({"x", missed, {"it is larger", {number(4.0, at_most(3.0))}}}),
            Verdict::not_reproduced);
  EXPECT_EQ(judge({"x", missed, {"it is larger", {}}}), Verdict::not_reproduced);
  EXPECT_EQ(judge({"x", {number(0.5, at_most(1.0))}, {"it is larger", {number(9.0, {})}}}),
            Verdict::reproduced);
}

}  // namespace
}  // namespace ricochet::cli
