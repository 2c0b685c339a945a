#include "program/record/summary.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <sstream>
#include <string>

namespace ricochet::cli {
namespace {

using testing::HasSubstr;

std::string printed(const RunSummary& summary) {
  std::ostringstream out;
  print_summary(summary, 2.0, out);
  return out.str();
}

TEST(Summary, has_a_line_per_quantity) {
  const RunSummary summary{.steps = 4,
                           .energy_initial = 1.5,
                           .energy_min = 1.25,
                           .energy_max = 2.0,
                           .momentum_names = {"spin"},
                           .momentum_initial = {7.0},
                           .momentum_max_error = {0.5},
                           .gap_min = -1e-3,
                           .equality_max = 1e-4,
                           .certificate_max = 1e-12,
                           .impacts = 3,
                           .flagged_impacts = 1,
                           .solver = {.newton_iterations = 9}};
  const std::string text = printed(summary);
  EXPECT_THAT(text,
              HasSubstr("  energy         1.5 J, error from -2.50e-01 to 5.00e-01 J, slope "));
  EXPECT_THAT(text, HasSubstr("  momentum       spin: 7, largest error 5.00e-01\n"
                              "  smallest gap   -1.00e-03 m\n  equalities     1.00e-04 m\n"
                              "  impacts        3\n"
                              "  flagged        1 of them not by the method's own law\n"
                              "  certificate    1.00e-12 m\n"
                              "  solver         9 Newton iterations, 0 fallbacks\n"
                              "  wall time      2 s, 500 ms per step\n"));
}

TEST(Summary, is_silent_about_what_there_is_not) {
  EXPECT_EQ(printed({}),
            "  certificate    0.00e+00 m\n  solver         0 Newton iterations, 0 fallbacks\n"
            "  wall time      2 s\n");
}

TEST(Summary, counts_per_step_and_takes_the_worst_momentum) {
  EXPECT_EQ(per_step({.steps = 4}, 10), 2.5);
  EXPECT_EQ(per_step({}, 10), 0.0);
  EXPECT_EQ(largest_momentum_error({.momentum_max_error = {1.0, 3.0, 2.0}}), 3.0);
  EXPECT_TRUE(std::isnan(largest_momentum_error({})));
}

TEST(Shown, is_a_dash_or_nothing_where_nothing_was_measured) {
  EXPECT_EQ(shown("{:.2f}", 0.125), "0.12");
  EXPECT_EQ(exact_or_empty(0.1), "0.10000000000000001");
  for (const double x : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    EXPECT_EQ(shown("{:.2f}", x), "-");
    EXPECT_EQ(exact_or_empty(x), "");
  }
}

}  // namespace
}  // namespace ricochet::cli
