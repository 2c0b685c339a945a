#include "limit/ratios.hpp"

#include "limit/page.hpp"

#include <gmock/gmock.h>

namespace ricochet::limit {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;

const std::vector<Cost> costs = {{"pogo", "gvi", 5000.0, {1000.0, 2000.0, 500.0, 500.0, 1000.0}},
                                 {"pogo", "explicit Verlet", 40.0},
                                 {"cradle", "gvi", 60000.0},
                                 {"cradle", "dense Newton", 10000.0},
                                 {"cradle", "range space", 5000.0}};
const std::vector<Time> times = {
    {"pogo", "gvi", 2000.0, 24.0}, {"pogo", "explicit Verlet", 8.0}, {"pogo", "nlpsol", 1e6, 50.0}};

TEST(Ratios, of_instructions_have_a_row_for_each_program) {
  const std::string table = instructions_table(costs);
  EXPECT_THAT(table, ContainsRegex(
                         "pogo +\\| gvi +\\| +5000 \\| explicit Verlet \\| +40 \\| +125 \\| +10 "));
  EXPECT_THAT(table, ContainsRegex("60000 \\| dense Newton +\\| +10000 \\| +6.00 \\| +2 "));
  EXPECT_THAT(table, ContainsRegex("60000 \\| range space +\\| +5000 \\| +12.0 \\| +- "));
}

TEST(Ratios, of_times_stand_beside_committed_ones) {
  const std::vector<Time> before = {{"pogo", "gvi", 3000.0, 24.0},
                                    {"pogo", "explicit Verlet", 10.0}};
  EXPECT_THAT(
      times_table(times, before),
      ContainsRegex("pogo +\\| gvi +\\| +24.0 \\| +2000 \\| explicit Verlet \\| +8.00 \\| +250 "
                    "\\| +300 \\| +500 "));
}

TEST(Ratios, that_are_not_known_are_left_out) {
  EXPECT_THAT(times_table({}, {}), ContainsRegex("particle-floor \\| collision +\\| +- \\| +- "));
  EXPECT_THAT(times_table(times, {}), ContainsRegex("8.00 \\| +250 \\| +- \\| +500 "));
}

TEST(Ratios, of_parts_are_shares_of_the_step) {
  EXPECT_THAT(parts_table(costs),
              ContainsRegex("1000 \\(20 %\\) \\| +2000 \\(40 %\\).*5000 \\| +400 "));
}

TEST(LimitPage, holds_the_three_tables) {
  const std::string page = limit_page(costs, times, {});
  for (const std::string& table :
       {instructions_table(costs), parts_table(costs), times_table(times, {})})
    EXPECT_THAT(page, HasSubstr(table));
}

}  // namespace
}  // namespace ricochet::limit
