#include "program/error_table.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace ricochet::cli {
namespace {

using testing::HasSubstr;
using testing::Not;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

MeasuredProblem two_methods() {
  MeasuredProblem p{.name = "box", .advice = {"gvi"}, .h = 0.01, .steps = 100};
  p.errors = {.reference = "hybrid", .uncertainty = 1e-6, .way = 1.0};
  p.errors.methods.push_back({.method = {.stepper = "gvi"},
                              .errors = {0.1, 0.05, 0.02},
                              .impacts = 5,
                              .same_motion = true});
  p.errors.methods.push_back(
      {.method = {.stepper = "hybrid"}, .errors = {0.001, 0.0005, 0.0002}, .same_motion = true});
  return p;
}

TEST(ErrorTable, shows_errors_ratio_and_place_in_the_advice) {
  const std::string text = error_table(two_methods());
  EXPECT_THAT(text, HasSubstr("over 100 steps of h = 0.01 s from hybrid with h / 53"));
  EXPECT_THAT(text, HasSubstr("| gvi    | 1.0e-01 | 5.0e-02 | 2.0e-02 |    93 | advice 1 |"));
  EXPECT_THAT(text, HasSubstr("| hybrid | 1.0e-03 | 5.0e-04 | 2.0e-04 |     1 |          |"));
}

TEST(ErrorTable, judges_no_run_that_ended_early_and_no_other_motion) {
  MeasuredProblem p = two_methods();
  p.errors.methods[0].errors[0] = nan;
  p.errors.methods[0].failure = "not_finite";
  EXPECT_THAT(error_table(p), HasSubstr("|       - | 5.0e-02 | 2.0e-02 |     - | advice 1, a run"));
  p = two_methods();
  p.errors.methods[0].same_motion = false;
  EXPECT_THAT(error_table(p), HasSubstr("another motion"));
  EXPECT_THAT(error_table({.name = "none"}), HasSubstr("no method reached the end"));
}

TEST(ErrorTable, has_no_ratio_where_the_reference_is_not_certain) {
  MeasuredProblem p = two_methods();
  p.errors.uncertainty = 0.2;
  EXPECT_THAT(error_table(p), HasSubstr("|     - | advice 1 |"));
  EXPECT_THAT(error_page({p}), HasSubstr("| box     |       - | gvi "));
}

TEST(ErrorPage, begins_with_the_first_advice_on_each_problem) {
  const std::string page = error_page({two_methods()});
  EXPECT_THAT(page, testing::StartsWith("# Advice against measured errors"));
  EXPECT_THAT(
      page,
      HasSubstr("| box     |       5 | gvi          |   1.0e-01 | hybrid |   1.0e-03 |    93 |"));
  MeasuredProblem good = two_methods();
  good.advice = {"hybrid"};
  EXPECT_THAT(error_page({good}), HasSubstr("| the same |"));
  EXPECT_THAT(page, Not(HasSubstr("the same")));
}

}  // namespace
}  // namespace ricochet::cli
