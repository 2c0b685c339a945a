#include "ricochet/rattle/largest_share.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

constexpr double noise = 1e-14;

struct Found {
  double share = 0.0;
  int trials = 0;
};

template <class Work>
Found find(const Work& W) {
  Found found;
  const auto counted = [&](double share) {
    ++found.trials;
    return W(share);
  };
  found.share = largest_share(counted, W(1.0), noise);
  return found;
}

TEST(LargestShare, meets_the_root_of_an_impact_with_a_fixed_set_at_once) {
  const Found found = find([](double s) { return s * s - 0.25; });
  EXPECT_NEAR(found.share, 0.5, 1e-14);
  EXPECT_LE(found.trials, 2);
}

TEST(LargestShare, is_0_where_the_impact_gives_energy_without_any_restitution) {
  EXPECT_EQ(find([](double s) { return 0.1 + s * s; }).share, 0.0);
  EXPECT_EQ(find([](double s) { return s * s; }).share, 0.0);
}

TEST(LargestShare, is_found_where_contacts_part_or_slide) {
  const Found kinked =
      find([](double s) { return s < 0.7 ? 0.1 * s - 0.2 : 3.0 * (s - 0.7) - 0.13; });
  EXPECT_NEAR(kinked.share, 0.7 + 0.13 / 3.0, 1e-13);
  EXPECT_LE(kinked.trials, 20);
  EXPECT_NEAR(find([](double s) { return s - 1e-3; }).share, 1e-3, 1e-13);
}

TEST(LargestShare, lies_below_a_jump) {
  const auto W = [](double s) { return s < 0.3 ? -1.0 : 1.0; };
  const double share = find(W).share;
  EXPECT_LT(W(share), 0.0);
  EXPECT_NEAR(share, 0.3, 1e-13);
}

}  // namespace
}  // namespace ricochet
