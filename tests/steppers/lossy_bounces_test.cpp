#include "ricochet/backends/audit.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "ricochet/steppers/hybrid.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

/// gvi with restitution below 1: bounces lose energy, accumulate and end in contact that lasts.
namespace ricochet {
namespace {

constexpr double gravity = 9.81, h = 0.01;

/// A ball above a floor. Its forces, if any, are drag.
System ball(double e, double drag = 0.0) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), restitution = Expr::sym("restitution");
  SystemSpecification s{.name = "ball",
                        .q = q,
                        .v = v,
                        .parameters = {{"restitution", restitution, e}},
                        .M = 2.0 * Expr::eye(2),
                        .V = 2.0 * gravity * q(1),
                        .g = {{"floor", q(1), {.restitution = restitution}}}};
  if (drag != 0.0) s.forces = {{"drag", -drag * v}};
  return System(s);
}

const State dropped{.q = Vector{{0.0, 1.0}}, .p = Vector{{1.0, 0.0}}};

Trajectory run_of(const System& s, const State& start, long steps,
                  GeneralizedVariational::Options options = {}) {
  if (options.backend.name() != audit().name()) options.backend = newton();
  GeneralizedVariational stepper(s, options);
  Trajectory run = simulate(stepper, start, {.h = h, .steps = steps});
  EXPECT_TRUE(run.ok()) << run.message();
  EXPECT_EQ(run.certified, steps);
  return run;
}

/// It falls in 0.45 s, bounces for 2 e / (1 - e) times that, and lies still then.
TEST(LossyBounces, bring_a_ball_to_rest_where_it_stays_for_thousands_of_steps) {
  for (const double e : {0.0, 0.3, 0.5, 0.8})
    for (const Discretization& rule : {midpoint(), verlet()})
      for (const double drag : {0.0, 0.4}) {
        const System s = ball(e, drag);
        const Trajectory run = run_of(s, dropped, 6000, {.discretization = rule});
        const double fall = std::sqrt(2.0 / gravity);
        const auto still = static_cast<size_t>(1.3 * fall * (1.0 + 2.0 * e / (1.0 - e)) / h + 20.0);
        ASSERT_LT(still, 1500u);
        for (size_t k = still; k < run.steps.size(); ++k) {
          const Step& step = run.steps[k];
          ASSERT_LT(std::abs(step.state.q[1]), 1e-13) << e << ' ' << rule.name() << ' ' << k;
          ASSERT_LT(std::abs(step.state.p[1]), 1e-13) << e << ' ' << rule.name() << ' ' << k;
          ASSERT_EQ(step.contacts.held, std::vector<Index>{0});
          ASSERT_TRUE(step.impacts.empty());
        }
        if (drag == 0.0) {
          EXPECT_NEAR(run.last().state.p[0], 1.0, 1e-12) << "it slides on";
        }
        EXPECT_GE(smallest_gap(s, run), -1e-13) << "a bounce that is over lands on the floor";
      }
}

TEST(LossyBounces, lose_at_every_impact_what_the_law_says) {
  const System s = ball(0.5);
  const Trajectory run = run_of(s, dropped, 400);
  const std::vector<Impact> hits = impacts(run);
  ASSERT_GT(hits.size(), 4u);
  for (const Impact& hit : hits) {
    const double before = hit.p_minus[1], after = hit.p_plus[1];
    EXPECT_NEAR(after, -0.5 * before, 1e-14);
    EXPECT_EQ(hit.p_plus[0], hit.p_minus[0]);
    EXPECT_NEAR(hit.energy_plus - hit.energy_minus, -0.75 * before * before / 4.0, 1e-14);
    EXPECT_FALSE(hit.flagged);
  }
}

/// A step may begin an impact early by |v| h: heights of bounces are of first order in h.
TEST(LossyBounces, converge_to_the_bounces_of_the_law) {
  const auto height = [](double step) {
    GeneralizedVariational stepper(ball(0.8), {.backend = newton()});
    const Trajectory run =
        simulate(stepper, dropped, {.h = step, .steps = std::lround(1.4 / step)});
    double highest = 0.0;  // behind the first impact
    bool behind = false;
    for (const Step& made : run.steps) {
      behind = behind || !made.impacts.empty();
      if (behind && made.state.t < 1.1) highest = std::max(highest, made.state.q[1]);
    }
    return highest;
  };
  EXPECT_NEAR(height(1e-2), 0.64, 0.05);
  EXPECT_NEAR(height(1e-4), 0.64, 5e-4);
}

