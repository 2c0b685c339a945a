#include "ricochet/backends/automatic.hpp"
#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "support/combinations.hpp"
#include "support/rough_runs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>
#include <tuple>
#include <vector>

/// Bodies thrown on rough floors from random starts, with the methods that meet all contacts of a
/// step in one Coulomb problem: every run reaches its end, every step is certified, and no run has
/// more energy than it began with.

namespace ricochet {
namespace {

using support::RoughBodies;
using support::RoughCase;
using support::RoughCount;
using support::RoughGrid;

/// Contacts that open under load, between walls without clearance or where a body turns about its
/// corner, give O(h^2), see MoreauJean; so does the swing of Verlet's rule while a body turns.
constexpr double opening = 1e-4;  // observed 2e-5

const std::vector<RoughCase>& cases() {
  static const std::vector<RoughCase> all = {
      {"chain_3", [] { return support::chain(3); }},
      {"chain_5", [] { return support::chain(5); }},
      {"chain_8", [] { return support::chain(8); }},
      {"chain_12", [] { return support::chain(12); }, 8},
      {"chain_20", [] { return support::chain(20); }, 4},
      {"twin_6", [] { return support::chain(6, true); }},
      {"tossed_box", [] { return support::tossed_box(); }},
      {"stack_1", [] { return support::stack(1); }},
      {"stack_2", [] { return support::stack(2); }},
      {"stack_3", [] { return support::stack(3); }},
      {"stack_5", [] { return support::stack(5); }, 8},
      {"dominoes_3", [] { return support::row_of_dominoes(3); }, 20, true, 0.02, opening},
      {"dominoes_6", [] { return support::row_of_dominoes(6); }, 8, true, 0.02, opening},
      {"packed_discs_3", [] { return support::packed_discs(2); }},
      {"packed_discs_6", [] { return support::packed_discs(3); }, 8},
      {"channel", [] { return support::box_in_channel(); }, 20, true, 0.02, opening},
      {"three_floors", [] { return support::point_on_floors(3); }},
  };
  return all;
}

/// Elastic impacts of rattle keep waves in rods, and the energy of Verlet's rule swings with them,
/// by O(h^2). Impacts give nothing, see rattle_energy_test.cpp.
constexpr double most_elastic = 0.1;  // of the largest energy; observed 0.06

class RoughSteps : public testing::TestWithParam<std::tuple<const char*, RoughCase>> {
 protected:
  static RoughCase bodies() { return std::get<1>(GetParam()); }
  static void expect_all(const Backend& backend, const RoughGrid& grid) {
    const RoughCount count = run_grid(bodies().make(), std::get<0>(GetParam()), backend, grid);
    expect_ends(count);
    EXPECT_GT(count.rubbing, 0);
    EXPECT_LE(count.most_gained, bodies().gain);
    EXPECT_LE(count.most_gained_elastic, most_elastic);
  }
};
class RoughStepsSlow : public RoughSteps {};

TEST_P(RoughSteps, reach_the_end) {
  expect_all(newton(), {.restitutions = {0.0, 0.5, 1.0}, .frictions = {0.0, 0.4, 1.2}});
}

TEST_P(RoughStepsSlow, reach_the_end) {
  expect_all(newton(), {.starts = bodies().many, .seed = 7});
  expect_all(automatic(), {.starts = bodies().some(), .seed = 8});
}

TEST_P(RoughStepsSlow, reach_the_end_with_ipopt) {
  if (bodies().many < 10) GTEST_SKIP() << "takes long";
  expect_all(ipopt(), {.restitutions = {0.0, 0.5}, .frictions = {0.4}, .seed = 3});
}

/// The second stage is solved to less than what the certificate of the step allows.
TEST(RoughStepsOfRattle, rub_within_their_cones_as_the_certificate_measures_them) {
  RoughBodies box = support::tossed_box();
  std::mt19937_64 random(7);
  State start;
  for (int i = 0; i < 94; ++i) start = box.start(random);
  box.start = [start](std::mt19937_64&) { return start; };
  expect_ends(run_grid(box, "rattle", newton(), {.restitutions = {0.0}, .frictions = {1.2}}));
}

class LongChainsSlow : public testing::TestWithParam<Index> {};

/// Waves run along them: rods fold, turn and are stretched within a step.
TEST_P(LongChainsSlow, reach_the_end_in_moreau_jean) {
  const RoughCount count = run_grid(
      support::wavy_chain(GetParam()), "moreau-jean", newton(),
      {.restitutions = {0.0, 0.2, 0.5}, .frictions = {0.0, 0.4, 1.0}, .starts = 6, .seed = 4});
  expect_ends(count);
  EXPECT_LE(count.most_gained, 1e-11);
}
INSTANTIATE_TEST_SUITE_P(Of, LongChainsSlow, testing::Values(30, 60, 100, 200, 300));

std::string name_of(const testing::TestParamInfo<std::tuple<const char*, RoughCase>>& info) {
  return std::get<1>(info.param).name + "_of_" + support::test_name(std::get<0>(info.param));
}
const auto methods = testing::Values("moreau-jean", "rattle");
INSTANTIATE_TEST_SUITE_P(Of, RoughSteps, testing::Combine(methods, testing::ValuesIn(cases())),
                         name_of);
INSTANTIATE_TEST_SUITE_P(Of, RoughStepsSlow, testing::Combine(methods, testing::ValuesIn(cases())),
                         name_of);

}  // namespace
}  // namespace ricochet
