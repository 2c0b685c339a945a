#include "ricochet/contact/laws/restitution_law.hpp"

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/steppers/forced_collision.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

/// Two points of mass 1 kg on a rod of length 1 m, which falls flat on a rough floor.
System rod(double e_left, double e_right, double mu) {
  const Expr q = Expr::sym("q", 4);
  const auto floor = [&](int point, double e) {
    Expr along = Expr::zeros(4, 1);
    along(2 * point) = 1.0;
    return Constraint{.name = point == 0 ? "left" : "right",
                      .value = q(2 * point + 1),
                      .contact = {.restitution = e, .friction = mu, .tangents = {along}}};
  };
  return System({.name = "rod",
                 .q = q,
                 .M = Expr::eye(4),
                 .V = 0.0,
                 .f = {{"rod", sqrt(pow(q(2) - q(0), 2) + pow(q(3) - q(1), 2)) - 1.0}},
                 .g = {floor(0, e_left), floor(1, e_right)}});
}

/// One step of 0.1 s with a single impact in its middle.
Step thrown(const System& s, const Backend& backend, double along) {
  ForcedCollision stepper(s, {.backend = backend, .law = Law::moreau});
  return stepper.advance(
      {.state = {.q = Vector{{0.0, 0.05, 1.0, 0.05}}, .p = Vector{{along, -1.0, along, -1.0}}}},
      0.1);
}

TEST(RestitutionLaw, rubs_at_all_contacts_that_are_hit_at_once) {
  for (const Backend& backend : {newton(), ipopt()}) {
    const Step step = thrown(rod(0.5, 0.5, 0.2), backend, 3.0);
    ASSERT_TRUE(step.report.ok()) << step.report.message;
    ASSERT_EQ(step.impacts.size(), 1u);
    const Impact& impact = step.impacts[0];
    EXPECT_FALSE(impact.flagged);
    ASSERT_EQ(impact.friction.size(), 2);
    EXPECT_NEAR(impact.impulse.sum(), 3.0, 1e-12);  // (1 + e) m |v|, both points
    EXPECT_NEAR(impact.friction.sum(), -0.2 * 3.0, 1e-12) << "full friction against the slip";
    EXPECT_NEAR(step.state.p[0], 3.0 - 0.2 * 1.5, 1e-12);
    EXPECT_NEAR(step.state.p[1], 0.5, 1e-12);
  }
}

TEST(RestitutionLaw, stops_the_slip_where_friction_is_enough) {
  const Step step = thrown(rod(0.0, 0.0, 0.5), newton(), 0.3);
  ASSERT_TRUE(step.report.ok()) << step.report.message;
  EXPECT_NEAR(step.state.p.norm(), 0.0, 1e-12);
  EXPECT_NEAR(step.impacts.at(0).friction.sum(), -0.6, 1e-12);
}

TEST(RestitutionLaw, takes_the_least_restitution_of_those_approached_and_says_so) {
  const Step step = thrown(rod(0.8, 0.3, 0.0), newton(), 0.0);
  ASSERT_TRUE(step.report.ok()) << step.report.message;
  ASSERT_EQ(step.impacts.size(), 1u);
  EXPECT_TRUE(step.impacts[0].flagged);
  EXPECT_NEAR(step.state.p[1], 0.3, 1e-12);
  EXPECT_NEAR(step.state.p[3], 0.3, 1e-12);
  EXPECT_FALSE(thrown(rod(0.3, 0.3, 0.0), newton(), 0.0).impacts.at(0).flagged);
}

TEST(RestitutionLaw, of_any_size_loses_energy_without_friction_left_out) {
  // Points in a row, joined by rods: more frictional contacts than modes could be enumerated for.
  constexpr int points = 12;
  const Expr q = Expr::sym("q", 2 * points);
  SystemSpecification row{.name = "row", .q = q, .M = Expr::eye(2 * points), .V = 0.0};
  Vector q0(2 * points), p0(2 * points);
  for (int i = 0; i < points; ++i) {
    Expr along = Expr::zeros(2 * points, 1);
    along(2 * i) = 1.0;
    row.g.add("point " + std::to_string(i), q(2 * i + 1),
              Contact{.restitution = 0.2, .friction = 0.4, .tangents = {along}});
    if (i > 0)
      row.f.add(
          "rod " + std::to_string(i),
          norm_2(q(casadi::Slice(2 * i, 2 * i + 2)) - q(casadi::Slice(2 * i - 2, 2 * i))) - 1.0);
    q0.segment(2 * i, 2) << i, 0.05;
    p0.segment(2 * i, 2) << 2.0, -1.0;
  }
  ForcedCollision stepper(System(row), {.backend = newton(), .law = Law::moreau});
  const Step step = stepper.advance({.state = {.q = q0, .p = p0}}, 0.06);
  ASSERT_TRUE(step.report.ok()) << step.report.message;
  const Impact& impact = step.impacts.at(0);
  EXPECT_EQ(impact.constraints.size(), size_t{points});
  EXPECT_FALSE(impact.flagged);
  EXPECT_NEAR(impact.friction.sum(), -0.4 * impact.impulse.sum(), 1e-10);
  EXPECT_LT(impact.p_plus.squaredNorm(), impact.p_minus.squaredNorm());
}

}  // namespace
}  // namespace ricochet
