#include "ricochet/certify/impact_check.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// A unit mass that meets a rough floor with p = (1, -2).
class ImpactCheckOnFloor : public testing::Test {
 protected:
  static System floor() {
    const Expr q = Expr::sym("q", 2);
    return System({.name = "floor",
                   .q = q,
                   .M = Expr::eye(2),
                   .V = 0.0,
                   .g = {{"floor",
                          q(1),
                          {.restitution = 0.5,
                           .friction = 0.2,
                           .tangents = {vertcat(Expr(1.0), Expr(0.0))}}}}});
  }
  /// What is found of an impact with these impulses along the normal and the tangent.
  Certificate found(FlightClaims::Law law, double normal, double tangential) {
    Impact impact{.q = Vector{{0.0, gap}},
                  .p_minus = Vector{{1.0, -2.0}},
                  .p_plus = Vector{{1.0 + tangential, -2.0 + normal}},
                  .constraints = {0},
                  .impulse = Vector{{normal}},
                  .friction = Vector{{tangential}},
                  .flagged = flagged};
    impact.p_plus += unexplained;
    ImpactCheck check(system, verlet(), {.law = law});
    Findings findings(system);
    const Vector gaps{{gap}};
    check.check({.impact = impact,
                 .before = impact.p_minus,
                 .after = impact.p_plus,
                 .energy_before = 2.5,
                 .energy_after = 0.5 * impact.p_plus.squaredNorm(),
                 .h = 0.1,
                 .gaps = gaps},
                nullptr, nullptr, findings);
    text = findings.text();
    return findings.certificate();
  }
  using Law = FlightClaims::Law;
  const System system = floor();
  double gap = 0.0;
  bool flagged = false;
  Vector unexplained = Vector::Zero(2);
  std::string text;
};

TEST_F(ImpactCheckOnFloor, accepts_an_impact_by_its_law) {
  EXPECT_TRUE(found(Law::newton, 3.0, 0.0).ok()) << text;
  EXPECT_TRUE(found(Law::coulomb, 3.0, -0.6).ok()) << text;
  EXPECT_TRUE(found(Law::elastic, 4.0, 0.0).ok()) << text;
  EXPECT_TRUE(found(Law::plastic, 2.0, -1.0).ok()) << text;
  EXPECT_TRUE(found(Law::automatic, 3.0, -0.6).ok()) << text;  // Moreau's
}

TEST_F(ImpactCheckOnFloor, notices_another_law) {
  EXPECT_GT(found(Law::newton, 3.1, 0.0).jump, 0.09);
  EXPECT_EQ(text, "contact 'floor' does not rebound by its restitution");
  EXPECT_GT(found(Law::elastic, 3.9, 0.0).energy, 1e-2);
  EXPECT_EQ(text, "an impact changes the discrete energy");
  EXPECT_GT(found(Law::plastic, 2.1, -1.0).jump, 0.09);
  EXPECT_EQ(text, "contact 'floor' does not stop");
  flagged = true;
  EXPECT_TRUE(found(Law::newton, 2.0, 0.0).ok()) << "flagged impacts say so: " << text;
  EXPECT_GT(found(Law::newton, 1.9, 0.0).jump, 0.09);
  EXPECT_EQ(text, "contact 'floor' is approached behind its impact");
}

TEST_F(ImpactCheckOnFloor, notices_wrong_friction) {
  EXPECT_GT(found(Law::coulomb, 3.0, -0.7).friction, 0.09);
  EXPECT_EQ(text, "contact 'floor' rubs beyond its friction cone");
  EXPECT_GT(found(Law::coulomb, 3.0, 0.6).friction, 0.1);
  EXPECT_EQ(text, "contact 'floor' does not rub against its slip");
  EXPECT_GT(found(Law::coulomb, 3.0, -0.3).friction, 0.1) << "it slides with less than it has";
  EXPECT_GT(found(Law::newton, 3.0, -0.3).friction, 0.1);
  EXPECT_EQ(text, "contact 'floor' rubs under a law without friction");
}

TEST_F(ImpactCheckOnFloor, notices_impulses_that_are_none) {
  unexplained = Vector{{0.0, 1e-6}};
  EXPECT_GT(found(Law::beta, 3.0, 0.0).jump, 0.9e-6);
  EXPECT_EQ(text, "impulses do not explain a jump of the momentum");
  unexplained.setZero();
  gap = 0.3;
  EXPECT_GT(found(Law::newton, 3.0, 0.0).complementarity, 0.2);
  EXPECT_EQ(text, "contact 'floor' is struck where it is open");
  gap = 0.0;
  EXPECT_GT(found(Law::beta, -0.1, 0.0).sign, 0.09);
}

}  // namespace
}  // namespace ricochet
