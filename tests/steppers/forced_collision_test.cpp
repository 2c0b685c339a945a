#include "ricochet/steppers/forced_collision.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace ricochet {
namespace {

using support::ball_in_space, support::driven_ball;

/// The first impact of the wedge under a law: velocity (normal, tangential) of the vertex after it.
Vector after_first_impact(Law law, double e, double mu) {
  Problem problem = find_problem("wedge").make();
  const System system = problem.system.with("restitution", e).with("friction", mu);
  ForcedCollision stepper(system, {.discretization = verlet(), .backend = newton(), .law = law});
  Step now{.state = problem.initial}, next;
  for (int i = 0; i < 400; ++i) {
    stepper.advance(now, problem.h, next);
    EXPECT_TRUE(next.report.ok()) << next.report.message;
    if (!next.impacts.empty()) break;
    std::swap(now, next);
  }
  if (next.impacts.empty()) return Vector::Zero(2);
  const Impact& hit = next.impacts.front();
  const Vector v = system.M_now().ldlt().solve(hit.p_plus);
  const Index i = hit.constraints.front();
  const Expr q = Expr::sym("q", 3);
  Matrix T(3, 3);
  Kernel("T", {q, system.parameter_symbols()}, {densify(system.T(q))})(
      {hit.q, system.parameter_values()}, {T});
  return Vector{{system.G(hit.q).col(i).dot(v), T.col(i).dot(v)}};
}

TEST(ForcedCollision, follows_every_law_at_the_first_impact_of_the_wedge) {
  const auto expect = [](Law law, double e, double mu, double normal, double tangential) {
    const Vector u = after_first_impact(law, e, mu);
    EXPECT_NEAR(u[0], normal, 2e-3) << static_cast<int>(law);
    EXPECT_NEAR(u[1], tangential, 2e-3) << static_cast<int>(law);
  };
  expect(Law::elastic, 1.0, 0.0, 3.461, 0.900);
  expect(Law::beta, 0.5, 0.0, 1.730, 1.676);
  expect(Law::coulomb, 0.5, 0.3, 1.730, 0.0);  // sticks
  expect(Law::moreau, 0.5, 0.3, 1.730, -2.001);
  expect(Law::plastic, 1.0, 0.0, 0.0, 0.0);
  EXPECT_GT(std::abs(after_first_impact(Law::coulomb, 0.5, 0.03)[1]), 0.1) << "slides";
}

TEST(ForcedCollision, never_gains_energy_with_moreaus_law) {
  const Problem problem = find_problem("wedge").make();
  for (const double e : {0.0, 0.5, 0.9})
    for (const double mu : {0.0, 0.1, 0.3}) {
      const System system = problem.system.with("restitution", e).with("friction", mu);
      ForcedCollision stepper(system, {.discretization = verlet(), .backend = newton()});
      const Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = 600});
      EXPECT_TRUE(run.ok()) << e << ' ' << mu << ": " << run.message();
      for (const Impact& hit : impacts(run)) {
        const double before = hit.p_minus.dot(system.M_now().ldlt().solve(hit.p_minus));
        const double after = hit.p_plus.dot(system.M_now().ldlt().solve(hit.p_plus));
        EXPECT_LE(after, before * (1.0 + 1e-12));
      }
    }
}

/// Steps until a ball of mass m, thrown up in units of length L and time T, no longer bounces.
long steps_to_rest(double m, double L, double T, double rest_energy) {
  const Expr y = Expr::sym("y");
  const System ball({.name = "ball",
                     .q = y,
                     .M = m * Expr::eye(1),
                     .V = m * 10.0 * L / (T * T) * y,
                     .g = {{"floor", y, Contact{.restitution = 0.5}}},
                     .length = L,
                     .time = T});
  const auto stepper =
      make_stepper("forced-collision", ball,
                   {.backend = newton(), .law = Law::newton, .rest_energy = rest_energy});
  const State start{.q = Vector{{0.2 * L}}, .p = Vector{{0.0}}};
  const Trajectory run = simulate(*stepper, start, {.h = 0.01 * T, .steps = 200});
  EXPECT_TRUE(run.ok()) << run.message();
  for (size_t i = 1; i < run.steps.size(); ++i)
    for (const Impact& hit : run.steps[i].impacts)
      if (hit.flagged) return static_cast<long>(i);
  return -1;
}

TEST(ForcedCollision, comes_to_rest_alike_whatever_the_masses_and_units) {
  const long steps = steps_to_rest(1.0, 1.0, 1.0, 0.01);
  EXPECT_GT(steps, 0);
  for (const double m : {1e-6, 1e3})
    for (const double L : {1e-3, 1e4})
      EXPECT_EQ(steps_to_rest(m, L, 0.1, 0.01), steps) << m << ' ' << L;
  EXPECT_LT(steps_to_rest(1.0, 1.0, 1.0, 0.1), steps) << "what is given must matter";
}

