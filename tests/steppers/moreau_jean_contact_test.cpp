#include "ricochet/steppers/moreau_jean_contact.hpp"

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/moreau_jean.hpp"
#include "support/rough_bodies.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

namespace ricochet {
namespace {

/// A row of masses on springs over a rough floor, the first one driven: implicit forces, contact
/// and friction together. `twist` couples the speeds of neighbours without work.
System driven_row(double stiffness, double twist) {
  constexpr int masses = 4;
  const Expr q = Expr::sym("q", 2 * masses), v = Expr::sym("v", 2 * masses), t = Expr::sym("t");
  Expr V = 0.0, pull = Expr::zeros(2 * masses, 1);
  SystemSpecification s{.name = "row", .q = q, .v = v, .t = t, .M = Expr::eye(2 * masses)};
  for (int i = 0; i < masses; ++i) {
    V += 9.81 * q(2 * i + 1);
    Expr along = Expr::zeros(2 * masses, 1);
    along(2 * i) = 1.0;
    s.g.add("floor " + std::to_string(i), q(2 * i + 1),
            {.restitution = 0.4, .friction = 0.3, .tangents = {along}});
    if (i == 0) continue;
    const Expr way = q(2 * i) - q(2 * i - 2) - 1.0, rise = q(2 * i + 1) - q(2 * i - 1);
    V += 0.5 * stiffness * (way * way + rise * rise + way * way * way * way);
    pull(2 * i) += twist * v(2 * i - 2);
    pull(2 * i - 2) -= twist * v(2 * i);
  }
  pull(0) += 40.0 * sin(9.0 * t);
  s.V = V;
  s.forces = {{"drive", pull}, {"drag", -0.5 * v}};
  return System(s);
}

State dropped() {
  State start{.q = Vector::Zero(8), .p = Vector::Zero(8)};
  for (Index i = 0; i < 4; ++i) {
    start.q[2 * i] = static_cast<double>(i);
    start.q[2 * i + 1] = 0.02;
  }
  return start;
}

Trajectory run_of(const System& s, double h, const Backend& backend = newton()) {
  MoreauJean stepper(s, {.backend = backend});
  return simulate(stepper, dropped(), {.h = h, .steps = 60});
}

TEST(MoreauJeanContact, solves_stiff_and_gyroscopic_forces_with_friction) {
  for (const double stiffness : {10.0, 1e4, 1e8})  // h omega up to 100
    for (const double twist : {0.0, 3.0}) {
      const Trajectory run = run_of(driven_row(stiffness, twist), 0.01);
      EXPECT_TRUE(run.ok()) << stiffness << ' ' << twist << ": " << run.message();
      long rubs = 0;
      for (const Step& step : run.steps)
        if (step.force.rho.size() > 0) rubs += (step.force.rho.array() != 0.0).count();
      EXPECT_GT(rubs, 30);
    }
}

TEST(MoreauJeanContact, makes_one_iteration_where_forces_are_constant) {
  std::mt19937_64 random(2);
  const support::RoughBodies bodies = support::chain(5);
  const System chain = bodies.system.with("friction", 0.4);
  Step now{.state = bodies.start(random)}, next;
  for (Index i = 0; i < 6; ++i) now.state.p[2 * i + 1] = -0.1;
  MoreauJeanContact contact(chain, newton());
  const Vector v0 = chain.velocity(now.state.q, now.state.p);
  next.contacts.predicted = {0, 1, 2, 3, 4, 5};
  next.force = {
      .lambda = Vector::Zero(6), .nu = Vector::Zero(5), .kappa = Vector(0), .rho = Vector::Zero(6)};
  const StepReport report = contact.solve(now, 0.01, now.state.q, v0, next);
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_GE(contact.velocity()[1], -1e-13);
  EXPECT_GT(next.force.lambda.maxCoeff(), 0.0);
  const Vector push = contact.push(next.force);
  for (Index i = 0; i < 6; ++i) {
    EXPECT_EQ(push[2 * i], next.force.rho[i]);
    EXPECT_EQ(push[2 * i + 1], next.force.lambda[i]);
  }
}

/// A backend that is not direct gets the motion and the Coulomb problem posed.
TEST(MoreauJeanContact, agrees_with_what_ipopt_finds) {
  const System row = driven_row(100.0, 0.5);
  const Trajectory a = run_of(row, 0.01), b = run_of(row, 0.01, ipopt());
  ASSERT_TRUE(a.ok() && b.ok()) << b.message();
  EXPECT_GT(b.last().report.statistics.ipopt_solves, 1);
  for (size_t k = 0; k < a.steps.size(); ++k) {
    EXPECT_LT((a.steps[k].state.q - b.steps[k].state.q).norm(), 1e-11) << k;
    EXPECT_LT((a.steps[k].state.p - b.steps[k].state.p).norm(), 1e-10) << k;
  }
}

TEST(MoreauJeanContact, ends_where_forces_change_too_much_within_a_step) {
  const Trajectory run = run_of(driven_row(10.0, 1e4), 0.01);
  ASSERT_FALSE(run.ok());
  EXPECT_NE(run.message().find("iteration_limit: no velocity fits the forces"), std::string::npos)
      << run.message();
}

TEST(MoreauJeanContact, names_forces_that_are_not_finite) {
  const Expr q = Expr::sym("q", 2);
  const System cliff({.name = "cliff",
                      .q = q,
                      .M = Expr::eye(2),
                      .V = pow(1.0 - q(0), 1.5) + 9.81 * q(1),
                      .g = {{"floor", q(1), {.restitution = 0.0}}}});
  MoreauJean stepper(cliff, {.backend = newton()});
  const State start{.q = Vector{{0.9, 0.0}}, .p = Vector{{1.0, 0.0}}};
  const Trajectory run = simulate(stepper, start, {.h = 0.03, .steps = 20});
  ASSERT_FALSE(run.ok());
  EXPECT_NE(run.message().find("not_finite: forces in the step"), std::string::npos)
      << run.message();
}

/// Bodies that do not touch each other keep restitutions of their own; those that do share one.
TEST(MoreauJeanContact, shares_restitution_among_contacts_that_act_on_each_other) {
  const auto balls = [](bool joined) {
    const Expr q = Expr::sym("q", 2);
    SystemSpecification s{
        .name = "balls",
        .q = q,
        .M = Expr::eye(2),
        .V = 0.0,
        .g = {{"lively", q(0), {.restitution = 0.8}}, {"dull", q(1), {.restitution = 0.0}}}};
    if (joined) s.V = 1e-9 * pow(q(0) - q(1), 2);
    return System(s);
  };
  const State start{.q = Vector{{0.005, 0.005}}, .p = Vector{{-1.0, -1.0}}};
  MoreauJean apart(balls(false), {.backend = newton()}), joined(balls(true), {.backend = newton()});
  const Step alone = apart.advance({.state = start}, 0.02);
  ASSERT_TRUE(alone.report.ok()) << alone.report.message;
  EXPECT_NEAR(alone.state.p[0], 0.8, 1e-14);
  EXPECT_NEAR(alone.state.p[1], 0.0, 1e-14);
  const Step together = joined.advance({.state = start}, 0.02);
  ASSERT_TRUE(together.report.ok()) << together.report.message;
  EXPECT_NEAR(together.state.p[0], 0.0, 1e-9);
  State later = start;
  later.p[1] = 0.0;  // the dull one rests on its floor and lends nothing
  later.q[1] = 0.0;
  EXPECT_NEAR(joined.advance({.state = later}, 0.02).state.p[0], 0.8, 1e-9);
}

/// A driven sleigh of mass 1 with a load on a rod, given twice, slides along a rough wall.
System driven_sleigh() {
  const Expr q = Expr::sym("q", 5), v = Expr::sym("v", 5), t = Expr::sym("t");
  const Expr c = cos(q(2)), s = sin(q(2)), zero = 0.0;
  const Expr rod = 0.5 * (pow(q(3) - q(0), 2) + pow(q(4) - q(1), 2) - 1.0);
  const Expr drive = 4.0 + cos(5.0 * t);
  return System(
      {.name = "sleigh",
       .q = q,
       .v = v,
       .t = t,
       .M = Expr::eye(5),
       .V = 0.0,
       .f = {{"rod", rod}, {"rod again", 2.0 * rod}},
       .g = {{"wall",
              1.0 - q(0),
              {.restitution = 0.5,
               .friction = 0.3,
               .tangents = {vertcat(zero, Expr(1.0), zero, zero, zero)}}}},
       .omega = {{"blade", v(0) * s - v(1) * c}},
       .forces = {{"drive", vertcat(drive * c, drive * s, zero, zero, zero)}, {"drag", -0.3 * v}}});
}

TEST(MoreauJeanContact, takes_forces_rods_blades_and_rough_walls_together) {
  const System sleigh = driven_sleigh();
  MoreauJean stepper(sleigh, {.backend = newton()});
  State start{.q = Vector{{0.0, 0.0, 0.3, -1.0, 0.0}}, .p = Vector::Zero(5)};
  start.p.head<2>() << std::cos(0.3), std::sin(0.3);
  start.p[3] = std::cos(0.3);
  start.p[4] = 0.2;
  const Trajectory run = simulate(stepper, start, {.h = 0.005, .steps = 1500});
  ASSERT_TRUE(run.ok()) << run.message();
  long struck = 0, rubs = 0;
  for (const Step& step : run.steps) {
    if (step.force.lambda.size() == 0) continue;
    struck += step.force.lambda[0] > 0.0 ? 1 : 0;
    rubs += step.force.rho[0] != 0.0 ? 1 : 0;
    EXPECT_LT(sleigh.f(step.state.q).norm(), 1e-9);
    EXPECT_NE(step.force.kappa[0], 0.0);
  }
  EXPECT_GT(struck, 10);
  EXPECT_GT(rubs, 10);
}

TEST(MoreauJeanContact, takes_hundreds_of_contacts) {
  const System chain = support::chain(150).system.with("friction", 0.4);
  State start{.q = Vector::Zero(302), .p = Vector::Zero(302)};
  for (Index i = 0; i <= 150; ++i) {
    start.q[2 * i] = 0.2 * static_cast<double>(i);
    start.p[2 * i] = 0.1;
  }
  MoreauJean stepper(chain, {.backend = newton()});
  const Trajectory run = simulate(stepper, start, {.h = 0.005, .steps = 5, .every = 0});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_EQ(run.last().contacts.held.size(), 151U);
  EXPECT_NEAR(run.last().state.p[0], 0.1 * (1.0 - 0.4 * 9.81 * 0.025), 1e-12);
}

}  // namespace
}  // namespace ricochet
