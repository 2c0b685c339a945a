#include "ricochet/measures.hpp"

#include "ricochet/problems.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ricochet {
namespace {

TEST(Measures, have_the_energy_where_a_momentum_has_one_meaning) {
  const System spring = support::anharmonic();
  Measures measures(spring);
  const Step step{.state = {.q = Vector{{1.0}}, .p = Vector{{2.0}}}, .discrete_energy = 7.0};
  EXPECT_DOUBLE_EQ(measures.energy(step), 2.0 + 0.5 + 0.25);
  Measures of_a_lagrangian(support::polar());
  const Step turned{.state = {.q = Vector{{1.0, 0.0}}, .p = Vector{{0.0, 1.0}}},
                    .discrete_energy = 7.0};
  EXPECT_EQ(of_a_lagrangian.energy(turned), 7.0) << "E_d as the stepper reports it";
}

TEST(Measures, take_the_parameters_of_their_system) {
  Measures stiff(support::anharmonic().with("stiffness", 3.0));
  EXPECT_DOUBLE_EQ(stiff.energy({.state = {.q = Vector{{1.0}}, .p = Vector{{0.0}}}}), 2.25);
}

TEST(Measures, show_the_worst_equality_and_hide_no_nan) {
  const Problem cradle = find_problem("cradle").make();
  Measures measures(cradle.system);
  State state = cradle.initial;
  EXPECT_LT(measures.equality_error(state), 1e-14);
  state.q[1] -= 0.5;
  EXPECT_GT(measures.equality_error(state), 0.1);
  state.q[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(measures.equality_error(state)));
  EXPECT_EQ(measures.gaps(cradle.initial).size(), cradle.system.m());
  Measures free(support::henon_heiles());
  EXPECT_EQ(free.equality_error({.q = Vector{{1.0, 2.0}}}), 0.0) << "there is none";
}

}  // namespace
}  // namespace ricochet
