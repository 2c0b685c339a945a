#include "ricochet/shadow/shadow_meter.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/energy.hpp"
#include "ricochet/problems.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

const Problem& disc() {
  static const Problem problem = problems::disc_chaotic();
  return problem;
}

TEST(ShadowMeter, knows_the_energy_and_that_of_two_orders_less) {
  const auto& [t, q, p] = disc().initial;
  ShadowMeter four(disc().system, verlet(), {.order = 4}, newton());
  ShadowMeter two(disc().system, verlet(), {.order = 2}, newton());
  const auto [E, before, earlier] = four.at(q, p, 0.1);
  EXPECT_EQ(E, four.energy(q, p, 0.1));
  EXPECT_NEAR(before, two.energy(q, p, 0.1), 1e-15);
  EXPECT_NEAR(earlier, disc().system.H(q, p), 1e-15);
  EXPECT_NEAR(two.at(q, p, 0.1).before, disc().system.H(q, p), 1e-15);
  EXPECT_TRUE(std::isnan(two.at(q, p, 0.1).earlier)) << "below H there is none";
  EXPECT_TRUE(four.cheap());
}

TEST(ShadowMeter, of_virtual_steps_comes_near_the_closed_form) {
  const auto& [t, q, p] = disc().initial;
  for (const Discretization& rule : {verlet(), midpoint()}) {
    ShadowMeter closed(disc().system, rule, {.order = 6}, newton());
    ShadowMeter stepped(disc().system, rule, {.virtual_steps = 4}, newton());
    const auto [E, before, earlier] = stepped.at(q, p, 0.02);
    EXPECT_NEAR(E, closed.energy(q, p, 0.02), 1e-8) << rule.name();
    EXPECT_NEAR(before, E, 1e-5) << rule.name();
    EXPECT_LT(std::abs(before - E), std::abs(earlier - before)) << rule.name();
    EXPECT_FALSE(stepped.cheap());
    const ShadowMeter& original = stepped;
    ShadowMeter copy(original);
    EXPECT_EQ(copy.energy(q, p, 0.02), E) << "a copy has a map of its own";
  }
}

TEST(ShadowMeter, has_virtual_steps_while_contacts_are_held) {
  const Problem sphere = problems::spring_sphere();
  const auto& [t, q, p] = sphere.initial;
  const Mask all = Mask::Ones(sphere.system.m()), none = Mask::Zero(sphere.system.m());
  ShadowMeter meter(sphere.system, verlet(), {.order = 4}, newton());
  ShadowMeter stepped(sphere.system, verlet(), {.virtual_steps = 3}, newton());
  const double closed = meter.energy(q, p, 0.1);
  meter.hold(all);
  stepped.hold(all);
  EXPECT_FALSE(meter.cheap());
  EXPECT_EQ(meter.energy(q, p, 0.1), stepped.energy(q, p, 0.1));
  EXPECT_GT(std::abs(meter.energy(q, p, 0.1) - closed), 1e-5) << "another energy";
  meter.hold(none);
  EXPECT_TRUE(meter.cheap());
  EXPECT_EQ(meter.energy(q, p, 0.1), closed);
}

TEST(ShadowMeter, refuses_an_order_without_closed_form) {
  support::expect_message([] { ShadowMeter(disc().system, verlet(), {.order = 5}, newton()); },
                          {"Energy::shadow", "2, 4, 6 or 8", "not 5"});
}

}  // namespace
}  // namespace ricochet
