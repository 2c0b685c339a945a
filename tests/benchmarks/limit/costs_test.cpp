#include "limit/costs.hpp"

#include "support/matchers.hpp"
#include "support/scratch_folder.hpp"

#include <gtest/gtest.h>

namespace ricochet::limit {
namespace {

TEST(Costs, are_read_with_their_parts) {
  const support::ScratchFolder folder;
  const auto costs = read_costs(
      folder.write("instructions.csv",
                   "problem,program,instructions,certifier,kernels,linear algebra,memory,rest\n"
                   "pogo,gvi,100,10,50,20,5,15\npogo,explicit Verlet,4,0,0,0,0,4\n"));
  ASSERT_EQ(costs.size(), 2U);
  EXPECT_EQ(costs[0].part, (std::array<double, 5>{10, 50, 20, 5, 15}));
  ASSERT_NE(find(costs, "pogo", "explicit Verlet"), nullptr);
  EXPECT_EQ(find(costs, "pogo", "explicit Verlet")->instructions, 4.0);
  EXPECT_EQ(find(costs, "cradle", "gvi"), nullptr);
}

TEST(Costs, are_refused_without_a_number) {
  const support::ScratchFolder folder;
  const std::string path =
      folder.write("limit.csv", "problem,program,nanoseconds,setup\npogo,gvi,?,3\n");
  support::expect_message([&] { (void)read_times(path); }, {"limit.csv:2", "nanoseconds"});
}

TEST(Costs, of_times_are_read_as_they_were_written) {
  const support::ScratchFolder folder;
  const std::vector<Time> times = {{"pogo", "gvi", 2030.0, 24.0},
                                   {"pogo", "explicit Verlet", 6.25}};
  const auto read = read_times(folder.write("limit.csv", times_csv(times)));
  ASSERT_EQ(read.size(), 2U);
  for (size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(read[i].problem, times[i].problem);
    EXPECT_EQ(read[i].program, times[i].program);
    EXPECT_EQ(read[i].nanoseconds, times[i].nanoseconds);
    EXPECT_EQ(read[i].setup, times[i].setup);
  }
}

}  // namespace
}  // namespace ricochet::limit
