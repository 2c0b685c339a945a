#include "draw/chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

namespace ricochet::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

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
