#include "ricochet/contact/pass_restitution.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near;

/// Two particles in the plane: one between a floor and a slope, the other above a floor of its own.
System two_places(double floor, double slope, double other) {
  const Expr q = Expr::sym("q", 4), e = Expr::sym("e");
  return System({.name = "two places",
                 .q = q,
                 .parameters = {{"restitution", e, floor}},
                 .M = diag(Expr({1.0, 1.0, 3.0, 3.0})),
                 .V = 0.0,
                 .g = {{"floor", q(1), {.restitution = e}},
                       {"slope", 0.6 * q(0) + 0.8 * q(1), {.restitution = slope}},
                       {"other", q(3), {.restitution = other}}}});
}

class Passes : public testing::Test {
 protected:
  /// Of a pass over all three contacts that have these speeds.
  Vector chosen(const System& s, const Vector& speeds, const Mask& V = Mask::Ones(3)) {
    ContactOperator contacts(s);
    const std::vector<Index> members{0, 1, 2};
    contacts.place(Vector::Zero(4));
    contacts.choose(members);
    PassRestitution restitution(s);
    restitution.choose(contacts, members, V, speeds);
    differs = restitution.differs();
    lossy = restitution.lossy();
    return restitution.shared();
  }
  const Vector down = Vector::Constant(3, -1.0);
  bool differs = false, lossy = false;
};

TEST_F(Passes, have_the_least_restitution_of_contacts_that_act_on_each_other) {
  EXPECT_TRUE(near(chosen(two_places(0.5, 0.8, 1.0), down), Vector{{0.5, 0.5, 1.0}}, 0.0));
  EXPECT_TRUE(differs) << "the slope loses more than it says";
  EXPECT_TRUE(near(chosen(two_places(0.9, 0.2, 0.0), down), Vector{{0.2, 0.2, 0.0}}, 0.0));
  EXPECT_TRUE(near(chosen(two_places(0.5, 0.5, 0.7), down), Vector{{0.5, 0.5, 0.7}}, 0.0));
  EXPECT_FALSE(differs) << "places that do not act on each other have one each";
}

TEST_F(Passes, leave_out_contacts_that_rest_or_take_no_part) {
  const System s = two_places(0.5, 0.8, 1.0);
  EXPECT_TRUE(near(chosen(s, Vector{{0.0, -1.0, -1.0}}), Vector{{0.8, 0.8, 1.0}}, 0.0));
  EXPECT_FALSE(differs) << "a contact at rest lends nothing and loses nothing";
  EXPECT_TRUE(near(chosen(s, down, Mask{{0.0, 1.0, 1.0}}), Vector{{1.0, 0.8, 1.0}}, 0.0));
}

TEST_F(Passes, are_remembered_by_the_least_restitution_of_each_contact) {
  ContactOperator contacts(two_places(1.0, 1.0, 1.0));
  const std::vector<Index> members{0, 1, 2};
  contacts.place(Vector::Zero(4));
  contacts.choose(members);
  PassRestitution restitution(two_places(1.0, 0.4, 0.9));
  const auto least = [&] {
    return Vector{{restitution.least(0), restitution.least(1), restitution.least(2)}};
  };
  restitution.choose(contacts, members, Mask{{1.0, 0.0, 1.0}}, down);
  EXPECT_TRUE(near(least(), Vector{{1.0, 0.4, 0.9}}, 0.0));
  restitution.choose(contacts, members, Mask::Ones(3), down);
  restitution.choose(contacts, members, Mask{{1.0, 0.0, 1.0}}, down);
  EXPECT_TRUE(near(least(), Vector{{0.4, 0.4, 0.9}}, 0.0)) << "the floor shared one";
  restitution.rest(members, Mask{{0.0, 1.0, 0.0}});
  EXPECT_TRUE(near(least(), Vector{{0.4, 0.0, 0.9}}, 0.0));
  EXPECT_TRUE(restitution.differs());
  restitution.begin();
  EXPECT_TRUE(near(least(), Vector{{1.0, 0.4, 0.9}}, 0.0));
}

TEST_F(Passes, are_lossy_where_a_parameter_says_so) {
  (void)chosen(two_places(1.0, 1.0, 1.0), down);
  EXPECT_FALSE(lossy);
  PassRestitution restitution(two_places(1.0, 1.0, 1.0));
  restitution.set_parameters(two_places(1.0, 1.0, 1.0).with("restitution", 0.3));
  EXPECT_TRUE(restitution.lossy());
  EXPECT_EQ(restitution.least(0), 0.3);
  EXPECT_EQ(restitution.least(1), 1.0);
}

}  // namespace
}  // namespace ricochet
