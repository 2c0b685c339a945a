#include "ricochet/diagnostics.hpp"
#include "ricochet/project.hpp"
#include "support/rheonomic.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

/// What moves by itself: the books of its work, who takes it, and who judges it.
namespace ricochet {
namespace {

using support::lift;
using support::message_of;
using support::method;
using support::one;
using support::piston;
using support::run_of;
using ::testing::AllOf;
using ::testing::HasSubstr;
constexpr double g = support::gravity_on_earth;

// ---- The books: what moves by itself does work.

/// How far the energy of a run misses the work of what moves, at most [J].
double unexplained(const System& s, const Trajectory& run) {
  const Vector off = energy_error(s, run) - work_of_moving_parts(s, midpoint(), run);
  return off.cwiseAbs().maxCoeff();
}

TEST(WorkOfMovingParts, explains_the_energy_of_a_piston_exactly) {
  const State start{.q = one(0.5), .p = one(4.0)};
  for (const std::string name : {"collision", "forced-collision", "hybrid", "gvi"}) {
    const Trajectory run = run_of(name, piston(0.1), start, 0.05, 60);
    EXPECT_GT(energy_error(piston(0.1), run).maxCoeff(), 1.0) << name;
    EXPECT_LT(unexplained(piston(0.1), run), 1e-11) << name;
  }
}

TEST(WorkOfMovingParts, explains_a_lift_to_second_order) {
  const System s = lift(1.0);
  for (const std::string name : {"forced-collision", "gvi", "discrete-smooth"}) {
    double errors[2];
    for (const int finer : {1, 2})
      errors[finer - 1] = unexplained(
          s, run_of(name, s, {.q = one(0.0), .p = one(1.6)}, 0.01 / finer, 100 * finer));
    EXPECT_NEAR(errors[0] / errors[1], 4.0, 0.2) << name;
    EXPECT_LT(errors[0], 2e-2) << name;
  }
}

TEST(WorkOfMovingParts, explains_fields_rails_and_belts_to_second_order) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), t = Expr::sym("t");
  const SystemSpecification field{.name = "field",
                                  .q = q,
                                  .v = v,
                                  .t = t,
                                  .M = Expr::eye(2),
                                  .V = 2.0 * pow(q(0) - sin(3.0 * t), 2) + 0.5 * q(1) * q(1)};
  SystemSpecification rail = field;
  rail.f = {{"rail", q(1) - 0.3 * cos(2.0 * t) * q(0)}};
  for (const SystemSpecification& given : {field, rail}) {
    const System s(given);
    const State start = project(s, {.q = Vector{{1.0, 0.3}}, .p = Vector{{0.2, 0.0}}});
    double errors[2];
    for (const int finer : {1, 2})
      errors[finer - 1] =
          unexplained(s, run_of("forced-collision", s, start, 0.01 / finer, 200 * finer));
    EXPECT_NEAR(errors[0] / errors[1], 4.0, 0.4);
  }
}

// ---- Who takes it, and who judges it.

TEST(RheonomicSystems, are_refused_by_name_where_a_method_cannot_take_them) {
  const System s = piston(0.1);
  for (const std::string name : {"newmark", "imex-newmark", "direct-endpoint", "direct-midpoint"})
    EXPECT_THAT(message_of([&] { (void)make_stepper(name, s, {.backend = newton()}); }),
                AllOf(HasSubstr("moves by itself"), HasSubstr("no account for the work"),
                      HasSubstr("forced-collision and gvi take it")))
        << name;
  for (const std::string name : {"moreau-jean", "rattle"})
    EXPECT_THAT(message_of([&] { (void)make_stepper(name, s, {.backend = newton()}); }),
                AllOf(HasSubstr("moves by itself"), HasSubstr("without dg/dt"),
                      HasSubstr("forced-collision and gvi take it")))
        << name;
}

