#include "ricochet/contact_law.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

System ball_between_walls() {
  const Expr q = Expr::sym("q");
  return System(with_contact_law(
      {.name = "ball", .q = q, .M = 1.0, .V = 0.0, .g = {{"left", q}, {"right", 1.0 - q}}}));
}

TEST(ContactLaw, is_elastic_and_smooth_unless_it_is_changed) {
  const Matrix law = ball_between_walls().contact_values();
  EXPECT_TRUE(support::near(law, Matrix{{1.0, 1.0}, {0.0, 0.0}}, 0.0));
}

TEST(ContactLaw, is_one_for_all_contacts) {
  const Matrix law = ball_between_walls().with("restitution", 0.5).contact_values();
  EXPECT_TRUE(support::near(law, Matrix{{0.5, 0.5}, {0.0, 0.0}}, 0.0));
}

TEST(ContactLaw, has_the_numbers_of_its_problem) {
  const Expr q = Expr::sym("q");
  const System s(with_contact_law({.name = "ball", .q = q, .M = 1.0, .V = 0.0, .g = {{"left", q}}},
                                  {.restitution = 0.2, .friction = 0.3}));
  EXPECT_TRUE(support::near(s.contact_values(), Matrix{{0.2}, {0.3}}, 0.0));
}

TEST(ContactLaw, refuses_numbers_out_of_range) {
  support::expect_message([] { (void)ball_between_walls().with("restitution", 1.5); },
                          {"restitution", "1.5"});
  support::expect_message([] { (void)ball_between_walls().with("friction", -0.1); },
                          {"friction", "-0.1"});
}

}  // namespace
}  // namespace ricochet