TEST(ForcedCollision, is_of_second_order_with_forces_and_impacts) {
  const System ball = driven_ball(1.0);
  const State start{.q = Vector{{0.0, 1.0}}, .p = Vector{{1.0, 0.0}}};
  for (const Discretization& d : {midpoint(), verlet()}) {
    const auto end = [&](double h) {
      ForcedCollision stepper(ball, {.discretization = d, .backend = newton()});
      const Trajectory run = simulate(stepper, start, {.h = h, .steps = std::lround(1.0 / h)});
      EXPECT_TRUE(run.ok()) << run.message();
      EXPECT_EQ(impacts(run).size(), 1u);
      return run.last().state.q;
    };
    const Vector exact = end(1.0 / 16384.0);
    double coarse = 0.0, fine = 0.0;  // the constant depends on alpha: a mean over many steps
    for (int k = 0; k < 16; ++k) {
      coarse += (end(1.0 / (50.0 + k)) - exact).norm() / 16.0;
      fine += (end(1.0 / (400.0 + 8.0 * k)) - exact).norm() / 16.0;
    }
    EXPECT_NEAR(std::log2(coarse / fine) / 3.0, 2.0, 0.2) << d.name();
  }
}

bool knows_friction(Law law) { return law == Law::coulomb || law == Law::moreau; }

/// Start, end and maximum of the energy [J] of a run that reaches its end.
Vector energies_of_a_run(const std::string& name, Law law, double e, double mu) {
  const Problem problem = find_problem(name).make();
  const System system = problem.system.with("restitution", e).with("friction", mu);
  ForcedCollision stepper(
      system, {.discretization = problem.discretization, .backend = newton(), .law = law});
  const Trajectory run =
      simulate(stepper, problem.initial, {.h = problem.h, .steps = std::lround(12.0 / problem.h)});
  EXPECT_TRUE(run.ok()) << name << ", law " << static_cast<int>(law) << ", e = " << e
                        << ", mu = " << mu << ": " << run.message();
  EXPECT_GE(smallest_gap(system, run), -1e-9) << name;
  const Vector E = energy(system, run);
  return Vector{{E[0], E[E.size() - 1], E.maxCoeff()}};
}

TEST(ForcedCollision, reaches_the_end_of_long_runs_under_every_law) {
  for (const char* name : {"star", "wedge", "ellipse"}) {
    for (const Law law : {Law::beta, Law::newton, Law::coulomb, Law::moreau, Law::plastic})
      for (const auto& [e, mu] : {std::pair{0.5, 0.3}, {0.0, 0.3}, {0.9, 0.1}}) {
        if (law == Law::plastic && e != 0.0) continue;
        const Vector E = energies_of_a_run(name, law, e, knows_friction(law) ? mu : 0.0);
        EXPECT_LT(E[1], 0.8 * E[0]) << name << ' ' << static_cast<int>(law);
        EXPECT_LE(E[2], E[0] * (1.0 + 1e-4)) << name << ' ' << static_cast<int>(law);
      }
    const Vector E = energies_of_a_run(name, Law::elastic, 1.0, 0.0);
    EXPECT_NEAR(E[1], E[0], 1e-3 * E[0]) << name;
  }
}

TEST(ForcedCollision, brings_a_plastic_wedge_to_rest_on_its_short_side) {
  const Problem problem = problems::wedge();
  const System& system = problem.system;
  ForcedCollision stepper(
      system, {.discretization = problem.discretization, .backend = newton(), .law = Law::plastic});
  const Trajectory run = simulate(stepper, problem.initial, {.h = problem.h, .steps = 1000});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_EQ(run.last().contacts.held, (std::vector<Index>{1, 2}));
  EXPECT_NEAR(system.H(run.last().state.q, run.last().state.p), 9.81 / 3.0, 1e-12);  // m g H/3
  for (const Impact& hit : impacts(run))
    EXPECT_LE(hit.p_plus.dot(system.M_now().inverse() * hit.p_plus),
              hit.p_minus.dot(system.M_now().inverse() * hit.p_minus));
}

TEST(ForcedCollision, rests_where_the_share_of_beta_is_too_little_to_leave) {
  const Expr q = Expr::sym("q");
  const System ball({.name = "dead ball",
                     .q = q,
                     .M = 1.0,
                     .V = 9.81 * q,
                     .g = {{"floor", q, Contact{.restitution = 0.0}}}});
  ForcedCollision stepper(ball,
                          {.discretization = verlet(), .backend = newton(), .law = Law::beta});
  const State start{.q = Vector{{0.1}}, .p = Vector{{0.0}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 50});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_FALSE(impacts(run).back().flagged) << "rest is what restitution 0 asks for";
  EXPECT_EQ(run.last().contacts.held, std::vector<Index>{0});
  EXPECT_NEAR(run.last().state.q[0], 0.0, 1e-14);
}

