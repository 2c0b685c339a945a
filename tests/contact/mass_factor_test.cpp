#include "ricochet/contact/mass_factor.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

System coupled() {
  const Expr q = Expr::sym("q", 3), mass = Expr::sym("mass");
  Expr M = diag(vertcat(mass, Expr(2.0), Expr(3.0)));
  M(0, 2) = M(2, 0) = 0.5;
  return System({.name = "coupled", .q = q, .parameters = {{"mass", mass, 1.0}}, .M = M, .V = 0.0});
}

TEST(MassFactor, turns_momenta_into_velocities_and_back) {
  System s = coupled();
  MassFactor masses(s);
  const Vector p{{1.0, -2.0, 0.5}};
  for (const double mass : {1.0, 7.0}) {
    s = s.with("mass", mass);
    masses.set_parameters(s);
    Vector v(3), back(3);
    masses.velocity(p, v);
    EXPECT_TRUE(support::near(s.M_now() * v, p, 1e-15));
    masses.momentum(v, back);
    EXPECT_TRUE(support::near(back, p, 1e-15));
  }
  EXPECT_EQ(masses.blocks().blocks(), 2) << "the second coordinate is alone";
}

}  // namespace
}  // namespace ricochet
