#include "ricochet/backends/newton.hpp"
#include "ricochet/contact/laws/laws.hpp"
#include "ricochet/registry.hpp"
#include "support/matchers.hpp"
#include "support/rough_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>
#include <string>

/// Steps that have had their share of events are finished by flights that hold what they would
/// cross. What still ends a step of `forced-collision` by name.
namespace ricochet {
namespace {

using support::near;
using support::RoughBodies;

/// Points that fall freely on floors of their own, one after the other.
System drops(double restitution) {
  const Expr q = Expr::sym("q", 4);
  SystemSpecification s{.name = "drops", .q = q, .M = Expr::eye(4), .V = 0.0};
  for (casadi_int i = 0; i < 4; ++i)
    s.g.add("floor " + std::to_string(i), q(i), {.restitution = restitution});
  return System(s);
}

constexpr double h = 1.0;  // [s]
const Step falling{.state = {.q = Vector{{0.1, 0.2, 0.3, 0.4}}, .p = Vector{{-1, -1, -1, -1}}}};

std::unique_ptr<Stepper> stepper_for(const System& s, std::optional<Law> law, int max_events) {
  StepperOptions options{.backend = newton(), .max_events = max_events};
  options.law = law;
  if (law == Law::elastic) options.slow_impact = SlowImpact::restitution;
  return make_stepper("forced-collision", s, options);
}

Index finishing(const Step& step) {
  return std::count_if(step.flights.begin(), step.flights.end(),
                       [](const FlightRecord& flight) { return flight.finishing; });
}

/// The first bounces, the second comes to rest, the others are not met: they are held.
TEST(Finishing, holds_what_it_would_cross) {
  for (const std::optional<Law> law : {std::optional<Law>{}, {Law::newton}, {Law::beta}}) {
    const Step to = stepper_for(drops(0.5), law, 1)->advance(falling, h);
    ASSERT_TRUE(to.report.ok() && to.report.certified) << to.report.message;
    ASSERT_EQ(to.impacts.size(), 2u);
    EXPECT_FALSE(to.impacts[0].flagged);
    EXPECT_TRUE(to.impacts[1].flagged);
    ASSERT_EQ(finishing(to), 1);
    const FlightRecord& last = to.flights.back();
    EXPECT_TRUE(last.finishing);
    EXPECT_NEAR(last.begin, 0.3, 1e-12) << "where the third floor is met";
    EXPECT_EQ(last.held, (std::vector<Index>{1, 2, 3}));
    EXPECT_TRUE(near(to.state.q, Vector{{0.45, 0.0, 0.0, 0.0}}, 1e-12));
    EXPECT_TRUE(near(to.state.p, Vector{{0.5, 0.0, 0.0, 0.0}}, 1e-12));
  }
}

TEST(Finishing, is_not_needed_where_there_is_room_for_all_events) {
  const Step to = stepper_for(drops(0.5), {}, 200)->advance(falling, h);
  ASSERT_TRUE(to.report.ok()) << to.report.message;
  EXPECT_EQ(to.impacts.size(), 4u);
  EXPECT_EQ(finishing(to), 0);
  for (const Impact& impact : to.impacts) EXPECT_FALSE(impact.flagged);
}

TEST(Finishing, of_elastic_impacts_comes_after_some_at_rest) {
  for (const std::optional<Law> law : {std::optional<Law>{}, {Law::elastic}, {Law::beta}}) {
    const Step to = stepper_for(drops(1.0), law, 1)->advance(falling, h);
    ASSERT_TRUE(to.report.ok() && to.report.certified) << to.report.message;
    EXPECT_TRUE(near(to.state.p, Vector{{1.0, 0.0, 0.0, 0.0}}, 1e-12));
    EXPECT_TRUE(to.impacts.back().flagged);
    EXPECT_EQ(finishing(to), 1);
  }
}

/// What the certifier says of the finished step after a change.
template <class Change>
Certificate judged(const Change& change) {
  const auto stepper = stepper_for(drops(0.5), {}, 1);
  Step to = stepper->advance(falling, h);
  change(to);
  return stepper->certify(falling, h, to);
}

TEST(FinishingControl, certifies_the_step_as_it_is) {
  EXPECT_TRUE(judged([](Step&) {}).ok());
}

TEST(FinishingControl, notices_a_push_in_the_air_by_a_flight_that_finishes_nothing) {
  EXPECT_GT(judged([](Step& to) { to.flights.back().finishing = false; }).complementarity, 1e-3);
}

TEST(FinishingControl, notices_a_finished_step_without_a_flag) {
  EXPECT_GT(judged([](Step& to) { to.impacts.back().flagged = false; }).jump, 0.1);
}

TEST(FinishingControl, notices_a_flight_that_goes_on_after_one_that_finished_the_step) {
  EXPECT_GT(judged([](Step& to) { to.flights.front().finishing = true; }).jump, 0.1);
}

/// Another law, [FMOW03]: none of its impacts comes to rest.
TEST(FinishingControl, is_no_step_of_another_method) {
  const Step to = stepper_for(drops(0.5), {}, 1)->advance(falling, h);
  const auto other = make_stepper("collision", drops(1.0), {.backend = newton()});
  EXPECT_GT(other->certify(falling, h, to).jump, 0.1);
}

/// The last point is pushed less and ends above its floor: consistent in itself.
TEST(FinishingControl, notices_a_push_by_a_contact_that_ends_open) {
  const Certificate wrong = judged([](Step& to) {
    FlightRecord& last = to.flights.back();
    const double slower = 0.05 / last.tau;
    last.w[3] += slower;
    last.force.lambda[3] += slower;
    last.p_end[3] = last.w[3];
    last.force.mu[3] = 0.0;
    to.force = last.force;
    to.state.q[3] += 0.05;
    to.state.p[3] = last.p_end[3];
  });
  EXPECT_LT(wrong.dynamics, 1e-11);
  EXPECT_GT(wrong.complementarity, 1e-3);
}

class FinishedRuns : public testing::TestWithParam<LawEntry> {};

/// Bodies that rattle, in steps with room for one, two or three events.
TEST_P(FinishedRuns, end_certified_without_energy_from_impacts) {
  const LawEntry& entry = GetParam();
  Index finished = 0;
  for (const RoughBodies& bodies : {support::chain(5), support::stack(2), support::packed_discs(2),
                                    support::box_in_channel(), support::tossed_box()})
    for (const int events : {1, 2, 3}) {
      const double e = entry.restitution ? 0.5 : entry.rebound, mu = entry.friction ? 0.4 : 0.0;
      const System s = bodies.system.with("restitution", e).with("friction", mu);
      RoughBodies coarse = bodies;
      coarse.h *= 4.0;
      coarse.steps /= 4;
      const auto stepper = stepper_for(s, entry.law, events);
      std::mt19937_64 random(23);
      support::RoughRuns runs(coarse, *stepper);
      for (int i = 0; i < 2; ++i) {
        const State start = coarse.start(random);
        runs.add(start);
        Step at{.state = start};
        for (Index k = 0; k < coarse.steps; ++k) {
          stepper->advance(at, coarse.h, at);
          finished += finishing(at);
        }
      }
      support::expect_ends(runs.count());
      if (entry.law != Law::coulomb && entry.law != Law::elastic && entry.law != Law::beta) {
        EXPECT_LE(runs.count().most_from_impacts, 1e-12) << entry.name << ' ' << bodies.name;
      }
    }
  EXPECT_GT(finished, 0) << entry.name;
}

INSTANTIATE_TEST_SUITE_P(Of, FinishedRuns, testing::ValuesIn(all_laws().begin(), all_laws().end()),
                         [](const auto& tested) { return std::string(tested.param.name); });

/// A point between a floor and a ceiling that comes down to it.
TEST(EndsByName, where_walls_squeeze) {
  const Expr q = Expr::sym("q", 1), t = Expr::sym("t");
  const System s({.name = "press",
                  .q = q,
                  .t = t,
                  .M = Expr(1.0),
                  .V = 0.0,
                  .g = {{"floor", q(0), {.restitution = 0.0}},
                        {"ceiling", 0.5 - t - q(0), {.restitution = 0.0}}}});
  const auto stepper = stepper_for(s, {}, 2);
  Step at{.state = {.q = Vector{{0.2}}, .p = Vector{{0.0}}}};
  for (int k = 0; k < 10 && at.report.status != StepStatus::infeasible; ++k) {
    stepper->advance(at, 0.1, at);
    if (!at.report.ok()) break;
  }
  EXPECT_EQ(at.report.status, StepStatus::infeasible) << at.report.message;
  EXPECT_NE(at.report.message.find("'ceiling'"), std::string::npos) << at.report.message;
}

TEST(EndsByName, where_a_force_is_not_finite) {
  const Expr q = Expr::sym("q", 1);
  const System s({.name = "edge", .q = q, .M = Expr(1.0), .V = sqrt(1.0 - q(0))});
  const Step to = stepper_for(System(s), {}, 2)
                      ->advance({.state = {.q = Vector{{0.9}}, .p = Vector{{5.0}}}}, 0.1);
  EXPECT_EQ(to.report.status, StepStatus::not_finite) << to.report.message;
}

/// Equations of which no flight, however short, is a solution.
TEST(EndsByName, where_forces_are_too_stiff_for_the_shortest_flight) {
  const Expr q = Expr::sym("q", 1);
  const System s({.name = "stiff",
                  .q = q,
                  .M = Expr(1.0),
                  .V = 1e14 * sin(1e9 * q(0)),
                  .g = {{"floor", q(0) + 1.0, {.restitution = 0.0}}}});
  const Step to =
      stepper_for(s, {}, 2)->advance({.state = {.q = Vector{{0.1}}, .p = Vector{{1.0}}}}, 0.1);
  EXPECT_FALSE(to.report.ok());
  EXPECT_NE(to.report.message.find("that finishes the step"), std::string::npos)
      << to_string(to.report.status) << ": " << to.report.message;
}

}  // namespace
}  // namespace ricochet