TEST(LossyBounces, never_raise_the_energy_beyond_the_band_of_the_rule) {
  for (const double e : {0.0, 0.5, 0.95}) {
    const System s = ball(e);
    const Vector E = energy(s, run_of(s, dropped, 1000));
    double least = E[0], raised = 0.0;
    for (const double now : E) {
      raised = std::max(raised, now - least);
      least = std::min(least, now);
    }
    EXPECT_LT(raised, 1e-11) << "midpoint is exact for a constant force";
  }
}

/// A ball on a rod against a wall: reflections and landings see reactions.
TEST(LossyBounces, bring_a_pendulum_to_rest_at_a_wall) {
  const Expr q = Expr::sym("q", 2);
  const System s({.name = "pendulum at a wall",
                  .q = q,
                  .M = Expr::eye(2),
                  .V = gravity * q(1),
                  .f = {{"rod", norm_2(q) - 1.0}},
                  .g = {{"wall", q(0) - 0.5, {.restitution = 0.6}}}});
  const State start{.q = Vector{{1.0, 0.0}}, .p = Vector{{0.0, 0.0}}};
  for (const Predictor predictor : {Predictor::free, Predictor::bilateral}) {
    const Trajectory run = run_of(s, start, 3000, {.predictor = predictor});
    for (size_t k = 2000; k < run.steps.size(); ++k) {
      ASSERT_LT((run.steps[k].state.q - Vector{{0.5, -std::sqrt(0.75)}}).norm(), 1e-12) << k;
      ASSERT_LT(run.steps[k].state.p.norm(), 1e-12) << k;
    }
    EXPECT_GT(impacts(run).size(), 5u);
  }
}

/// Three balls on each other on a floor: impacts at several contacts at once.
System stack(double e) {
  const Expr q = Expr::sym("q", 3);
  return System({.name = "stack",
                 .q = q,
                 .M = diag(Expr({1.0, 2.0, 0.5})),
                 .V = gravity * (q(0) + 2.0 * q(1) + 0.5 * q(2)),
                 .g = {{"floor", q(0), {.restitution = e}},
                       {"lower", q(1) - q(0) - 1.0, {.restitution = e}},
                       {"upper", q(2) - q(1) - 1.0, {.restitution = e}}}});
}

TEST(LossyBounces, bring_a_stack_to_rest) {
  const State start{.q = Vector{{0.2, 1.4, 2.5}}, .p = Vector{{0.0, -1.0, 0.3}}};
  for (const double e : {0.0, 0.4, 0.7})
    for (const Reflection model : {Reflection::generalized, Reflection::moreau})
      for (const bool strict : {false, true}) {
        const Trajectory run =
            run_of(stack(e), start, 4000, {.reflection = model, .strict = strict});
        for (size_t k = 2500; k < run.steps.size(); ++k) {
          ASSERT_LT((run.steps[k].state.q - Vector{{0.0, 1.0, 2.0}}).norm(), 1e-12) << e;
          ASSERT_LT(run.steps[k].state.p.norm(), 1e-12) << e << ' ' << k;
        }
      }
}

TEST(LossyBounces, are_the_same_with_every_backend) {
  const State start{.q = Vector{{0.05, 1.1, 2.12}}, .p = Vector{{-0.5, -1.0, 0.3}}};
  (void)run_of(stack(0.5), start, 120, {.backend = audit()});
}

TEST(LossyBounces, of_different_restitutions_at_one_body_take_the_least_and_are_flagged) {
  const Expr q = Expr::sym("q", 2);
  const System s({.name = "corner",
                  .q = q,
                  .M = Expr::eye(2),
                  .V = 0.0,
                  .g = {{"floor", q(1), {.restitution = 0.5}},
                        {"slope", 0.6 * q(0) + 0.8 * q(1), {.restitution = 0.9}}}});
  GeneralizedVariational stepper(s, {.backend = newton()});
  const Step next = stepper.advance({.state = {.q = Vector::Zero(2), .p = Vector{{0.0, -1.0}}}}, h);
  ASSERT_TRUE(next.report.ok() && next.report.certified) << next.report.message;
  ASSERT_EQ(next.impacts.size(), 1u);
  EXPECT_TRUE(next.impacts[0].flagged);
  EXPECT_NEAR(next.impacts[0].p_plus[1], 0.5, 0.15);
}