TEST(RheonomicSystems, with_rows_are_refused_with_the_methods_that_take_rows) {
  const Expr q = Expr::sym("q", 2), v = Expr::sym("v", 2), t = Expr::sym("t");
  const System belt({.name = "belt",
                     .q = q,
                     .v = v,
                     .t = t,
                     .M = Expr::eye(2),
                     .V = 0.0,
                     .omega = {{"rolls", v(0) + v(1) - t}}});
  EXPECT_THAT(message_of([&] { (void)make_stepper("moreau-jean", belt, {.backend = newton()}); }),
              HasSubstr("forced-collision and nonholonomic-collision take it"));
}

TEST(RheonomicSystems, are_taken_by_every_method_that_the_refusals_name) {
  for (const std::string name :
       {"forced-collision", "gvi", "collision", "hybrid", "discrete-smooth"})
    EXPECT_NO_THROW((void)method(name, piston(0.1))) << name;
}

TEST(RheonomicSystems, at_another_time_have_other_rows) {
  const System s = piston(0.1);
  EXPECT_EQ(s.g(one(0.5))[1], 0.5);
  EXPECT_NEAR(s.at(2.0).g(one(0.5))[1], 0.3, 1e-15);
  EXPECT_NEAR(s.at(2.0).g_rate(one(0.5))[1], -0.1, 1e-15);
  EXPECT_EQ(s.g_rate(one(0.5))[0], 0.0);
  EXPECT_EQ(s.in_space_time().n(), 2);
  EXPECT_NEAR(s.in_space_time().g(Vector{{0.5, 2.0}})[1], 0.3, 1e-15);
}

/// The judge of another system than the one that moved.
Certificate judged(const std::string& name, const System& moved, const System& claimed,
                   const State& start) {
  const auto stepper = method(name, moved), judge = method(name, claimed);
  Step from{.state = start}, to;
  stepper->advance(from, 0.02, to);
  EXPECT_TRUE(to.report.ok()) << to.report.message;
  return judge->certify(from, 0.02, to);
}

TEST(RheonomicSystems, judges_see_a_wall_of_another_speed) {
  const State start{.t = 1.0, .q = one(0.89), .p = one(2.0)};  // hits the piston
  for (const std::string name : {"forced-collision", "collision", "hybrid", "gvi"}) {
    EXPECT_LE(judged(name, piston(0.1), piston(0.1), start).worst(), 1e-11) << name;
    EXPECT_GT(judged(name, piston(0.1), piston(0.1 + 1e-8), start).worst(), 1e-11) << name;
  }
}

TEST(RheonomicSystems, judges_see_a_pivot_of_another_phase) {
  const auto carried = [](double hurry) {
    const Expr q = Expr::sym("q", 2), t = Expr::sym("t");
    return System({.name = "carried",
                   .q = q,
                   .t = t,
                   .M = Expr::eye(2),
                   .V = g * q(1),
                   .f = {{"rail", q(0) - sin(3.0 * (t + hurry))}}});
  };
  const State start{
      .t = 0.2, .q = Vector{{std::sin(0.6), 1.0}}, .p = Vector{{3.0 * std::cos(0.6), 0.0}}};
  for (const std::string name : {"forced-collision", "gvi", "discrete-smooth", "hybrid"}) {
    EXPECT_LE(judged(name, carried(0.0), carried(0.0), start).worst(), 1e-11) << name;
    EXPECT_GT(judged(name, carried(0.0), carried(1e-8), start).worst(), 1e-11) << name;
  }
}

TEST(RheonomicSystems, judges_see_a_field_of_another_phase) {
  const auto field = [](double hurry) {
    const Expr q = Expr::sym("q", 1), t = Expr::sym("t");
    return System(
        {.name = "field", .q = q, .t = t, .M = Expr::eye(1), .V = q(0) * sin(5.0 * (t + hurry))});
  };
  const State start{.t = 0.3, .q = one(0.4), .p = one(0.2)};
  for (const std::string name : {"forced-collision", "gvi", "discrete-smooth", "hybrid"}) {
    EXPECT_LE(judged(name, field(0.0), field(0.0), start).worst(), 1e-11) << name;
    EXPECT_GT(judged(name, field(0.0), field(1e-6), start).worst(), 1e-11) << name;
  }
}

}  // namespace
}  // namespace ricochet
