#include "ricochet/steppers/force_impulses.hpp"

#include "ricochet/backends/audit.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/matchers.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <string>

namespace ricochet {
namespace {

using support::near;

/// F- and F+ of Q = (t, 0, v_z + q_y), from q = (0, 1, 0) with w = (1, 2, 3) at t = 5 for 0.1 s.
std::pair<Vector, Vector> impulses(const Discretization& rule) {
  const Expr q = Expr::sym("q", 3), v = Expr::sym("v", 3), t = Expr::sym("t");
  const System s({.name = "forced",
                  .q = q,
                  .v = v,
                  .t = t,
                  .M = Expr::eye(3),
                  .V = 0.0,
                  .forces = {{"clock", vertcat(t, Expr(0.0), Expr(0.0))},
                             {"rest", vertcat(Expr(0.0), Expr(0.0), v(2) + q(1))}}});
  const Expr w = Expr::sym("w", 3), tau = Expr::sym("tau");
  Kernel both("both", {q, w, t, tau},
              {force_at_start(s, rule, q, w, t, tau), force_at_end(s, rule, q, w, t, tau)});
  Vector start(3), end(3);
  both({Vector{{0.0, 1.0, 0.0}}, Vector{{1.0, 2.0, 3.0}}, 5.0, 0.1}, {start, end});
  return {start, end};
}

TEST(ForceImpulses, are_the_virtual_work_at_the_points_of_the_rule) {
  const auto [middle_start, middle_end] = impulses(midpoint());
  EXPECT_TRUE(near(middle_start, Vector{{0.05 * 5.05, 0.0, 0.05 * 4.1}}, 1e-15));
  EXPECT_TRUE(near(middle_end, middle_start, 1e-15));
  const auto [first, last] = impulses(verlet());
  EXPECT_TRUE(near(first, Vector{{0.05 * 5.0, 0.0, 0.05 * 4.0}}, 1e-15));
  EXPECT_TRUE(near(last, Vector{{0.05 * 5.1, 0.0, 0.05 * 4.2}}, 1e-15));
  const auto [all, none] = impulses(left_point());
  EXPECT_TRUE(near(all, Vector{{0.5, 0.0, 0.4}}, 1e-15));
  EXPECT_TRUE(near(none, Vector::Zero(3), 0.0));
}

TEST(ForceImpulses, need_a_rule_that_says_where_forces_act) {
  const Discretization mine("mine", 2, true,
                            [](const System& s, const Expr& a, const Expr& b, const Expr& h) {
                              return Expr(h * s.L(0.5 * (a + b), (b - a) / h));
                            });
  const System ball = support::driven_ball(1.0), calm = problems::bowl().system;
  for (const char* name : {"gvi", "discrete-smooth", "hybrid", "forced-collision"}) {
    support::expect_message([&] { (void)make_stepper(name, ball, {.discretization = mine}); },
                            {"'" + std::string(name) + "'", "'mine'", "declares no nodes"});
    EXPECT_NO_THROW((void)make_stepper(name, calm, {.discretization = mine})) << name;
  }
}

/// A force that vanishes moves nothing: the equations without it are only written in another way.
TEST(ForceImpulses, of_a_force_that_vanishes_change_nothing) {
  for (const char* name : {"gvi", "hybrid"})
    for (const char* problem : {"oscillator", "cradle", "bowl"}) {
      if (std::string(problem) == "bowl" && std::string(name) == "hybrid") continue;  // it chatters
      const Problem p = find_problem(problem).make();
      const System idle = support::driven(p.system.specification(), 0.0, 0.0);
      const auto end = [&](const System& s) {
        const auto stepper =
            make_stepper(name, s, {.discretization = p.discretization, .backend = newton()});
        const Trajectory run = simulate(*stepper, p.initial, {.h = p.h, .steps = 60, .every = 0});
        EXPECT_TRUE(run.ok()) << run.message();
        return run.last().state;
      };
      const State with = end(idle), without = end(p.system);
      EXPECT_TRUE(near(with.q, without.q, 1e-11)) << name << ' ' << problem;
      EXPECT_TRUE(near(with.p, without.p, 1e-11)) << name << ' ' << problem;
    }
}

/// IPOPT gets another program with forces: they need not have a potential.
TEST(ForceImpulses, give_the_same_motion_with_every_backend) {
  for (const char* problem : {"bowl", "cradle", "spring-sphere-mixed"})
    for (const Discretization& rule : {midpoint(), verlet()}) {
      const Problem p = find_problem(problem).make();
      const System driven = support::driven(p.system.specification(), 0.3, 0.5);
      const auto stepper =
          make_stepper("gvi", driven, {.discretization = rule, .backend = audit()});
      const Trajectory run = simulate(*stepper, p.initial, {.h = p.h, .steps = 30});
      EXPECT_TRUE(run.ok()) << problem << ": " << run.message();
      EXPECT_EQ(run.certified, 30);
    }
}

}  // namespace
}  // namespace ricochet
