#include "ricochet/backends/newton.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

/// Steps with forces that are wrong on purpose: each is a motion, but of another system or rule
/// than the judge's.
namespace ricochet {
namespace {

constexpr double h = 0.02;  // [s]

/// A particle in a bowl, on a rod if wanted, with a force that every argument changes.
System bead(double strength, double hurry = 0.0, bool rod = false) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), t = Expr::sym("t");
  SystemSpecification s{.name = "bead",
                        .q = q,
                        .v = v,
                        .t = t,
                        .M = diag(Expr({1.0, 2.0})),
                        .V = 9.81 * q(1) + 0.5 * dot(q, q),
                        .g = {{"bowl", q(1) - 0.5 * q(0) * q(0)}},
                        .forces = {{"push", strength * (cos(t + hurry) * q - v)}}};
  if (rod) {
    s.f = {{"rod", 0.5 * (dot(q, q) - 1.25)}};
    s.g = {{"floor", q(1) + 2.0}};
  }
  return System(s);
}

/// In the bowl a start that slides, or one that falls onto it; on the rod one that swings.
State start_of(const std::string& stepper, bool rod) {
  if (rod) return {.q = Vector{{1.0, 0.5}}, .p = Vector{{0.5, -2.0}}};
  if (stepper == "discrete-smooth") return {.q = Vector{{1.0, 0.5}}, .p = Vector{{0.5, 1.0}}};
  return {.q = Vector{{1.0, 0.53}}, .p = Vector{{0.5, -1.0}}};
}

std::unique_ptr<Stepper> make(const std::string& stepper, const System& s,
                              const Discretization& rule = midpoint()) {
  return make_stepper(stepper, s, {.discretization = rule, .backend = newton()});
}

/// Worst certificate of steps of `made` that `judge` judges.
Certificate judged(Stepper& made, Stepper& judge, const State& start) {
  Certificate worst{.limit = 1e-11};
  Step now{.state = start}, next;
  now.state.t = 0.4;
  made.certify_steps(false);
  for (int k = 0; k < 6; ++k) {
    made.advance(now, h, next);
    EXPECT_TRUE(next.report.ok()) << next.report.message;
    worst.merge(judge.certify(now, h, next));
    std::swap(now, next);
  }
  return worst;
}

class ForcedSteps : public testing::TestWithParam<std::tuple<std::string, bool>> {
 protected:
  const std::string name = std::get<0>(GetParam());
  const bool rod = std::get<1>(GetParam());
  const State start = start_of(name, rod);

  void expect_caught(Stepper& made, const Discretization& rule = midpoint()) {
    const Certificate wrong = judged(made, *make(name, bead(1.0, 0.0, rod), rule), start);
    EXPECT_GT(wrong.dynamics, 1e-8) << wrong.verdict();
  }
};

TEST_P(ForcedSteps, are_certified) {
  for (const Discretization& rule : {midpoint(), verlet(), left_point()}) {
    const auto made = make(name, bead(1.0, 0.0, rod), rule);
    const Certificate right = judged(*made, *make(name, bead(1.0, 0.0, rod), rule), start);
    EXPECT_TRUE(right.ok()) << rule.name() << ": " << right.verdict();
  }
}

TEST_P(ForcedSteps, without_their_force_are_refused) {
  expect_caught(*make(name, bead(0.0, 0.0, rod)));
  expect_caught(*make(name, bead(0.0, 0.0, rod), verlet()), verlet());
}

TEST_P(ForcedSteps, with_a_force_at_the_wrong_end_are_refused) {
  Discretization wrong = verlet();  // the sum of both impulses is right to first order
  wrong.with_nodes({{1.0, 1.0}});
  expect_caught(*make(name, bead(1.0, 0.0, rod), wrong), verlet());
}

TEST_P(ForcedSteps, with_a_force_of_another_time_are_refused) {
  expect_caught(*make(name, bead(1.0, 1e-3, rod)));
}

INSTANTIATE_TEST_SUITE_P(Of, ForcedSteps,
                         testing::Combine(testing::Values("gvi", "discrete-smooth", "hybrid",
                                                          "nonholonomic-collision",
                                                          "forced-collision"),
                                          testing::Bool()),
                         [](const auto& tested) {
                           return support::test_name(std::get<0>(tested.param)) +
                                  (std::get<1>(tested.param) ? "_on_a_rod" : "");
                         });

}  // namespace
}  // namespace ricochet
