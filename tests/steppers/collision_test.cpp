#include "ricochet/steppers/collision.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/hybrid.hpp"
#include "support/matchers.hpp"
#include "support/symplectic.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using support::expect_message;
using support::near;

Collision make(const Problem& problem, Collision::Options options = {}) {
  options.discretization = problem.discretization;
  options.backend = newton();
  return {problem.system, options};
}

Problem named(const std::string& name) { return find_problem(name).make(); }

Trajectory run_of(const Problem& problem, long steps) {
  Collision stepper = make(problem);
  Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = steps});
  EXPECT_TRUE(run.ok()) << run.message();
  return run;
}

/// A step of the particle above the floor that has an impact at the fraction alpha.
Step impact_step(Collision& stepper, double alpha, double speed) {
  const double h = 0.01, g = 9.81, fall = speed * alpha * h + 0.5 * g * alpha * alpha * h * h;
  return stepper.advance({.state = {.q = Vector{{0.0, fall}}, .p = Vector{{-2.0, -speed}}}}, h);
}

TEST(Collision, keeps_discrete_energy_and_tangential_momentum_across_impacts) {
  for (const char* name : {"particle-floor", "star", "disc-billiard", "ellipse"}) {
    const Problem problem = named(name);
    const Trajectory run = run_of(problem, problem.steps());
    const std::vector<Impact> hits = impacts(run);
    ASSERT_GE(hits.size(), 5u) << name;
    for (const Impact& hit : hits) {
      EXPECT_NEAR(hit.energy_plus, hit.energy_minus, 1e-12) << name;
      const Vector change = hit.p_plus - hit.p_minus;
      const Vector n = problem.system.G(hit.q).col(hit.constraints[0]);
      EXPECT_LT((change - n * n.dot(change) / n.squaredNorm()).norm(), 1e-13) << name;
      EXPECT_GT(hit.impulse[0], 0.0);
      EXPECT_FALSE(hit.flagged);
    }
  }
}

TEST(Collision, jumps_in_energy_exactly_as_linear_gravity_demands) {
  Collision stepper = make(named("particle-floor"));
  const System& system = stepper.system();
  for (const double alpha : {1e-12, 0.1, 0.4, 0.7, 1.0 - 1e-12}) {
    const Step next = impact_step(stepper, alpha, 3.0);
    ASSERT_TRUE(next.report.ok()) << next.report.message;
    ASSERT_EQ(next.impacts.size(), 1u) << alpha;
    EXPECT_NEAR(next.impacts[0].alpha, alpha, 1e-13);
    const Impact& hit = next.impacts[0];
    const double fall = 3.0 * alpha * 0.01 + 0.5 * 9.81 * alpha * alpha * 1e-4;
    const double before = system.H(Vector{{0.0, fall}}, Vector{{-2.0, -3.0}});
    const double jump = 9.81 * 9.81 * 1e-4 / 8.0 * (1.0 - 2.0 * hit.alpha);  // m g^2 h^2 / 8
    EXPECT_NEAR(system.H(next.state.q, next.state.p) - before, jump, 1e-13) << alpha;
  }
}

TEST(Collision, holds_a_body_at_rest_and_lets_it_go_when_the_force_would_pull) {
  const Trajectory slides = run_of(problems::spring_sphere(), 400);
  EXPECT_EQ(slides.last().contacts.held, (std::vector<Index>{0, 1}));
  EXPECT_TRUE(impacts(slides).empty());
  const Problem crest = problems::crest();
  const Trajectory leaves = run_of(crest, crest.steps());
  EXPECT_FALSE(leaves.steps[5].contacts.held.empty());
  EXPECT_TRUE(leaves.last().contacts.held.empty());
  EXPECT_GT(crest.system.g(leaves.last().state.q)[0], 0.01);
}

/// Defect of the symplectic form of a step through one impact.
double defect(Stepper& stepper) {
  const auto map = [&stepper](const Vector& z) -> Vector {
    const Step next = stepper.advance({.state = {.q = z.head(2), .p = z.tail(2)}}, 0.1);
    EXPECT_EQ(next.impacts.size(), 1u) << next.report.message;
    Vector out(4);
    out << next.state.q, next.state.p;
    return out;
  };
  return support::symplectic_defect(map, Vector{{0.85, 0.1, 1.7, 0.3}});
}

TEST(Collision, is_symplectic_through_an_impact) {
  // The action of the step, extremal in place and time of the impact, generates the map.
  const System billiard = named("disc-billiard").system;
  for (const Discretization& d : {midpoint(), verlet(), gamma_rule(0.3)}) {
    Collision stepper(billiard, {.discretization = d, .backend = newton()});
    EXPECT_LT(defect(stepper), 1e-11) << d.name();  // observed: 5e-13
  }
}

TEST(Collision, would_not_be_symplectic_if_it_mirrored_the_momentum) {
  Hybrid mirrors(named("disc-billiard").system, {.discretization = verlet(), .backend = newton()});
  EXPECT_GT(defect(mirrors), 1e-5);
}

