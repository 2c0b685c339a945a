#include "ricochet/problems.hpp"
#include "ricochet/shooting/shooting.hpp"
#include "support/matchers.hpp"
#include "support/shots.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>
#include <string>
#include <vector>

namespace ricochet {
namespace {

using support::fast;
using support::same_bits;

constexpr double met = 1e-12;  // largest end condition [m, rad, m/s]

TEST(ShootingSearch, finds_several_sequences_and_the_path_without_impacts) {
  const Problem problem = problems::shooting_ellipse();
  Shooting shooting(problem, problem.boundary_values[1], fast(problem));
  const SearchOptions options{.starts = 8, .seed = 5};
  const ShootingResult result = shooting.search(options);
  ASSERT_TRUE(result.ok()) << result.message;
  std::set<std::vector<std::string>> sequences;
  for (const Shot& shot : result.solutions) {
    EXPECT_LE(shot.residual, met);
    EXPECT_LE(shot.path_violation, 1e-14);
    sequences.insert(shot.sequence);
  }
  EXPECT_GE(sequences.size(), 3u);
  EXPECT_EQ(sequences.count({}), 1u) << "the free flight up and down was not found";
  long starts = 0;
  for (const auto& [status, count] : result.ends) starts += count;
  EXPECT_EQ(starts, 8);

  const ShootingResult again = shooting.search(options);
  ASSERT_EQ(again.solutions.size(), result.solutions.size());
  for (size_t i = 0; i < again.solutions.size(); ++i)
    EXPECT_TRUE(same_bits(again.solutions[i].start, result.solutions[i].start));
}

TEST(ShootingSearch, stops_on_request) {
  const Problem problem = problems::shooting_disc();
  Shooting shooting(problem, problem.boundary_values[0], fast(problem));
  const ShootingResult result =
      shooting.search({.starts = 5, .stop_requested = [] { return true; }});
  EXPECT_EQ(result.status, ShotStatus::interrupted);
  EXPECT_EQ(result.ends.at(ShotStatus::interrupted), 1);
}

}  // namespace
}  // namespace ricochet
