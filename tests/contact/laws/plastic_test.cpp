#include "support/matchers.hpp"
#include "support/struck.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using support::after, support::near;

TEST(PlasticLaw, stops_the_contact_point_whatever_the_friction) {
  const ImpactOutcome outcome = after(Law::plastic, support::block(0.0, 0.0), Vector{{2.0, -8.0}});
  ASSERT_TRUE(outcome.report.ok()) << outcome.report.message;
  EXPECT_TRUE(near(outcome.p_plus, Vector::Zero(2), 1e-14));
  EXPECT_TRUE(near(outcome.normal, Vector{{8.0}}, 1e-14));
  EXPECT_TRUE(near(outcome.tangential, Vector{{-2.0}}, 1e-14));
  EXPECT_TRUE(make_law(Law::plastic, support::block(0.0, 0.0), newton(), 0.0)->pins());
}

/// Two walls whose normals nearly agree, n1.n2 = 0.9.
System acute() {
  const Expr q = Expr::sym("q", 2);
  return System({.name = "acute",
                 .q = q,
                 .M = Expr::eye(2),
                 .V = 0.0,
                 .g = {{"first", q(1)}, {"second", std::sqrt(0.19) * q(0) + 0.9 * q(1)}}});
}

TEST(PlasticLaw, lets_go_of_a_contact_that_it_would_pull) {
  // Speeds (-1, -0.1): to stop both the second would have to pull. It leaves with 0.8 m/s.
  const Vector p{{0.8 / std::sqrt(0.19), -1.0}};
  const ImpactOutcome outcome = after(Law::plastic, acute(), p);
  ASSERT_TRUE(outcome.report.ok()) << outcome.report.message;
  EXPECT_TRUE(near(outcome.normal, Vector{{1.0, 0.0}}, 1e-13));
  EXPECT_TRUE(near(outcome.p_plus, Vector{{p[0], 0.0}}, 1e-13));
  // The control: pressed into both, both stop.
  const ImpactOutcome stopped =
      after(Law::plastic, acute(), Vector{{-0.1 / std::sqrt(0.19), -1.0}});
  EXPECT_GT(stopped.normal.minCoeff(), 0.0);
  EXPECT_TRUE(near(stopped.p_plus, Vector::Zero(2), 1e-13));
}

TEST(PlasticLaw, shares_alike_between_contacts_that_repeat) {
  const Expr q = Expr::sym("q", 2);
  const System twice({.name = "twice",
                      .q = q,
                      .M = Expr::eye(2),
                      .V = 0.0,
                      .g = {{"floor", q(1)}, {"again", q(1)}}});
  const ImpactOutcome outcome = after(Law::plastic, twice, Vector{{1.0, -3.0}});
  ASSERT_TRUE(outcome.report.ok()) << outcome.report.message;
  EXPECT_TRUE(near(outcome.normal, Vector{{1.5, 1.5}}, 1e-13));
  EXPECT_TRUE(near(outcome.p_plus, Vector{{1.0, 0.0}}, 1e-13));
}

}  // namespace
}  // namespace ricochet
