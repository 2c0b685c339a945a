#include "sweep/axis.hpp"

#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ricochet::cli {
namespace {

using support::message_of;
using testing::ElementsAre;
using testing::HasSubstr;

TEST(GridAxis, has_both_ends_or_a_list) {
  EXPECT_EQ(grid_axis("gravity=1:20:3").name, "gravity");
  EXPECT_THAT(grid_axis("gravity=1:20:3").values, ElementsAre(1.0, 10.5, 20.0));
  EXPECT_THAT(grid_axis("n=5").values, ElementsAre(5.0));
  EXPECT_THAT(grid_axis("n=5,-2,1e3").values, ElementsAre(5.0, -2.0, 1000.0));
  EXPECT_THAT(grid_axis("n=5:5:1").values, ElementsAre(5.0));
  EXPECT_THAT(grid_axis("x=3:-1:3").values, ElementsAre(3.0, 1.0, -1.0));
  EXPECT_THAT(grid_axis("h=0.001:0.1:3:log").values,
              ElementsAre(0.001, testing::DoubleNear(0.01, 1e-16), 0.1));
}

TEST(GridAxis, keeps_the_digits_of_its_ends) {
  for (const long count : {2, 3, 7, 1000}) {
    const std::vector<double> values = grid_axis("x=0.1:0.7:" + std::to_string(count)).values;
    EXPECT_EQ(values.front(), 0.1);
    EXPECT_EQ(values.back(), 0.7);
    EXPECT_EQ(values.size(), static_cast<size_t>(count));
  }
}

TEST(GridAxis, refuses_what_is_no_grid) {
  const auto complaint = [](const char* text) {
    return message_of([text] { (void)grid_axis(text); });
  };
  EXPECT_THAT(complaint("gravity"), HasSubstr("--grid: expected NAME=FROM:TO:COUNT"));
  EXPECT_THAT(complaint("=1:2:3"), HasSubstr("--grid: expected NAME=FROM:TO:COUNT"));
  EXPECT_THAT(complaint("g="), HasSubstr("--grid: expected NAME=FROM:TO:COUNT"));
  EXPECT_THAT(complaint("g=1:2"), HasSubstr("--grid g: expected FROM:TO:COUNT"));
  EXPECT_THAT(complaint("g=1:2:3:lin"), HasSubstr("--grid g: expected FROM:TO:COUNT"));
  EXPECT_THAT(complaint("g=a:2:3"), HasSubstr("--grid g: expected a finite number, not 'a'"));
  EXPECT_THAT(complaint("g=1:2:x"), HasSubstr("expected a whole number"));
  EXPECT_THAT(complaint("g=1:2:0"), HasSubstr("the grid is empty; give a COUNT of at least 1"));
  EXPECT_THAT(complaint("g=1:2:1"), HasSubstr("one value cannot reach from 1 to 2"));
  EXPECT_THAT(complaint("g=1:1:2"), HasSubstr("all 2 values are 1"));
  EXPECT_THAT(complaint("g=0:1:2:log"), HasSubstr("equal ratios need ends > 0"));
  EXPECT_THAT(complaint("g=1:2:999999999999"), HasSubstr("expected at most 100000000 values"));
  EXPECT_THAT(complaint("g=1,2,1"), HasSubstr("the value 1 is there twice"));
}

TEST(RandomAxis, refuses_what_is_no_distribution) {
  const auto complaint = [](const char* text) {
    return message_of([text] { (void)random_axis(text); });
  };
  EXPECT_THAT(complaint("m"), HasSubstr("--random: expected NAME=uniform(A,B)"));
  EXPECT_THAT(complaint("m=1"), HasSubstr("--random m: expected uniform(A,B)"));
  EXPECT_THAT(complaint("m=unifrom(1,2)"), HasSubstr("did you mean 'uniform'?"));
  EXPECT_THAT(complaint("m=uniform(1)"), HasSubstr("expected two numbers in brackets, not 1"));
  EXPECT_THAT(complaint("m=uniform()"), HasSubstr("expected a finite number"));
  EXPECT_THAT(complaint("m=uniform(2,1)"), HasSubstr("must be below the second, not 2 and 1"));
  EXPECT_THAT(complaint("m=loguniform(0,1)"), HasSubstr("loguniform needs ends > 0, not 0"));
  EXPECT_THAT(complaint("m=normal(1,0)"), HasSubstr("standard deviation must be > 0, not 0"));
}

std::vector<double> drawn(const char* text, size_t count) {
  const RandomAxis axis = random_axis(text);
  std::vector<double> values;
  for (size_t i = 0; i < count; ++i) values.push_back(draw(axis, 7, i));
  return values;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double deviation(const std::vector<double>& values) {
  double sum = 0.0;
  for (const double x : values) sum += (x - mean(values)) * (x - mean(values));
  return std::sqrt(sum / static_cast<double>(values.size()));
}

TEST(RandomAxis, has_the_moments_of_its_distribution) {
  constexpr size_t count = 4000;
  constexpr double off = 4.0 / 63.0;  // four standard errors of a mean, in deviations
  const std::vector<double> even = drawn("m=uniform(-1,3)", count);
  EXPECT_NEAR(mean(even), 1.0, off * 4.0 / std::sqrt(12.0));
  EXPECT_NEAR(deviation(even), 4.0 / std::sqrt(12.0), 0.05);
  EXPECT_GE(*std::min_element(even.begin(), even.end()), -1.0);
  EXPECT_LT(*std::max_element(even.begin(), even.end()), 3.0);
  const std::vector<double> bell = drawn("m=normal(5,0.5)", count);
  EXPECT_NEAR(mean(bell), 5.0, off * 0.5);
  EXPECT_NEAR(deviation(bell), 0.5, 0.03);
  std::vector<double> decades = drawn("m=loguniform(0.01,100)", count);
  for (double& x : decades) x = std::log10(x);
  EXPECT_NEAR(mean(decades), 0.0, off * 4.0 / std::sqrt(12.0));
  EXPECT_NEAR(deviation(decades), 4.0 / std::sqrt(12.0), 0.05);
}

TEST(RandomAxis, depends_on_seed_member_and_name_only) {
  const RandomAxis mass = random_axis("mass=uniform(0,1)"), gravity = random_axis("g=uniform(0,1)");
  EXPECT_EQ(draw(mass, 7, 3), draw(random_axis("mass=uniform(0,1)"), 7, 3));
  EXPECT_NE(draw(mass, 7, 3), draw(mass, 8, 3));
  EXPECT_NE(draw(mass, 7, 3), draw(mass, 7, 4));
  EXPECT_NE(draw(mass, 7, 3), draw(gravity, 7, 3));
  EXPECT_EQ(draw(random_axis("mass=uniform(0,2)"), 7, 3), 2.0 * draw(mass, 7, 3));
}

/// The bits are part of what a table of a sweep says: they do not change with the program.
TEST(RandomAxis, draws_the_same_numbers_as_ever) {
  EXPECT_EQ(draw(random_axis("mass=uniform(0.5,2)"), 7, 0), 1.3705149604474938);
  EXPECT_EQ(draw(random_axis("mass=uniform(0.5,2)"), 7, 1), 1.8101480304985893);
}

TEST(Axis, is_written_with_all_digits) {
  EXPECT_EQ(text_of(grid_axis("x=0.5:1:2")), "x=0.5,1");
  EXPECT_EQ(text_of(random_axis("x=normal(0.1,1)")), "x=normal(0.10000000000000001,1)");
}

}  // namespace
}  // namespace ricochet::cli
