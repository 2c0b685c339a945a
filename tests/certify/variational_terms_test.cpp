#include "ricochet/certify/variational_terms.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using support::near;

constexpr double g = 10.0, h = 0.1;

/// A unit mass above a floor under gravity; on the line y = x if wanted.
System ball(bool line = false) {
  const Expr q = Expr::sym("q", 2);
  SystemSpecification s{.name = "ball",
                        .q = q,
                        .M = Expr::eye(2),
                        .V = g * q(1),
                        .g = {{"floor", q(1), {.restitution = 0.5}}}};
  if (line) s.f = {{"line", q(0) - q(1)}};
  return System(s);
}

Step at(const Vector& q, const Vector& p) { return {.state = {.q = q, .p = p}}; }

const Step from = at(Vector{{0.0, 1.0}}, Vector{{1.0, 0.0}});
const Step fallen = at(Vector{{0.1, 0.95}}, Vector{{1.0, -1.0}});

TEST(VariationalTerms, vanish_for_a_free_fall) {
  VariationalTerms terms(ball(), midpoint(), {});
  terms.evaluate_motion(from, h, fallen, from.state.p, fallen.state.p);
  EXPECT_LT(terms.dynamics().norm(), 1e-15);
  EXPECT_NEAR(terms.gap0(0), 1.0, 1e-15);
  EXPECT_NEAR(terms.gap1(0), 0.95, 1e-15);
  Step wrong = fallen;
  wrong.state.p[1] += 1e-3;
  terms.evaluate_motion(from, h, wrong, from.state.p, wrong.state.p);
  EXPECT_NEAR(terms.dynamics().norm(), h * 1e-3, 1e-15) << "a length";
}

TEST(VariationalTerms, judge_a_prediction_by_the_free_motion) {
  VariationalTerms terms(ball(), midpoint(), {});
  Step to = fallen;
  to.predicted = fallen.state.q;
  terms.evaluate_prediction(from, h, to);
  EXPECT_LT(terms.predicted_off().norm(), 1e-15);
  EXPECT_NEAR(terms.ahead(0), 0.95, 1e-15);
  to.predicted[0] += 1e-3;
  terms.evaluate_prediction(from, h, to);
  EXPECT_NEAR(terms.predicted_off().norm(), 1e-3, 1e-15);
}

TEST(VariationalTerms, let_reactions_explain_a_bilateral_prediction) {
  // Along y = x the acceleration is (-g/2, -g/2).
  VariationalTerms terms(ball(true), midpoint(), {.bilateral_predictor = true});
  const Step start = at(Vector{{1.0, 1.0}}, Vector{{1.0, 1.0}});
  Step to = start;
  to.predicted = Vector::Constant(2, 1.0 + h - 0.25 * g * h * h);
  terms.evaluate_prediction(start, h, to);
  EXPECT_LT(terms.predicted_off().norm(), 1e-15);
  EXPECT_LT(terms.predicted_equality().norm(), 1e-15);
  to.predicted.array() += 1e-3;
  terms.evaluate_prediction(start, h, to);
  EXPECT_NEAR(terms.predicted_off().norm(), 1e-3 * std::sqrt(2.0), 1e-14);
}

TEST(VariationalTerms, tell_how_contacts_push_and_rebound) {
  VariationalTerms terms(ball(), midpoint(), {.end = VariationalClaims::End::restitution});
  const Step start = at(Vector{{0.0, 0.0}}, Vector{{1.0, -2.0}});
  Step to = at(Vector{{0.1, 0.0}}, Vector{{1.0, 1.0}});
  to.force.lambda = Vector{{2.5}};
  to.force.mu = Vector{{0.5}};
  terms.evaluate_contacts(start, h, to, start.state.p);
  EXPECT_NEAR(terms.speed_plus(0), -2.0, 1e-15);
  EXPECT_NEAR(terms.speed1(0), 1.0, 1e-15);
  EXPECT_NEAR(terms.push(0), h * 2.5, 1e-15);
  EXPECT_NEAR(terms.end_push(0), 3.0, 1e-15) << "lambda + mu in .time = 1 s";
  EXPECT_NEAR(terms.rebound(0), 0.0, 1e-15) << "1 - 0.5 times 2";
  EXPECT_TRUE(near(terms.p_start(), Vector{{1.0, 0.5}}, 1e-15));
  EXPECT_TRUE(near(terms.p_end(), Vector{{1.0, 0.5}}, 1e-15));
}

}  // namespace
}  // namespace ricochet
