#include "ricochet/contact/laws/hit_contacts.hpp"

#include "support/matchers.hpp"
#include "support/struck.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near;

TEST(HitContacts, have_a_row_per_normal_and_per_tangent) {
  const System block = support::block(0.5, 0.3);
  support::Struck struck(block, Vector::Zero(2), Vector{{2.0, -8.0}});
  HitContacts hit(block);
  hit.take(struck.state());
  ASSERT_EQ(hit.count(), 1);
  ASSERT_EQ(hit.rows(), 2);
  EXPECT_EQ(hit.tangents(0), (ContactTable::Extent{1, 2}));
  EXPECT_EQ(hit.name(0), "floor");
  EXPECT_TRUE(near(hit.u(), Vector{{-2.0, 1.0}}, 1e-15));
  EXPECT_TRUE(near(hit.W(), Matrix{{0.25, 0.0}, {0.0, 0.5}}, 1e-15));
  const System ball = support::ball_in_space(0.5, 0.3);
  support::Struck thrown(ball, Vector::Zero(3), Vector{{1.0, 2.0, -3.0}});
  HitContacts in_space(ball);
  in_space.take(thrown.state());
  EXPECT_EQ(in_space.tangents(0), (ContactTable::Extent{1, 3}));
  EXPECT_TRUE(near(in_space.u(), Vector{{-3.0, 1.0, 2.0}}, 1e-15));
}

TEST(HitContacts, give_the_momentum_of_their_impulses) {
  const System block = support::block(0.5, 0.3);
  support::Struck struck(block, Vector::Zero(2), Vector{{2.0, -8.0}});
  HitContacts hit(block);
  hit.take(struck.state());
  ImpactOutcome outcome;
  hit.conclude(Vector{{12.0, -1.5}}, struck.state(), outcome);
  EXPECT_TRUE(near(outcome.p_plus, Vector{{0.5, 4.0}}, 1e-15));
  EXPECT_TRUE(near(outcome.normal, Vector{{12.0}}, 0.0));
  EXPECT_TRUE(near(outcome.tangential, Vector{{-1.5}}, 0.0));
}

TEST(HitContacts, are_those_of_the_mask) {
  const System corner = support::right_corner(0.2, 0.6);
  ImpactCone cone(corner, newton());
  const Vector q = Vector::Zero(2), p{{-1.0, -3.0}}, d{{1.0, 0.0}}, y{{0.0, 1.0}};
  const Mask hit_mask{{0.0, 1.0}};
  cone.place(q, p);
  HitContacts hit(corner);
  hit.take({q, p, hit_mask, d, y, cone});
  ASSERT_EQ(hit.count(), 1);
  EXPECT_EQ(hit.contact(0), 1);
  EXPECT_TRUE(near(hit.of_these(Vector{{0.2, 0.6}}), Vector{{0.6}}, 0.0));
  ImpactOutcome outcome;
  hit.conclude(Vector{{1.6}}, {q, p, hit_mask, d, y, cone}, outcome);
  EXPECT_TRUE(near(outcome.normal, Vector{{0.0, 1.6}}, 0.0)) << "the floor takes no part";
}

}  // namespace
}  // namespace ricochet
