#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/random.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/forced_collision.hpp"
#include "ricochet/steppers/nonholonomic_collision.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>

/// Nonholonomic rows together with equalities, friction, restitution and contacts that last.
namespace ricochet {
namespace {

using support::same_bits;

/// A sleigh in a rough room. Its blade lies behind its centre, a wind blows it to the right.
System sleigh(double restitution, double friction, double wind = 0.0) {
  const Expr q = Expr::sym("q", 3), v = Expr::sym("v", 3);
  const Expr c = cos(q(2)), s = sin(q(2));
  SystemSpecification specification{.name = "sleigh",
                                    .q = q,
                                    .v = v,
                                    .M = diag(Expr({1.0, 1.0, 0.1})),
                                    .V = -wind * q(0),
                                    .omega = {{"blade", c * v(1) - s * v(0) - 0.1 * v(2)}}};
  for (const double side : {-1.0, 1.0}) {
    const Expr x = q(0) + 0.3 * c - 0.1 * side * s, y = q(1) + 0.3 * s + 0.1 * side * c;
    const Expr along_x = jacobian(x, q).T(), along_y = jacobian(y, q).T();
    const std::string corner = side < 0.0 ? "right" : "left";
    const auto wall = [&](const std::string& name, const Expr& gap, const Expr& tangent) {
      specification.g.add(
          corner + " corner, " + name, gap,
          {.restitution = restitution, .friction = friction, .tangents = {tangent}});
    };
    wall("west", x + 1.0, along_y);
    wall("east", 1.0 - x, along_y);
    wall("south", y + 1.0, along_x);
    wall("north", 1.0 - y, along_x);
  }
  return System(specification);
}

/// Somewhere in the middle, sliding along its blade and turning.
State thrown(const System& s, std::mt19937_64& random) {
  const auto any = [&] { return 2.0 * unit(random) - 1.0; };
  const double angle = 3.0 * any(), speed = 2.0 * any(), turn = 3.0 * any();
  const Vector q{{0.3 * any(), 0.3 * any(), angle}};
  const Vector v{{speed * std::cos(angle) - 0.1 * turn * std::sin(angle),
                  speed * std::sin(angle) + 0.1 * turn * std::cos(angle), turn}};
  return {.q = q, .p = s.M_now() * v};
}

TEST(RowsAndFriction, are_the_elastic_method_where_there_is_no_loss) {
  std::mt19937_64 random(1);
  const System s = sleigh(1.0, 0.0);
  const State start = thrown(s, random);
  ForcedCollision forced(s, {.backend = newton()});
  NonholonomicCollision elastic(s, {.backend = newton()});
  const Trajectory a = simulate(forced, start, {.h = 0.01, .steps = 300});
  const Trajectory b = simulate(elastic, start, {.h = 0.01, .steps = 300});
  ASSERT_TRUE(a.ok() && b.ok()) << a.message() << b.message();
  EXPECT_GT(impacts(a).size(), 1u);
  EXPECT_TRUE(same_bits(a.last().state.q, b.last().state.q));
  EXPECT_TRUE(same_bits(a.last().state.p, b.last().state.p));
}

/// 1/2 v^T M v of a momentum from which the blade took its part.
double kinetic(const System& s, const Vector& q, const Vector& p) {
  const Vector row = s.omega(q).transpose(), moved = s.M_now().ldlt().solve(row);
  const Vector v = s.M_now().ldlt().solve(p);
  const Vector kept = v - moved * (row.dot(v) / row.dot(moved));
  return 0.5 * kept.dot(s.M_now() * kept);
}

TEST(RowsAndFriction, end_every_run_and_never_gain_energy_in_an_impact) {
  std::mt19937_64 random(2);
  for (const double e : {0.0, 0.5, 1.0})
    for (const double mu : {0.0, 0.3, 1.0})
      for (const double wind : {0.0, 1.0}) {
        const System s = sleigh(e, mu, wind);
        ForcedCollision stepper(s, {.backend = newton()});
        for (int trial = 0; trial < 4; ++trial) {
          const Trajectory run = simulate(stepper, thrown(s, random), {.h = 0.01, .steps = 300});
          EXPECT_TRUE(run.ok()) << run.message();
          EXPECT_EQ(run.certified, 300);
          if (e == 1.0 && mu == 0.0) continue;  // it keeps E_d
          for (const Impact& hit : impacts(run))
            EXPECT_LE(kinetic(s, hit.q, hit.p_plus), kinetic(s, hit.q, hit.p_minus) + 1e-12);
        }
      }
}

/// A cylinder of radius 0.5 m that rolls on a floor, an equality, and meets a rough wall.
System cylinder(double restitution, double friction) {
  const Expr q = Expr::sym("q", 3), v = Expr::sym("v", 3);
  const Expr up = vertcat(Expr(0.0), Expr(1.0), Expr(0.5));
  return System({.name = "cylinder",
                 .q = q,
                 .v = v,
                 .M = diag(Expr({2.0, 2.0, 0.25})),
                 .V = 2.0 * 9.81 * q(1),
                 .f = {{"floor", q(1) - 0.5}},
                 .g = {{"wall",
                        3.0 - q(0) - 0.5,
                        {.restitution = restitution, .friction = friction, .tangents = {up}}}},
                 .omega = {{"rolls", v(0) + 0.5 * v(2)}}});
}

TEST(RowsAndFriction, a_cylinder_that_rolls_rebounds_from_a_rough_wall_by_its_restitution) {
  for (const double e : {0.0, 0.4, 1.0})
    for (const double mu : {0.0, 0.7}) {
      const System s = cylinder(e, mu);
      ForcedCollision stepper(s, {.backend = newton()});
      const State start{.q = Vector{{0.0, 0.5, 0.0}}, .p = Vector{{2.0 * 2.0, 0.0, -0.25 * 4.0}}};
      const Trajectory run = simulate(stepper, start, {.h = 0.01, .steps = 200});
      ASSERT_TRUE(run.ok()) << run.message();
      ASSERT_EQ(impacts(run).size(), 1u);
      // 2 m/s over 2.5 m, then back
      EXPECT_NEAR(run.last().state.q[0], 2.5 - e * 2.0 * (2.0 - 1.25), 1e-9) << e << ", " << mu;
      EXPECT_NEAR(run.last().state.q[1], 0.5, 1e-12);
    }
}

TEST(RowsAndFriction, rows_that_depend_on_each_other_end_by_name) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2);
  const System s({.name = "two blades",
                  .q = q,
                  .v = v,
                  .M = Expr::eye(2),
                  .V = 0.0,
                  .omega = {{"first", v(0) - q(1) * v(1)}, {"second", v(0) + q(1) * v(1)}}});
  ForcedCollision stepper(s, {.backend = newton()});
  Step from{.state = {.q = Vector::Zero(2), .p = Vector::Zero(2)}}, to;
  stepper.advance(from, 0.01, to);
  EXPECT_EQ(to.report.status, StepStatus::singular);
}

}  // namespace
}  // namespace ricochet
