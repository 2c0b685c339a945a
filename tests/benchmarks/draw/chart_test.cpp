#include "draw/chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
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

TEST(Chart, draws_cells_that_meet_halfway) {
  const Chart chart{.diagrams = {{.curves = {{.x = {1.0, 1.0, 3.0, 3.0},
                                              .y = {1.0, 10.0, 1.0, 10.0},
                                              .z = {5.0, 6.0, std::nan(""), 8.0},
                                              .look = Look::cells}}}}};
  const std::string text = script(chart);
  EXPECT_THAT(text, HasSubstr("with boxxyerror"));
  EXPECT_THAT(text, HasSubstr("set palette"));
  EXPECT_THAT(text, HasSubstr("1 10 0.5 2 5.5 14.5 6\n")) << "an end below 0 has equal ratios";
  EXPECT_THAT(text, HasSubstr("3 10 2 4 5.5 14.5 8\n"));
  EXPECT_THAT(text, Not(HasSubstr("\n3 1 "))) << "a cell without a value stays empty";
  EXPECT_THAT(script({.diagrams = {{.curves = {{.x = {0.0}, .y = {0.0}}}}}}),
              Not(HasSubstr("palette")));
}

TEST(Chart, draws_more_dots_than_points) {
  std::vector<double> x(20000);
  for (size_t i = 0; i < x.size(); ++i) x[i] = static_cast<double>(i);
  const auto lines = [&](Look look) {
    const std::string text = script({.diagrams = {{.curves = {{.x = x, .y = x, .look = look}}}}});
    return std::count(text.begin(), text.end(), '\n');
  };
  EXPECT_GT(lines(Look::dots), 20000);
  EXPECT_LT(lines(Look::points), 5000);
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
