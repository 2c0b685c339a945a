#include "ricochet/steppers/requirements.hpp"

#include "support/matchers.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>

namespace ricochet {
namespace {

using support::expect_message;
using testing::HasSubstr;
using testing::IsEmpty;

const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);

SystemSpecification plain() {
  return {.name = "bead", .q = q, .v = v, .M = Expr::eye(2), .V = 0.0, .g = {{"floor", q(1)}}};
}

TEST(Requirements, of_plain_systems_name_what_is_too_much) {
  EXPECT_THAT(not_plain(System(plain())), IsEmpty());
  EXPECT_THAT(not_plain(System({.name = "free", .q = q, .v = v, .L = dot(v, v)})),
              HasSubstr("not a Lagrangian .L"));
  SystemSpecification rolls = plain(), driven = plain(), tip = plain();
  rolls.omega = {{"roll", v(0) - q(0) * v(1)}};
  driven.forces = {{"drag", -v}};
  tip.g.add_any("tip", {q(0), q(1)});
  EXPECT_THAT(not_plain(System(rolls)), HasSubstr("nonholonomic rows"));
  EXPECT_THAT(not_plain(System(driven)), HasSubstr("forces"));
  EXPECT_THAT(not_plain_but_forced(System(driven)), IsEmpty());
  EXPECT_THAT(not_plain_but_forced(System(rolls)), HasSubstr("nonholonomic rows"));
  EXPECT_THAT(not_plain(System(tip)), HasSubstr("unions"));
}

TEST(Requirements, of_contacts_name_the_first_that_does_not_fit) {
  SystemSpecification lossy = plain();
  lossy.g.add("rough", q(0),
              {.restitution = 0.5, .friction = 0.3, .tangents = {vertcat(Expr(0.0), Expr(1.0))}});
  const std::string numbers =
      "contact 'rough' must have restitution 1 and friction 0, not "
      "restitution 0.5 and friction 0.3";
  EXPECT_THAT(not_elastic(System(plain())), IsEmpty());
  EXPECT_THAT(not_elastic(System(lossy)), HasSubstr(numbers));
  EXPECT_THAT(not_frictionless(System(lossy)), HasSubstr("contact 'rough' must have friction 0"));
  SystemSpecification sticky = plain();
  sticky.g.add("sticky", q(0), {.friction = 0.3, .tangents = {vertcat(Expr(0.0), Expr(1.0))}});
  EXPECT_THAT(not_elastic(System(sticky)), HasSubstr("not restitution 1 and friction 0.3"));
  SystemSpecification sleek = plain();
  sleek.g.add("sleek", q(0), {.restitution = 0.5});
  EXPECT_THAT(not_frictionless(System(sleek)), IsEmpty()) << "a loss is allowed";
}

TEST(Requirements, of_both_name_the_system_before_its_contacts) {
  SystemSpecification both = plain();
  both.forces = {{"drag", -v}};
  both.g.add("sleek", q(0), {.restitution = 0.5});
  EXPECT_THAT(not_plain_and_elastic(System(both)), HasSubstr("forces"));
  EXPECT_THAT(not_plain_but_forced_and_elastic(System(both)), HasSubstr("'sleek'"));
  both.forces = {};
  EXPECT_THAT(not_plain_and_elastic(System(both)), HasSubstr("'sleek'"));
}

TEST(Requirements, that_are_missed_are_thrown_with_the_names_of_both) {
  const System bead{plain()};
  EXPECT_EQ(&require(bead, "gvi", ""), &bead);
  expect_message([&] { (void)require(bead, "gvi", "it is red"); },
                 {"Stepper 'gvi' cannot take system 'bead': it is red"});
  EXPECT_EQ(checked_events(1, "hybrid"), 1);
  expect_message([] { (void)checked_events(0, "hybrid"); },
                 {"'hybrid'", "max_events must be at least 1, not 0"});
}

}  // namespace
}  // namespace ricochet
