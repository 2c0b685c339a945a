#include "derivatives/real_step.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/forced_collision.hpp"

#include <gmock/gmock.h>

#include <cmath>

/// Derivatives of steps with friction: contacts that stick, slide and stop, in flights and impacts.

namespace ricochet {
namespace {

using support::RealStep, support::expect_exact;
using testing::AllOf, testing::ElementsAre, testing::HasSubstr, testing::IsEmpty, testing::SizeIs;

/// Numbers of the bodies below.
struct Law4 {
  Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"), slope = Expr::sym("slope");
  Expr e = Expr::sym("restitution"), mu = Expr::sym("friction");

  [[nodiscard]] std::vector<Parameter> list(double restitution, double friction,
                                            double tilt) const {
    return {{"mass", mass, 1.3},
            {"gravity", gravity, 9.81},
            {"slope", slope, tilt},
            {"restitution", e, restitution},
            {"friction", mu, friction}};
  }
};

/// A particle on an incline; q = (along it uphill, off it).
System on_incline(double friction, double tilt, double restitution = 0.0) {
  const Law4 of;
  const Expr q = Expr::sym("q", 2);
  return System({.name = "on an incline",
                 .q = q,
                 .parameters = of.list(restitution, friction, tilt),
                 .M = of.mass * Expr::eye(2),
                 .V = of.mass * of.gravity * (sin(of.slope) * q(0) + cos(of.slope) * q(1)),
                 .g = {{.name = "incline",
                        .value = q(1),
                        .contact = {.restitution = of.e,
                                    .friction = of.mu,
                                    .tangents = {vertcat(Expr(1.0), Expr(0.0))}}}}});
}

/// A rigid body with two feet.
System box(double friction, double tilt, double restitution = 0.0) {
  const Law4 of;
  const Expr q = Expr::sym("q", 3);
  const auto foot = [&](const char* name, double at) {
    const Expr x = q(0) + at * cos(q(2)) + 0.1 * sin(q(2));
    return Constraint{
        .name = name,
        .value = q(1) + at * sin(q(2)) - 0.1 * cos(q(2)),
        .contact = {.restitution = of.e, .friction = of.mu, .tangents = {jacobian(x, q).T()}}};
  };
  return System({.name = "box",
                 .q = q,
                 .parameters = of.list(restitution, friction, tilt),
                 .M = of.mass * diag(vertcat(Expr(1.0), Expr(1.0), Expr(0.1))),
                 .V = of.mass * of.gravity * (sin(of.slope) * q(0) + cos(of.slope) * q(1)),
                 .g = {foot("left", -0.5), foot("right", 0.4)}});
}

/// A particle in space above a plane that is bent in one direction; a magnet turns it.
System in_space(double friction, double restitution = 0.0) {
  const Law4 of;
  const Expr q = Expr::sym("q", 3), v = Expr::sym("v", 3), t = Expr::sym("t");
  const auto axis = [](double x, double y) { return vertcat(Expr(x), Expr(y), Expr(0.0)); };
  return System({.name = "in space",
                 .q = q,
                 .parameters = of.list(restitution, friction, 0.1),
                 .M = of.mass * Expr::eye(3),
                 .V = of.mass * of.gravity * (q(2) + of.slope * q(0)) + q(1) * q(1),
                 .g = {{.name = "plane",
                        .value = q(2),
                        .contact = {.restitution = of.e,
                                    .friction = of.mu,
                                    .tangents = {axis(1.0, 0.0), axis(0.0, 1.0)}}}}});
}

std::unique_ptr<Stepper> with(const System& s, std::optional<Law> law = {},
                              const Discretization& d = verlet()) {
  return std::make_unique<ForcedCollision>(
      s, ForcedCollision::Options{.discretization = d, .backend = newton(), .law = law});
}

Step at(const Vector& q, const Vector& p) { return Step{.state = {.q = q, .p = p}}; }

TEST(Friction, of_a_sliding_contact_has_exact_derivatives) {
  for (const Discretization& d : {verlet(), midpoint()})
    for (const double speed : {1.0, -1.0}) {
      RealStep step(*with(on_incline(0.3, 0.2), {}, d),
                    at(Vector{{0.1, 0.0}}, Vector{{1.3 * speed, 0.0}}), 0.05);
      ASSERT_TRUE(step.ok()) << step.why();
      ASSERT_THAT(step.sequence().flights[0].during.rubbing, SizeIs(1));
      EXPECT_EQ(step.sequence().flights[0].during.rubbing[0].side, speed > 0.0 ? -1 : 1);
      expect_exact(step, {});
      // v1 = v - h g (sin a +- mu cos a)
      EXPECT_NEAR(step.D()(2, 8), -speed * 1.3 * 0.05 * 9.81 * std::cos(0.2), 1e-12);
    }
}

TEST(Friction, of_a_sticking_contact_leaves_no_derivative) {
  RealStep step(*with(on_incline(0.8, 0.2)), at(Vector{{0.1, 0.0}}, Vector::Zero(2)), 0.05);
  ASSERT_TRUE(step.ok()) << step.why();
  EXPECT_THAT(step.sequence().flights[0].during.stuck, ElementsAre(0));
  EXPECT_NEAR(step.D()(0, 0), 1.0, 1e-14);
  Matrix D = step.D();
  D(0, 0) = 0.0;
  EXPECT_LT(D.rightCols(D.cols() - 4).norm(), 1e-13) << "it does not move, whatever the numbers";
  EXPECT_LT(D.row(2).norm(), 1e-13);
}

/// It slides uphill for v / (g (sin a + mu cos a)), and sticks.
TEST(Friction, that_stops_a_contact_on_the_way_has_exact_derivatives) {
  for (const Discretization& d : {verlet(), midpoint()}) {
    RealStep step(*with(on_incline(0.5, 0.2), {}, d),
                  at(Vector{{0.1, 0.0}}, Vector{{1.3 * 0.2, 0.0}}), 0.05);
    ASSERT_TRUE(step.ok()) << step.why();
    ASSERT_THAT(step.sequence().flights, SizeIs(2));
    EXPECT_EQ(step.sequence().flights[0].stops, 0);
    EXPECT_THAT(step.sequence().flights[1].during.stuck, ElementsAre(0));
    expect_exact(step, {});
    const double slows = 9.81 * (std::sin(0.2) + 0.5 * std::cos(0.2));
    EXPECT_NEAR(step.D()(0, 2), 0.2 / slows / 1.3, 1e-12);  // of v^2 / 2 slows
    EXPECT_NEAR(step.D()(0, 8), -0.02 / slows / slows * 9.81 * std::cos(0.2), 1e-12);
  }
}

/// Two feet of a rigid body have four rows, three of them independent.
TEST(Friction, of_two_feet_has_exact_derivatives) {
  const Vector stands{{0.0, 0.1, 0.0}};
  RealStep slides(*with(box(0.3, 0.2)), at(stands, Vector{{-0.8, 0.0, 0.0}}), 0.05);
  ASSERT_TRUE(slides.ok()) << slides.why();
  EXPECT_THAT(slides.sequence().flights[0].during.rubbing, SizeIs(2));
  expect_exact(slides, {});
  RealStep sticks(*with(box(0.9, 0.2)), at(stands, Vector::Zero(3)), 0.05);
  ASSERT_TRUE(sticks.ok()) << sticks.why();
  const auto& during = sticks.sequence().flights[0].during;
  EXPECT_EQ(during.closed.size() + during.stuck.size(), 3u);
  EXPECT_LT(sticks.D().bottomRows(3).norm(), 1e-12);
}

/// One foot of a tilted body strikes; it sticks or slides, and the body flies on.
TEST(Friction, of_impacts_has_exact_derivatives) {
  for (const Law law : {Law::coulomb, Law::moreau})
    for (const double mu : {0.1, 0.9}) {
      RealStep step(*with(box(mu, 0.1, 0.5), law),
                    at(Vector{{0.0, 0.28, 0.25}}, Vector{{1.1, -2.6, 0.02}}), 0.05);
      ASSERT_TRUE(step.ok()) << step.why();
      ASSERT_THAT(step.sequence().impacts, SizeIs(1));
      const auto& pushed = step.sequence().impacts[0].pushed;
      EXPECT_THAT(pushed.closed, SizeIs(1));
      EXPECT_EQ(pushed.stuck.size(), mu > 0.5 ? 1u : 0u);
      EXPECT_EQ(pushed.rubbing.size(), mu > 0.5 ? 0u : 1u);
      expect_exact(step, {}, 1e-4);
    }
}

TEST(Friction, of_laws_differs) {
  const auto derivative = [](Law law) {
    RealStep step(*with(box(0.9, 0.1, 0.5), law),
                  at(Vector{{0.0, 0.28, 0.25}}, Vector{{1.1, -2.6, 0.02}}), 0.05);
    EXPECT_TRUE(step.ok()) << step.why();
    return step.D();
  };
  EXPECT_GT((derivative(Law::coulomb) - derivative(Law::moreau)).norm(), 0.1);
}

TEST(Friction, in_space_has_exact_derivatives) {
  RealStep slides(*with(in_space(0.2)), at(Vector{{0.0, 0.3, 0.0}}, Vector{{1.3, 0.4, 0.0}}), 0.05);
  ASSERT_TRUE(slides.ok()) << slides.why();
  EXPECT_EQ(slides.sequence().flights[0].during.rubbing[0].side, 0);
  EXPECT_EQ(slides.sequence().flights[0].landing.rubbing[0].side, -1);
  expect_exact(slides, {});
  for (const double mu : {0.1, 2.0}) {
    RealStep strikes(*with(in_space(mu, 0.5)),
                     at(Vector{{0.0, 0.3, 0.02}}, Vector{{1.3, 0.4, -1.2}}), 0.05);
    ASSERT_TRUE(strikes.ok()) << strikes.why();
    EXPECT_EQ(strikes.sequence().impacts[0].pushed.stuck.size(), mu > 1.0 ? 2u : 0u);
    expect_exact(strikes, {});
  }
}

TEST(Friction, that_stops_a_contact_in_space_is_refused_with_a_cure) {
  const auto stepper = with(in_space(0.8));
  RunSensitivity run(*stepper);
  const Trajectory made =
      simulate(*stepper, State{.q = Vector{{0.0, 0.0, 0.0}}, .p = Vector{{0.3, 0.0, 0.0}}},
               {.h = 0.01, .steps = 12});
  ASSERT_TRUE(made.ok());
  EXPECT_THAT(run.take(made), AllOf(HasSubstr("step 3: contacts change on the way"),
                                    HasSubstr("from the next one on")));
}

/// Sticks, slips backwards, slips forwards, lands: the derivative of the whole fall.
TEST(Friction, of_a_falling_rod_agrees_with_differences_of_its_fall) {
  const Problem problem = find_problem("falling-rod").make();
  const auto stepper = with(problem.system, {}, problem.discretization);
  const long steps = 150;
  const auto simulated = [&](const std::string& parameter, double by) {
    stepper->set(parameter, problem.system.parameter(parameter) + by);
    Trajectory run = simulate(*stepper, problem.initial, {.h = problem.h, .steps = steps});
    stepper->set(parameter, problem.system.parameter(parameter));
    EXPECT_TRUE(run.ok()) << run.message();
    return run;
  };
  RunSensitivity sensitivity(*stepper);
  ASSERT_EQ(sensitivity.take(simulated("gravity", 0.0)), "");
  const std::vector<std::string> names = problem.system.parameter_names();
  for (const std::string name : {"gravity", "friction"}) {
    Vector direction = Vector::Zero(sensitivity.inputs());
    direction[6 + (std::find(names.begin(), names.end(), name) - names.begin())] = 1.0;
    const Vector expected = support::sixth_order<Vector>(
        [&](double eps) -> Vector {
          const State end = simulated(name, eps).last().state;
          Vector y(6);
          y << end.q, end.p;
          return y;
        },
        1e-6);
    EXPECT_LT((sensitivity.forward(direction) - expected).norm(), 1e-6 * (1.0 + expected.norm()))
        << name << ": " << sensitivity.forward(direction).transpose() << "\n"
        << expected.transpose();
  }
}

}  // namespace
}  // namespace ricochet
