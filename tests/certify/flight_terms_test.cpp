#include "ricochet/certify/flight_terms.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near;

constexpr double g = 10.0, tau = 0.1, h = 0.2, m = 2.0;

/// A block of 2 kg above a floor under gravity, dragged if wanted.
System block(double drag = 0.0) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  SystemSpecification s{.name = "block",
                        .q = q,
                        .v = v,
                        .M = m * Expr::eye(2),
                        .V = m * g * q(1),
                        .g = {{"floor", q(1), {.tangents = {vertcat(Expr(1.0), Expr(0.0))}}}}};
  if (drag > 0.0) s.forces = {{"drag", -drag * v}};
  return System(s);
}

/// A step of Verlet's rule: w = (p - tau/2 m g)/m, p_end = m w - tau/2 m g.
FlightRecord fall() {
  return {.tau = tau,
          .q = Vector{{0.0, 3.0}},
          .p = Vector{{2.0, 0.0}},
          .w = Vector{{1.0, -0.5}},
          .p_end = Vector{{2.0, -2.0}}};
}

TEST(FlightTerms, vanish_for_a_free_fall) {
  FlightTerms terms(block(), verlet());
  terms.evaluate(fall(), 0.0, h);
  EXPECT_LT(terms.start().norm() + terms.end().norm(), 1e-15);
  EXPECT_FALSE(terms.touches());
  EXPECT_TRUE(near(terms.x, Vector{{0.1, 2.95}}, 1e-15));
  EXPECT_TRUE(near(terms.gap0, Vector{{3.0}}, 0.0));
  EXPECT_TRUE(near(terms.gap1, Vector{{2.95}}, 1e-15));
}

TEST(FlightTerms, are_lengths_by_which_a_motion_is_missed) {
  FlightTerms terms(block(), verlet());
  FlightRecord wrong = fall();
  wrong.p_end[0] += 0.3;
  terms.evaluate(wrong, 0.0, h);
  EXPECT_LT(terms.start().norm(), 1e-15);
  EXPECT_TRUE(near(terms.end(), Vector{{h * 0.3 / m, 0.0}}, 1e-15)) << "h M^-1 times 0.3 N s";
  wrong = fall();
  wrong.w[1] += 0.01;
  terms.evaluate(wrong, 0.0, h);
  EXPECT_TRUE(near(terms.start(), Vector{{0.0, -h * 0.01}}, 1e-15));
}

TEST(FlightTerms, tell_how_a_held_contact_pushes_and_slips) {
  FlightTerms terms(block(), verlet());
  const double weight = 0.5 * tau * m * g;
  const FlightRecord slides{.tau = tau,
                            .q = Vector::Zero(2),
                            .p = Vector{{2.0, 0.0}},
                            .w = Vector{{0.9, 0.0}},
                            .p_end = Vector{{1.6, 0.0}},
                            .force = {.lambda = Vector{{weight}},
                                      .mu = Vector{{weight}},
                                      .rho = Vector{{-0.2}},
                                      .pi = Vector{{-0.2}}},
                            .held = {0}};
  terms.evaluate(slides, 0.0, h);
  ASSERT_TRUE(terms.touches());
  EXPECT_LT(terms.start().norm() + terms.end().norm(), 1e-15);
  EXPECT_NEAR(terms.push(0), h / m * weight, 1e-15);
  EXPECT_NEAR(terms.end_push(0), weight / m, 1e-15) << "in .time = 1 s";
  EXPECT_NEAR(terms.speed1(0), 0.0, 1e-15);
  EXPECT_NEAR(terms.slip(0), 0.9, 1e-15);
  EXPECT_NEAR(terms.slip1(0), 0.8, 1e-15);
  EXPECT_NEAR(terms.reach(0), h / m, 1e-15);
}

TEST(FlightTerms, have_the_energies_at_both_ends) {
  FlightTerms terms(block(), verlet()), dragged(block(0.3), verlet());
  terms.evaluate_energies(fall(), 0.0);
  EXPECT_NEAR(terms.energy0, 0.5 * m * 1.25 + m * g * 2.975, 1e-13) << "V on average";
  EXPECT_NEAR(terms.energy1, terms.energy0, 1e-13);
  dragged.evaluate_energies(fall(), 0.0);
  EXPECT_NEAR(dragged.energy1 - dragged.energy0, -0.3 * tau * 1.25, 1e-14) << "the work of -0.3 w";
}

}  // namespace
}  // namespace ricochet
