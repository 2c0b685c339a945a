#include "ricochet/shadow/shadow_choice.hpp"

#include "ricochet/problems.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// Particles in space, every pair with a long potential and no rods.
System crowd(int n) {
  SystemSpecification molecule = problems::lennard_jones(n).system.specification();
  molecule.f = {};
  return System(molecule);
}

TEST(ShadowChoice, takes_a_higher_order_where_its_closed_form_is_short) {
  EXPECT_EQ(suitable_shadow(problems::disc_chaotic().system, verlet()).order, 6);
  EXPECT_EQ(suitable_shadow(problems::pogo_hardening().system, verlet()).order, 6);
  EXPECT_EQ(suitable_shadow(problems::spring_sphere_mixed().system, verlet()).order, 4);
  EXPECT_EQ(suitable_shadow(problems::oscillator().system, midpoint()).order, 4);
  EXPECT_EQ(suitable_shadow(problems::disc_box(5, 1).system, verlet()).order, 4)
      << "10 coordinates";
}

TEST(ShadowChoice, takes_virtual_steps_where_closed_forms_are_long_or_missing) {
  const ShadowKind small = suitable_shadow(crowd(4), verlet()),
                   large = suitable_shadow(crowd(12), verlet());
  EXPECT_EQ(small.order, 4);
  EXPECT_EQ(small.virtual_steps, 0);
  EXPECT_EQ(large.order, 0);
  EXPECT_EQ(large.virtual_steps, 3);
  EXPECT_EQ(suitable_shadow(problems::lennard_jones(4).system, verlet()).virtual_steps, 3)
      << "rods";
}

TEST(ShadowChoice, has_a_reason_where_there_is_no_energy) {
  const System& disc = problems::disc_chaotic().system;
  EXPECT_EQ(no_suitable_shadow(disc, verlet()), "");
  EXPECT_EQ(no_suitable_shadow(problems::lennard_jones(4).system, verlet()), "");
  EXPECT_NE(no_suitable_shadow(disc, left_point()).find("'left'"), std::string::npos);
}

}  // namespace
}  // namespace ricochet
