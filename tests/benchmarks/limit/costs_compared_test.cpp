#include "limit/costs_compared.hpp"

#include <gmock/gmock.h>

namespace ricochet::limit {
namespace {

using testing::HasSubstr;
using testing::Not;

CostsCompared compared(double committed, double counted) {
  return compare({{.problem = "pogo", .program = "gvi", .instructions = committed}},
                 {{.problem = "pogo", .program = "gvi", .instructions = counted}});
}

TEST(CostsCompared, pass_within_a_tenth) {
  for (const double counted : {1000.0, 1099.0, 901.0}) {
    const CostsCompared result = compared(1000.0, counted);
    EXPECT_FALSE(result.grown) << counted;
    EXPECT_THAT(result.text, Not(HasSubstr("--renew"))) << counted;
  }
  EXPECT_THAT(compared(1000.0, 1050.0).text, HasSubstr("+5.00 %"));
}

TEST(CostsCompared, fail_where_a_step_has_grown) {
  const CostsCompared result = compared(1000.0, 1101.0);
  EXPECT_TRUE(result.grown);
  EXPECT_THAT(result.text, HasSubstr("more instructions"));
}

TEST(CostsCompared, ask_for_new_figures_where_a_step_has_shrunk) {
  const CostsCompared result = compared(1000.0, 899.0);
  EXPECT_FALSE(result.grown);
  EXPECT_THAT(result.text, HasSubstr("`.ci/instructions --renew`"));
}

TEST(CostsCompared, fail_without_a_figure_or_without_a_number) {
  EXPECT_TRUE(compare({}, {{.problem = "pogo", .program = "gvi", .instructions = 1.0}}).grown);
  EXPECT_TRUE(compared(0.0, 0.0).grown);
}

}  // namespace
}  // namespace ricochet::limit
