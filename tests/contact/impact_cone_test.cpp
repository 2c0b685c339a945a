#include "ricochet/contact/impact_cone.hpp"

#include "ricochet/backends/newton.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near;

/// A corner of a floor and a wall, masses (2, 4) kg.
System corner() {
  const Expr q = Expr::sym("q", 2);
  return System({.name = "corner",
                 .q = q,
                 .M = diag(Expr({2.0, 4.0})),
                 .V = 0.0,
                 .g = {{"floor", q(1)}, {"wall", q(0)}}});
}

struct Stop {
  bool approached = false;
  Vector d = {}, y = {};
  StepReport report = {.status = StepStatus::converged};
};

Stop stop(ImpactCone& cone, const Mask& K, const Vector& q, const Vector& p) {
  Stop result;
  cone.place(q, p);
  result.approached = cone.stop(K, result.d, result.y, result.report);
  return result;
}

const Vector origin = Vector::Zero(2);

TEST(ImpactCone, stops_the_approach_of_contacts_and_reflects_by_twice_as_much) {
  ImpactCone cone(corner(), newton());
  const Stop both = stop(cone, Mask::Ones(2), origin, Vector{{-2.0, -8.0}});
  ASSERT_TRUE(both.approached);
  EXPECT_TRUE(near(cone.normal_speeds(), Vector{{-2.0, -1.0}}, 1e-15));
  EXPECT_TRUE(near(both.y, Vector{{8.0, 2.0}}, 1e-14));
  EXPECT_TRUE(near(both.d, Vector{{2.0, 8.0}}, 1e-14));
  EXPECT_TRUE(near(cone.speeds_after(both.d), origin, 1e-14));
  EXPECT_TRUE(near(cone.speeds_after(2.0 * both.d), Vector{{2.0, 1.0}}, 1e-14));
  EXPECT_NEAR(cone.mobility(0), 0.25, 1e-15);
}

TEST(ImpactCone, leaves_out_who_departs_and_who_is_not_asked) {
  ImpactCone cone(corner(), newton());
  EXPECT_TRUE(
      near(stop(cone, Mask::Ones(2), origin, Vector{{3.0, -8.0}}).y, Vector{{8.0, 0.0}}, 1e-14));
  const Stop floor = stop(cone, Mask{{1.0, 0.0}}, origin, Vector{{-2.0, -8.0}});
  EXPECT_TRUE(near(floor.d, Vector{{0.0, 8.0}}, 1e-14)) << "the wall was not asked for";
}

TEST(ImpactCone, says_where_nothing_approaches) {
  ImpactCone cone(corner(), newton());
  for (const Vector& p : {Vector{{1.0, 1.0}}, Vector{{0.0, 0.0}}, Vector{{0.0, -1e-11}}}) {
    const Stop none = stop(cone, Mask::Ones(2), origin, p);
    EXPECT_FALSE(none.approached) << p.transpose();
    EXPECT_TRUE(none.report.ok());
    EXPECT_TRUE(near(none.d, origin, 0.0));
  }
}

TEST(ImpactCone, lets_equalities_react) {
  // A pendulum at (0.6, -0.8) with 2 m/s towards a wall; the rod takes a part of the impulse.
  const Expr q = Expr::sym("q", 2);
  const System pendulum({.name = "pendulum",
                         .q = q,
                         .M = Expr::eye(2),
                         .V = 0.0,
                         .f = {{"rod", 0.5 * dot(q, q) - 0.5}},
                         .g = {{"wall", q(0) - 0.6}}});
  ImpactCone cone(pendulum, newton());
  const Stop hit = stop(cone, Mask::Ones(1), Vector{{0.6, -0.8}}, Vector{{-1.6, -1.2}});
  ASSERT_TRUE(hit.approached);
  EXPECT_NEAR(cone.mobility(0), 0.64, 1e-15) << "not 1: n - F (F.n) = (0.64, 0.48)";
  EXPECT_NEAR(hit.y[0], 2.5, 1e-14);
  EXPECT_NEAR(cone.speeds_after(2.0 * hit.d)[0], 1.6, 1e-14);
}

TEST(ImpactCone, projects_onto_several_walls_that_are_not_orthogonal) {
  // Moreau's selection: into the wedge, p = (0, -1) is stopped.
  const Expr q = Expr::sym("q", 2);
  const System wedge({.name = "wedge",
                      .q = q,
                      .M = Expr::eye(2),
                      .V = 0.0,
                      .g = {{"left", q(0) + 2.0 * q(1)}, {"right", -q(0) + 2.0 * q(1)}}});
  ImpactCone cone(wedge, newton());
  const Stop deep = stop(cone, Mask::Ones(2), origin, Vector{{0.0, -1.0}});
  EXPECT_TRUE(near(deep.d, Vector{{0.0, 1.0}}, 1e-14));
  EXPECT_TRUE(near(deep.y, Vector{{0.25, 0.25}}, 1e-14));
  // Steeply onto one wall: the other is pressed by nothing, though it is approached, too.
  const Stop steep = stop(cone, Mask::Ones(2), origin, Vector{{-1.0, -0.55}});
  EXPECT_TRUE(near(steep.y, Vector{{2.1 / 5.0, 0.0}}, 1e-14));
  EXPECT_GT(cone.speeds_after(steep.d)[1], 0.0);
}

}  // namespace
}  // namespace ricochet