/// Impacts of a ball dropped from 0.1 m under a law, in one step of 0.5 s or many; and how many of
/// them are flagged.
std::pair<long, long> flagged_of(Law law, double restitution, int max_events = 200,
                                 double h = 0.01) {
  const Expr q = Expr::sym("q");
  const System ball({.name = "ball",
                     .q = q,
                     .M = 1.0,
                     .V = 9.81 * q,
                     .g = {{"floor", q, Contact{.restitution = restitution}}}});
  ForcedCollision stepper(
      ball,
      {.discretization = verlet(), .backend = newton(), .law = law, .max_events = max_events});
  const State start{.q = Vector{{0.1}}, .p = Vector{{0.0}}};
  const Trajectory run =
      simulate(stepper, start, {.h = h, .steps = static_cast<long>(std::lround(1.0 / h))});
  EXPECT_TRUE(run.ok()) << run.message();
  long all = 0, flagged = 0;
  for (const Impact& impact : impacts(run)) {
    ++all;
    flagged += impact.flagged ? 1 : 0;
  }
  return {all, flagged};
}

TEST(ForcedCollision, flags_impacts_by_another_law_than_the_one_asked_for_only) {
  using Counts = std::pair<long, long>;
  for (const Law law : {Law::newton, Law::coulomb, Law::moreau, Law::beta})
    EXPECT_EQ(flagged_of(law, 0.0), (Counts{1, 0})) << "rest is asked for";
  EXPECT_EQ(flagged_of(Law::plastic, 1.0), (Counts{1, 0}));
  EXPECT_EQ(flagged_of(Law::moreau, 0.0, 1, 0.5), (Counts{1, 0})) << "the cap changes nothing";
  const auto [all, flagged] = flagged_of(Law::moreau, 0.25);
  EXPECT_GT(all, 3);
  EXPECT_EQ(flagged, 1) << "the last one is made to rest: restitution 1/4 would never end";
}

TEST(ForcedCollision, brings_a_ball_to_rest_and_holds_it) {
  const Expr q = Expr::sym("q");
  const System ball({.name = "soft ball",
                     .q = q,
                     .M = 1.0,
                     .V = 9.81 * q,
                     .g = {{"floor", q, Contact{.restitution = 0.5}}}});
  ForcedCollision stepper(ball, {.discretization = verlet(), .backend = newton()});
  const State start{.q = Vector{{1.0}}, .p = Vector{{0.0}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 400});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_NEAR(run.last().state.q[0], 0.0, 1e-9);
  EXPECT_NEAR(run.last().state.p[0], 0.0, 1e-12);
  EXPECT_EQ(run.last().contacts.held, std::vector<Index>{0});
  EXPECT_TRUE(impacts(run).back().flagged);
  const Vector E = energy(ball, run);
  EXPECT_LT(E.tail(1)[0], 1e-8);
}

TEST(ForcedCollision, in_space_rubs_against_the_slip_whatever_its_direction) {
  const System ball = ball_in_space(0.5, 0.2);
  for (const double angle : {0.0, 0.3, 0.7853981633974483, 2.0, 4.0}) {
    ForcedCollision stepper(ball, {.backend = newton(), .law = Law::coulomb});
    const Vector p{{3.0 * std::cos(angle), 3.0 * std::sin(angle), -1.0}};
    const Step next = stepper.advance({.state = {.q = Vector{{0.0, 0.0, 0.05}}, .p = p}}, 0.1);
    ASSERT_TRUE(next.report.ok()) << next.report.message;
    const Vector& v = next.impacts.at(0).p_plus;
    EXPECT_NEAR(v[2], 0.5, 1e-12);
    EXPECT_NEAR(v.head(2).norm(), 3.0 - 0.2 * 1.5, 1e-11);               // |l_t| = mu l_n
    EXPECT_NEAR(std::atan2(v[1], v[0]), std::atan2(p[1], p[0]), 1e-11);  // along the slip
  }
}

/// Of the equation of a step, p0 + D1 L_d + G lambda + T rho = 0.
TEST(ForcedCollision, reports_the_friction_of_a_contact_that_lasts) {
  const Expr q = Expr::sym("q", 2);
  const Contact rough{
      .restitution = 0.0, .friction = 0.3, .tangents = {vertcat(Expr(1.0), Expr(0.0))}};
  const System puck({.name = "puck",
                     .q = q,
                     .M = 2.0 * Expr::eye(2),
                     .V = 19.62 * q(1),
                     .g = {{"floor", q(1), rough}}});
  ForcedCollision stepper(puck, {.discretization = verlet(), .backend = newton()});
  const Step next =
      stepper.advance({.state = {.q = Vector::Zero(2), .p = Vector{{4.0, 0.0}}}}, 0.01);
  ASSERT_TRUE(next.report.ok()) << next.report.message;
  EXPECT_NEAR(next.force.lambda[0], 0.5 * 19.62 * 0.01, 1e-14);
  EXPECT_NEAR(next.force.rho[0], -0.3 * 0.5 * 19.62 * 0.01, 1e-14);
}

}  // namespace
}  // namespace ricochet
