#include "ricochet/certify/variational_certifier.hpp"

#include "ricochet/registry.hpp"
#include "ricochet/ricochet.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <string>

namespace ricochet {
namespace {

constexpr double h = 0.01;  // [s]

/// A pendulum that a bilateral predictor of gvi moves along its circle.
class PredictorControl : public testing::Test {
 protected:
  static System pendulum() {
    const Expr q = Expr::sym("q", 2);
    return System({.name = "pendulum",
                   .q = q,
                   .M = diag(Expr({1.0, 3.0})),
                   .V = 9.81 * q(1),
                   .f = {{"rod", 0.5 * (dot(q, q) - 1.0)}},
                   .g = {{"floor", q(1) + 2.0}}});
  }
  void SetUp() override {
    from_ = {.state = {.q = Vector{{1.0, 0.0}}, .p = Vector{{0.0, 1.0}}}};
    to_ = gvi_->advance(from_, h);
    ASSERT_TRUE(to_.report.ok()) << to_.report.message;
    ASSERT_TRUE(gvi_->certify(from_, h, to_).ok());
  }

  std::unique_ptr<Stepper> gvi_ = make_stepper(
      "gvi", pendulum(), {.backend = make_backend("newton"), .predictor = Predictor::bilateral});
  Step from_, to_;
};

TEST_F(PredictorControl, a_predicted_position_further_along_the_equality_is_caught) {
  const double angle = std::atan2(to_.predicted[1], to_.predicted[0]) + 1e-8;
  to_.predicted = Vector{{std::cos(angle), std::sin(angle)}};
  const Certificate wrong = gvi_->certify(from_, h, to_);
  EXPECT_LT(wrong.equality, 1e-11) << "f(q^p) = 0: " << wrong.verdict();
  EXPECT_GT(wrong.dynamics, 1e-10) << wrong.verdict();
  EXPECT_EQ(gvi_->culprit(), "the predicted position is not that of a motion without contacts");
}

/// It satisfies the dynamics, but the wrong equations: those without reactions.
TEST_F(PredictorControl, a_free_predictor_is_caught) {
  const auto free = make_stepper("gvi", pendulum(), {.backend = make_backend("newton")});
  const Step step = free->advance(from_, h);
  ASSERT_TRUE(step.report.ok()) << step.report.message;
  EXPECT_GT(gvi_->certify(from_, h, step).equality, 1e-6);
  EXPECT_GT(free->certify(from_, h, to_).dynamics, 1e-6) << "reactions are not free motion";
}

/// Corners of a plate fall freely, five metres above the floor.
TEST(VariationalCertifier, finds_that_a_plate_in_free_fall_touches_nothing_under_rattle) {
  const Expr q = Expr::sym("q", 6);
  const auto part = [&](int first) { return q(casadi::Slice(first, first + 2)); };
  const Expr x = part(0), a = part(2), b = part(4);
  Constraints corners;
  for (int k = 0; k < 4; ++k)
    corners.add("corner " + std::to_string(k),
                q(1) + (k & 1 ? 0.5 : -0.5) * a(1) + (k & 2 ? 0.3 : -0.3) * b(1));
  const System plate({.name = "plate",
                      .q = q,
                      .M = diag(Expr({1.0, 1.0, 1.0 / 12.0, 1.0 / 12.0, 0.03, 0.03})),
                      .V = 9.81 * q(1),
                      .f = {{"aa", dot(a, a) - 1.0}, {"ab", dot(a, b)}, {"bb", dot(b, b) - 1.0}},
                      .g = corners});
  const double turned = 0.3, spin = 2.0, c = std::cos(turned), s = std::sin(turned);
  const State start{.q = Vector{{0.0, 5.0, c, s, -s, c}},
                    .p = Vector{{0.0, 0.0, -spin * s / 12.0, spin * c / 12.0, -spin * c * 0.03,
                                 -spin * s * 0.03}}};
  const auto rattle = make_stepper("rattle", plate, {.backend = make_backend("newton")});
  const Trajectory run = simulate(*rattle, start, {.h = h, .steps = 60});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_EQ(run.certified, 60);
  const double t = run.last().state.t;
  EXPECT_NEAR(run.last().state.q[1], 5.0 - 0.5 * 9.81 * t * t, 1e-12);

  // The same step with a corner that pushes in the air, momentum and all.
  Step wrong = run.steps[10];
  const Vector push = 0.1 * plate.G(wrong.state.q).col(2);
  wrong.state.p += push;
  wrong.force.mu[2] += 0.1;
  const Certificate found = rattle->certify(run.steps[9], h, wrong);
  EXPECT_GT(found.complementarity, 1e-3) << "a corner strikes that is open";
  EXPECT_LT(found.dynamics, 1e-11) << "the motion is consistent in itself";
}

}  // namespace
}  // namespace ricochet
