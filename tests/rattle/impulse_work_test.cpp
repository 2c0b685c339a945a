#include "ricochet/rattle/impulse_work.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// Two bodies of other masses; impulses at both ends of a step without forces.
TEST(ImpulseWork, is_what_the_kinetic_energy_of_each_island_changes_by) {
  const Expr q = Expr::sym("q", 2);
  const System s(
      {.name = "bodies", .q = q, .M = diag(Expr(std::vector<double>{2.0, 5.0})), .V = 0.0});
  const MassFactor masses(s);
  const Vector p0{{3.0, -4.0}}, I1{{-1.5, 0.7}}, I2{{-2.0, 6.0}};
  Vector v0, middle, v1;
  masses.velocity(p0, v0);
  masses.velocity(p0 + I1, middle);
  masses.velocity(p0 + I1 + I2, v1);
  ImpulseWork work(2);
  work.first(masses, I1, v0);
  work.second(p0 + I1, middle);
  const Vector p1 = p0 + I1 + I2;
  for (const Index i : {0, 1}) {
    const Island island{.coordinates = {i}};
    const double gained = 0.5 * (p1[i] * v1[i] - p0[i] * v0[i]);
    EXPECT_NEAR(work.of(island, I2.segment<1>(i), v1.segment<1>(i)), gained, 1e-14);
    EXPECT_GT(std::abs(gained), 0.1);
    EXPECT_GT(work.size(island), 0.1);
  }
}

}  // namespace
}  // namespace ricochet
