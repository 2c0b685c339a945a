#include "draw/chart.hpp"
#include "draw/curves.hpp"
#include "figures/claim.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ricochet::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

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

TEST(FittedOrder, is_the_slope_of_a_power) {
  EXPECT_NEAR(fitted_order({1.0, 0.5, 0.25}, {3.0, 0.75, 0.1875}), 2.0, 1e-12);
}

TEST(Chart, has_axes_legend_and_interrupted_curves) {
  const Chart chart{.title = "it's a title",
                    .diagrams = {{.title = "d",
                                  .x_label = "t [s]",
                                  .y_label = "q [m]",
                                  .curves = {{.title = "run",
                                              .x = {0.0, 1.0, 2.0},
                                              .y = {0.5, std::nan(""), 0.25},
                                              .style = 2}},
                                  .log_y = true}}};
  const std::string text = script(chart);
  EXPECT_THAT(text, HasSubstr("'it''s a title'"));
  EXPECT_THAT(text, HasSubstr("set xlabel 't [s]'"));
  EXPECT_THAT(text, HasSubstr("set ylabel 'q [m]'"));
  EXPECT_THAT(text, HasSubstr("set logscale y"));
  EXPECT_THAT(text, HasSubstr("0 0.5 0\n\n2 0.25 0\n"));
  EXPECT_THAT(text, HasSubstr("linestyle 2"));
  EXPECT_THAT(text, HasSubstr("title 'run'"));
  EXPECT_THAT(text, Not(HasSubstr("nan")));
}

TEST(Chart, draws_closed_outlines_and_labels) {
  const double end = std::nan("");
  const Chart chart{
      .diagrams = {
          {.curves = {{.title = "bodies",
                       .x = {0.0, 1.0, 0.0, 0.0, end},
                       .y = {0.0, 0.0, 1.0, 0.0, end},
                       .look = Look::outlines},
                      {.x = {0.5}, .y = {0.25}, .texts = {"2 s"}, .look = Look::labels}}}}};
  const std::string text = script(chart);
  EXPECT_THAT(text, HasSubstr("filledcurves closed"));
  EXPECT_THAT(text, HasSubstr("0 0 0\n1 0 0\n0 1 0\n0 0 0\n\n"));
  EXPECT_THAT(text, HasSubstr("0.5 0.25 \"2 s\"\n"));
  EXPECT_THAT(text, HasSubstr("with labels"));
}

TEST(Animation, draws_every_frame) {
  const Diagram diagram{.curves = {{.x = {0.0, 1.0}, .y = {0.0, 1.0}}}};
  const std::string text =
      script(Animation{.frames = {{.title = "t = 0 s", .diagrams = {diagram}},
                                  {.title = "t = 1 s", .diagrams = {diagram}}}});
  EXPECT_THAT(text, HasSubstr("'t = 0 s'"));
  EXPECT_THAT(text, HasSubstr("'t = 1 s'"));
}

}  // namespace
}  // namespace ricochet::cli
