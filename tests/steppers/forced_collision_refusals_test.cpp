#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/steppers/forced_collision.hpp"
#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace ricochet {
namespace {

using support::ball_in_space, support::driven_ball;

TEST(ForcedCollision, refuses_what_it_cannot_take_by_name) {
  const Expr q = Expr::sym("q", 2);
  const System rough({.name = "rough",
                      .q = q,
                      .M = Expr::eye(2),
                      .V = 0.0,
                      .g = {{"floor", q(1), Contact{.friction = 0.5}}}});
  support::expect_message([&] { ForcedCollision{rough}; },
                          {"'forced-collision'", "'floor'", "no tangents"});
  support::expect_message([&] { ForcedCollision(driven_ball(1.0), {.rest_energy = -1.0}); },
                          {"rest_energy must be finite and >= 0", "-1"});
}

TEST(ForcedCollision, refuses_numbers_that_its_law_would_ignore) {
  const System floor = find_problem("particle-floor").make().system;
  const auto make = [&](Law law, double e, double mu) {
    return ForcedCollision(floor.with("restitution", e).with("friction", mu),
                           {.backend = newton(), .law = law});
  };
  const std::vector<std::string> friction = {"'forced-collision'", "contact 'floor'",
                                             "friction 0.3", "coulomb or moreau"};
  support::expect_message([&] { make(Law::elastic, 1.0, 0.3); }, friction);
  support::expect_message([&] { make(Law::beta, 0.5, 0.3); }, friction);
  support::expect_message([&] { make(Law::newton, 0.5, 0.3); }, friction);
  support::expect_message([&] { make(Law::plastic, 0.0, 0.3); }, friction);
  support::expect_message([&] { make(Law::elastic, 0.5, 0.0); },
                          {"contact 'floor'", "restitution 0.5", "law 'elastic'", "beta, newton"});
  support::expect_message([&] { make(Law::plastic, 0.5, 0.0); },
                          {"restitution 0.5", "law 'plastic'"});
  EXPECT_NO_THROW(make(Law::plastic, 0.0, 0.0));
  for (const Law law : {Law::coulomb, Law::moreau}) EXPECT_NO_THROW(make(law, 0.5, 0.3));
  ForcedCollision bounces = make(Law::newton, 0.5, 0.0);
  support::expect_message([&] { bounces.set("friction", 0.3); }, friction);
  EXPECT_NO_THROW(bounces.set("restitution", 0.9));
}

TEST(ForcedCollision, refuses_friction_without_tangents_also_when_it_is_set_later) {
  const Expr q = Expr::sym("q", 2), mu = Expr::sym("mu");
  ForcedCollision stepper(System({.name = "sleek",
                                  .q = q,
                                  .parameters = {{"mu", mu, 0.0}},
                                  .M = Expr::eye(2),
                                  .V = 0.0,
                                  .g = {{"floor", q(1), Contact{.friction = mu}}}}),
                          {.backend = newton()});
  support::expect_message([&] { stepper.set("mu", 0.5); }, {"'floor'", "no tangents"});
}

TEST(ForcedCollision, sticks_where_friction_has_no_end) {
  ForcedCollision stepper(ball_in_space(0.5, 1e300), {.backend = newton(), .law = Law::coulomb});
  const Step next = stepper.advance(
      {.state = {.q = Vector{{0.0, 0.0, 0.05}}, .p = Vector{{3.0, 0.0, -1.0}}}}, 0.1);
  ASSERT_TRUE(next.report.ok()) << next.report.message;
  EXPECT_NEAR((next.state.p - Vector{{0.0, 0.0, 0.5}}).norm(), 0.0, 1e-14);
}

}  // namespace
}  // namespace ricochet
