#include "ricochet/steppers/recycler.hpp"

#include "ricochet/step.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

const double* storage(const ReflectionPass& pass) { return pass.impulse.data(); }

TEST(Recycler, hands_out_the_storage_of_events_that_are_over) {
  Recycler<ReflectionPass> recycler;
  std::vector<ReflectionPass> log;
  recycler.add(log, 2);
  recycler.add(log, 3);
  const double *two = storage(log[0]), *three = storage(log[1]);
  recycler.collect(log);
  EXPECT_TRUE(log.empty());
  EXPECT_EQ(storage(recycler.add(log, 3)), three);
  EXPECT_EQ(storage(recycler.add(log, 2)), two);
}

TEST(Recycler, keeps_storage_of_another_size_for_later) {
  Recycler<ReflectionPass> recycler;
  std::vector<ReflectionPass> log;
  const double* two = storage(recycler.add(log, 2));
  recycler.collect(log);
  EXPECT_EQ(recycler.add(log, 1).impulse.size(), 1);
  EXPECT_EQ(storage(recycler.add(log, 2)), two);
  EXPECT_NE(storage(recycler.add(log, 2)), two) << "which is in use";
  EXPECT_EQ(log.size(), 3u);
}

TEST(Recycler, does_not_hoard) {
  Recycler<ReflectionPass> recycler;
  std::vector<ReflectionPass> log;
  const std::vector<Index> mark{7};
  for (int i = 0; i < 5000; ++i) {
    log.push_back({.set = mark, .impulse = Vector::Ones(2)});
    recycler.collect(log);
  }
  int spare = 0;
  while (spare < 5000 && recycler.add(log, 2).set == mark) ++spare;
  EXPECT_GT(spare, 100);
  EXPECT_LT(spare, 2000);
}

}  // namespace
}  // namespace ricochet