TEST(Collision, returns_when_run_backwards_with_a_symmetric_rule_only) {
  const Problem problem = named("disc-billiard");
  const State start{.q = Vector{{0.85, 0.1}}, .p = Vector{{1.7, 0.3}}};
  const auto gap = [&](const Discretization& d) {
    Collision stepper(problem.system, {.discretization = d, .backend = newton()});
    State there = stepper.advance({.state = start}, 0.1).state;
    there.p = -there.p;
    const Step back = stepper.advance({.state = there}, 0.1);
    EXPECT_EQ(back.impacts.size(), 1u);
    return (back.state.q - start.q).norm() + (back.state.p + start.p).norm();
  };
  EXPECT_LT(gap(midpoint()), 1e-12);
  EXPECT_LT(gap(verlet()), 1e-12);
  EXPECT_GT(gap(gamma_rule(0.25)), 1e-4);
}

TEST(Collision, chooses_moreaus_exit_from_a_corner) {
  const Problem problem = named("corner-tip");
  const Trajectory run = run_of(problem, problem.steps());
  const std::vector<Impact> hits = impacts(run);
  ASSERT_EQ(hits.size(), 1u);
  EXPECT_EQ(hits[0].constraints.size(), 2u) << "both faces meet at the tip";
  EXPECT_NEAR(hits[0].p_plus.norm(), hits[0].p_minus.norm(), 1e-13);
  EXPECT_LT((hits[0].q).norm(), 1e-13);
}

TEST(Collision, holds_what_leaves_so_slowly_that_it_is_back_before_it_has_opened) {
  Collision stepper = make(named("particle-floor"));
  for (const double speed : {1e-9, 1e-6, 3e-5}) {  // hops below the tolerance of gaps
    const Step next =
        stepper.advance({.state = {.q = Vector{{0.0, 0.0}}, .p = Vector{{1.0, speed}}}}, 0.01);
    ASSERT_TRUE(next.report.ok()) << next.report.message;
    EXPECT_EQ(next.contacts.held, std::vector<Index>{0}) << speed;
    EXPECT_NEAR(next.state.q[1], 0.0, 1e-14) << speed;
  }
  const Step hops =
      stepper.advance({.state = {.q = Vector{{0.0, 0.0}}, .p = Vector{{1.0, 1e-3}}}}, 0.01);
  EXPECT_FALSE(hops.impacts.empty()) << "a hop that opens is followed by impacts";
}

TEST(Collision, strikes_at_once_what_an_impact_elsewhere_drives_into_its_constraint) {
  // In a narrow corner the reflection at one wall approaches the other, which was being left.
  const Expr q = Expr::sym("q", 2);
  const double c = std::cos(0.35), s = std::sin(0.35);  // half the opening: 20 degrees
  const System corner({.name = "narrow corner",
                       .q = q,
                       .M = Expr::eye(2),
                       .V = 0.0,
                       .g = {{"right", s * q(1) - c * q(0)}, {"left", s * q(1) + c * q(0)}}});
  Collision stepper(corner, {.backend = newton()});
  const Step next =
      stepper.advance({.state = {.q = Vector{{0.0, 0.0}}, .p = Vector{{1.0, -1.0}}}}, 0.1);
  ASSERT_TRUE(next.report.ok()) << next.report.message;
  EXPECT_GE(next.impacts.size(), 2u);
  EXPECT_EQ(next.impacts[0].constraints, std::vector<Index>{0});
  EXPECT_EQ(next.impacts[1].constraints, std::vector<Index>{1});
  EXPECT_GE(corner.g(next.state.q).minCoeff(), -1e-13);
  EXPECT_NEAR(next.state.p.norm(), std::sqrt(2.0), 1e-13);
}

TEST(Collision, keeps_rods_through_simultaneous_impacts) {
  const Problem cradle = named("cradle");
  const Trajectory run = run_of(cradle, 400);
  EXPECT_LT(equality_error(cradle.system, run).maxCoeff(), 1e-12);
  EXPECT_GE(smallest_gap(cradle.system, run), -1e-13);
}

TEST(Collision, names_a_start_inside_an_obstacle_and_too_many_impacts) {
  Collision stepper = make(named("particle-floor"), {.max_events = 1});
  const Step inside =
      stepper.advance({.state = {.q = Vector{{0.0, -0.1}}, .p = Vector{{0.0, 0.0}}}}, 0.01);
  EXPECT_EQ(inside.report.status, StepStatus::infeasible);
  EXPECT_NE(inside.report.message.find("'floor'"), std::string::npos);
  const Problem disc = problems::normal_impact();
  const Step chatter = make(disc, {.max_events = 1}).advance({.state = disc.initial}, 7.0);
  EXPECT_EQ(chatter.report.status, StepStatus::too_many_events);
}

TEST(Collision, refuses_what_it_cannot_take_by_name) {
  const System floor = named("particle-floor").system;
  expect_message([&] { Collision{floor.with("restitution", 0.5)}; },
                 {"Stepper 'collision'", "restitution 1", "0.5"});
  expect_message([&] { Collision{named("pendulum-cylinder").system}; },
                 {"Stepper 'collision'", "nonholonomic"});
  expect_message([&] { Collision(floor, {.max_events = 0}); }, {"max_events must be at least 1"});
}

}  // namespace
}  // namespace ricochet
