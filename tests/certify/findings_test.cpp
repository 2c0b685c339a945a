#include "ricochet/certify/findings.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace ricochet {
namespace {

System corner() {
  const Expr q = Expr::sym("q", 2);
  return System({.name = "corner",
                 .q = q,
                 .M = Expr::eye(2),
                 .V = 0.0,
                 .g = {{"floor", q(1)}, {"wall", q(0)}},
                 .length = 2.0});
}

TEST(Findings, keep_the_worst_of_every_kind) {
  Findings found(corner());
  found.take(Findings::sign, 1e-3, "pulls", 0);
  found.take(Findings::sign, 2e-3, "pulls", 1);
  found.take(Findings::sign, 1e-4, "pulls", 0);
  found.take(Findings::gap, 1e-5, "is penetrated", 0);
  const Certificate certificate = found.certificate();
  EXPECT_EQ(certificate.sign, 2e-3);
  EXPECT_EQ(certificate.gap, 1e-5);
  EXPECT_EQ(certificate.dynamics, 0.0);
  EXPECT_NEAR(certificate.limit, 2e-11, 1e-25) << "of the length of the system";
  EXPECT_EQ(found.text(), "contact 'wall' pulls");
}

TEST(Findings, speak_without_a_contact_where_there_is_none) {
  Findings found(corner());
  found.take(Findings::sign, 1e-3, "pulls", 0);
  found.take_largest(Findings::dynamics, Vector{{1e-3, -4e-2, 0.0}}, "the motion is wrong", 0.5);
  EXPECT_EQ(found.certificate().dynamics, 2e-2) << "0.5 times the largest";
  EXPECT_EQ(found.text(), "the motion is wrong");
}

TEST(Findings, take_what_is_no_number_for_the_worst) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Findings found(corner());
  found.take(Findings::gap, nan, "is nowhere", 1);
  found.take(Findings::gap, 7.0, "is penetrated", 0);
  found.take(Findings::sign, 8.0, "pulls", 0);
  EXPECT_TRUE(std::isnan(found.certificate().gap));
  EXPECT_FALSE(found.certificate().ok());
  EXPECT_EQ(found.text(), "contact 'wall' is nowhere");
  Findings column(corner());
  column.take_largest(Findings::dynamics, Vector{{1.0, nan, 2.0}}, "the motion is wrong");
  EXPECT_TRUE(std::isnan(column.certificate().dynamics));
}

TEST(Findings, are_empty_after_they_are_cleared) {
  Findings found(corner());
  found.take(Findings::jump, 1.0, "is approached", 0);
  EXPECT_FALSE(found.certificate().ok());
  found.clear();
  EXPECT_TRUE(found.certificate().ok());
  EXPECT_EQ(found.certificate().worst(), 0.0);
}

}  // namespace
}  // namespace ricochet
