#include "sweep/sweep_options.hpp"

#include "program/options/parse.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace ricochet::cli {
namespace {

using testing::ElementsAre;

TEST(SweepOptions, are_all_understood) {
  const Options o = resolve(parse({"sweep",
                                   "pogo",
                                   "--grid",
                                   "a=1:2:3",
                                   "--grid",
                                   "b=1,2",
                                   "--random",
                                   "c=normal(0,1)",
                                   "--samples",
                                   "5",
                                   "--seed",
                                   "7",
                                   "--part",
                                   "2/3",
                                   "--resume",
                                   "--out",
                                   "s.csv",
                                   "--impacts",
                                   "i.csv",
                                   "--impacts-after",
                                   "3",
                                   "--plot",
                                   "p.svg",
                                   "--plot-of",
                                   "q0",
                                   "--jobs",
                                   "4",
                                   "--quiet",
                                   "--certify-every",
                                   "2"}));
  EXPECT_THAT(o.operands, ElementsAre("pogo"));
  EXPECT_THAT(o.grid, ElementsAre("a=1:2:3", "b=1,2"));
  EXPECT_THAT(o.random, ElementsAre("c=normal(0,1)"));
  EXPECT_EQ(o.samples, 5);
  EXPECT_EQ(o.seed, 7);
  EXPECT_EQ(o.part, "2/3");
  EXPECT_TRUE(o.go_on && o.quiet);
  EXPECT_FALSE(o.join);
  EXPECT_EQ(o.impacts, "i.csv");
  EXPECT_EQ(o.impacts_after, 3.0);
  EXPECT_EQ(o.plot, "p.svg");
  EXPECT_EQ(o.plot_of, "q0");
  EXPECT_EQ(o.jobs, 4);
  EXPECT_EQ(o.certify_every, 2);
  const Options joined = resolve(parse({"sweep", "--join", "a.csv", "b.csv", "--out", "c.csv"}));
  EXPECT_TRUE(joined.join);
  EXPECT_THAT(joined.operands, ElementsAre("a.csv", "b.csv"));
}

}  // namespace
}  // namespace ricochet::cli