/// An elastic floor that is hit together with a contact of restitution 0 lost as much: it must not
/// sink, and is approached no more.
TEST(LossyBounces, let_an_elastic_contact_land_that_shared_a_loss) {
  const Expr q = Expr::sym("q", 2);
  const System s({.name = "two on a floor",
                  .q = q,
                  .M = Expr::eye(2),
                  .V = gravity * (q(0) + q(1)),
                  .g = {{"floor", q(0), {.restitution = 1.0}},
                        {"upper", q(1) - q(0) - 1.0, {.restitution = 0.0}}}});
  const State start{.q = Vector{{1e-4, 1.0001}}, .p = Vector{{-1.0, -3.0}}};
  const Trajectory run = run_of(s, start, 500);
  ASSERT_EQ(impacts(run).size(), 1u);
  EXPECT_TRUE(impacts(run)[0].flagged);
  for (size_t k = 1; k < run.steps.size(); ++k) {
    ASSERT_LT((run.steps[k].state.q - Vector{{0.0, 1.0}}).norm(), 1e-13) << k;
    ASSERT_LT(run.steps[k].state.p.norm(), 1e-12) << k;
  }
}

/// Steps of one system judged by the certifier of another.
TEST(LossyBouncesControl, are_judged_by_the_restitution_and_by_where_they_land) {
  GeneralizedVariational judge(ball(0.5), {.backend = newton()});
  const auto caught = [&](const State& from, const auto& spoil) {
    Step next = judge.advance({.state = from}, h);
    EXPECT_TRUE(next.report.ok()) << next.report.message;
    spoil(next);
    return !judge.certify({.state = from}, h, next).ok();
  };
  const State hits{.q = Vector{{0.0, 0.001}}, .p = Vector{{0.0, -3.0}}};
  const State lands{.q = Vector{{0.0, 1e-5}}, .p = Vector{{0.0, -1e-3}}};
  EXPECT_FALSE(caught(hits, [](Step&) {}));
  EXPECT_FALSE(caught(lands, [](Step&) {}));
  for (const double e : {0.499, 0.501, 1.0}) {
    GeneralizedVariational other(ball(e), {.backend = newton()});
    EXPECT_TRUE(caught(hits, [&](Step& to) { to = other.advance({.state = hits}, h); })) << e;
  }
  // An elastic contact does not land: its ball sinks for a step.
  GeneralizedVariational elastic(ball(1.0), {.backend = newton()});
  Step sinks = elastic.advance({.state = lands}, h);
  ASSERT_LT(sinks.state.q[1], -1e-4);
  for (ReflectionPass& pass : sinks.reflections) pass.impulse *= 0.75;
  EXPECT_GT(judge.certify({.state = lands}, h, sinks).gap, 1e-4) << judge.culprit();
  // A landing that leaves the floor again, with all its equations satisfied.
  EXPECT_TRUE(caught(lands, [](Step& to) {
    to.state.p[1] += 1e-6;
    to.force.mu[0] += 1e-6;
  })) << judge.culprit();
  // An elastic judge knows no landing.
  Step landed = judge.advance({.state = lands}, h);
  EXPECT_EQ(landed.contacts.held, std::vector<Index>{0});
  EXPECT_GT(elastic.certify({.state = lands}, h, landed).complementarity, 1e-7);
}

TEST(LossyBounces, are_refused_where_they_cannot_be) {
  const System lossy = ball(0.5), elastic = ball(1.0);
  support::expect_message([&] { GeneralizedVariational(lossy, {.energy = Energy::numerical}); },
                          {"'gvi'", "restitution below 1", "'continuous', not 'numerical'"});
  GeneralizedVariational keeps(elastic, {.backend = newton(), .energy = Energy::numerical});
  support::expect_message([&] { keeps.set("restitution", 0.5); }, {"'gvi'", "'numerical'"});
  GeneralizedVariational takes(elastic, {.backend = newton()});
  EXPECT_NO_THROW(takes.set("restitution", 0.5));
  support::expect_message([&] { takes.set("restitution", 1.5); }, {"restitution"});
  support::expect_message([&] { (void)Hybrid(lossy); },
                          {"'hybrid'", "'floor'", "restitution 0.5", "which it does not hold"});
  support::expect_message([&] { (void)make_stepper("discrete-smooth", lossy); },
                          {"'discrete-smooth'", "'floor'", "restitution 1"});
}

/// A restitution that is set behind the construction acts at once.
TEST(LossyBounces, follow_a_parameter) {
  GeneralizedVariational set(ball(1.0), {.backend = newton()});
  set.set("restitution", 0.5);
  const Trajectory a = simulate(set, dropped, {.h = h, .steps = 300});
  const Trajectory b = run_of(ball(0.5), dropped, 300);
  ASSERT_TRUE(a.ok()) << a.message();
  EXPECT_EQ(a.last().state.q, b.last().state.q);
  EXPECT_EQ(a.last().state.p, b.last().state.p);
}

}  // namespace
}  // namespace ricochet
