#include "ricochet/certify/coulomb_check.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

constexpr double mu = 0.5, time = 2.0;

/// Two points in space over a rough floor; a speed of 1 m/s is judged as a way of 2 m.
System two_points() {
  const Expr q = Expr::sym("q", 6);
  SystemSpecification s{.name = "two points", .q = q, .M = Expr::eye(6), .V = 0.0};
  for (int i = 0; i < 2; ++i) {
    Contact rough{.restitution = 0.3 + i, .friction = mu};
    if (i == 1) rough.restitution = 0.0;
    for (int axis = 0; axis < 2; ++axis) {
      Expr along = Expr::zeros(6, 1);
      along(3 * i + axis) = 1.0;
      rough.tangents.push_back(along);
    }
    s.g.add("floor " + std::to_string(i), q(3 * i + 2), rough);
  }
  return System(s);
}

class CoulombChecked : public testing::Test {
 protected:
  /// The first point takes part; the second is in the air.
  Certificate check() {
    found_.clear();
    law_.check(at_, {0}, law_.friction(), found_);
    return found_.certificate();
  }
  void set(double lambda, double rho_x, double rho_y, double u_N, double u_x, double u_y) {
    at_.lambda[0] = lambda;
    at_.rho.head(2) << rho_x, rho_y;
    at_.normal[0] = u_N;
    at_.slip.head(2) << u_x, u_y;
  }

  System system_ = two_points();
  CoulombCheck law_{system_};
  Findings found_{system_};
  CoulombTerms at_{.duration = time,
                   .lambda = Vector::Zero(2),
                   .rho = Vector::Zero(4),
                   .normal = Vector::Zero(2),
                   .slip = Vector::Zero(4),
                   .reach = Vector::Constant(2, time),
                   .tangent_reach = Vector::Constant(4, time)};
};

TEST_F(CoulombChecked, takes_what_opens_sticks_and_slides) {
  set(0.0, 0.0, 0.0, 1.0, 3.0, -2.0);
  EXPECT_TRUE(check().ok()) << found_.text();
  set(1.0, 0.1, -0.3, 0.0, 0.0, 0.0);
  EXPECT_TRUE(check().ok()) << found_.text();
  set(1.0, -0.3, -0.4, 0.0, 6.0, 8.0);
  EXPECT_TRUE(check().ok()) << found_.text();
  EXPECT_EQ(law_.restitution(0), 0.3);
}

TEST_F(CoulombChecked, refuses_friction_along_the_slip) {
  set(1.0, 0.3, 0.4, 0.0, 6.0, 8.0);
  EXPECT_NEAR(check().friction, time * 1.0, 1e-12);
  EXPECT_NEAR(check().energy, time * 1.5, 1e-12) << "what 1.5 N s move";
  EXPECT_EQ(found_.text(), "contacts give energy");
  set(1.0, 0.3, 0.4, 0.0, 0.6, 0.8);
  EXPECT_NEAR(check().energy, time * 0.5 / 1.5, 1e-12) << "0.5 J of 1.5 N s";
}

TEST_F(CoulombChecked, refuses_friction_outside_the_cone) {
  set(1.0, 0.0, 0.6, 0.0, 0.0, 0.0);
  EXPECT_NEAR(check().friction, time * 0.1, 1e-12);
  EXPECT_EQ(found_.text(), "contact 'floor 0' rubs beyond its friction cone");
}

TEST_F(CoulombChecked, refuses_a_sticking_force_on_a_sliding_contact) {
  set(1.0, -0.2, 0.0, 0.0, 5.0, 0.0);
  EXPECT_NEAR(check().friction, time * 0.3, 1e-12);
  EXPECT_EQ(found_.text(), "contact 'floor 0' does not rub against its slip");
  set(1.0, -0.5, 0.0, 0.0, 4.0, 0.1);
  EXPECT_GT(check().friction, 1e-4) << "a direction that is slightly off";
}

TEST_F(CoulombChecked, refuses_impulses_on_a_contact_that_opens) {
  set(1e-3, 0.0, 0.0, 1.0, 0.0, 0.0);
  EXPECT_NEAR(check().complementarity, time * 1e-3, 1e-15);
  set(0.0, 1e-3, 0.0, 1.0, 0.0, 0.0);
  EXPECT_NEAR(check().friction, time * 1e-3, 1e-15);
}

TEST_F(CoulombChecked, refuses_what_pulls_and_what_penetrates) {
  set(-1e-3, 0.0, 0.0, 0.0, 0.0, 0.0);
  EXPECT_NEAR(check().sign, time * 1e-3, 1e-15);
  EXPECT_EQ(found_.text(), "contact 'floor 0' pulls");
  set(1.0, 0.0, 0.0, -1e-3, 0.0, 0.0);
  EXPECT_NEAR(check().jump, time * 1e-3, 1e-15);
}

TEST_F(CoulombChecked, refuses_impulses_of_contacts_that_take_no_part) {
  set(0.0, 0.0, 0.0, 0.0, 0.0, 0.0);
  at_.lambda[1] = 1e-3;
  EXPECT_NEAR(check().complementarity, time * 1e-3, 1e-15);
  EXPECT_EQ(found_.text(), "contact 'floor 1' pushes, but takes no part");
  at_.lambda[1] = 0.0;
  at_.rho[3] = 1e-3;
  EXPECT_NEAR(check().complementarity, time * 1e-3, 1e-15);
  EXPECT_EQ(found_.text(), "contact 'floor 1' rubs, but takes no part");
}

TEST_F(CoulombChecked, refuses_friction_without_a_coefficient) {
  Constraints smooth = system_.specification().g;
  SystemSpecification s = system_.specification();
  s.g = {};
  for (Constraint row : smooth) {
    row.contact.friction = 0.0;
    s.g.add(row.name, row.value, row.contact);
  }
  CoulombCheck law{System(s)};
  set(1.0, -1e-3, 0.0, 0.0, 1.0, 0.0);
  law.check(at_, {0}, law.friction(), found_);
  EXPECT_NEAR(found_.certificate().friction, time * 1e-3, 1e-15);
}

}  // namespace
}  // namespace ricochet
