#include "ricochet/backends/newton.hpp"
#include "ricochet/monitor.hpp"
#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"
#include "support/memory.hpp"
#include "support/sanitizer.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// Law: over a long time the energy stays in its band, momentum maps, equalities and certificates
/// stay exact, and a run that records nothing takes no more memory at its end than at its tenth.

namespace ricochet {
namespace {

constexpr double certified = 1e-12;           // m; observed: 1e-14
constexpr double exact_equalities = 1e-13;    // m; observed: 1e-15
constexpr double round_off_per_step = 1e-14;  // of a momentum map; observed: 4e-16
constexpr long memory_slack = 256 * 1024;     // bytes; observed: 0

struct LongRun {
  std::string problem = {};
  double duration = 0.0;            ///< s
  double below = 0.0, above = 0.0;  ///< energy band about the start, relative
  double drift = 0.0;               ///< of the energy over the duration, relative
  double penetration = 0.0;         ///< deepest gap, m: one step at the speed of an impact
  long impacts = 0;                 ///< at least
  std::string stepper = "gvi";
};

struct Outcome {
  Trajectory run = {};
  RunSummary summary = {};
  long memory_growth = 0;  ///< bytes, behind the first tenth
};

Outcome outcome(const Problem& problem, Stepper& stepper, double duration, long every = 0) {
  const long steps = std::lround(duration / problem.h);
  Monitor monitor(problem.system);
  monitor.start({.state = problem.initial});
  long made = 0, warm = 0;
  const auto observe = [&](const Step& step) {
    monitor.observe(step);
    if (++made == steps / 10) warm = support::resident_memory();
  };
  Outcome o{.run = simulate(stepper, problem.initial,
                            {.h = problem.h, .steps = steps, .every = every, .on_step = observe})};
  o.memory_growth = support::resident_memory() - warm;
  o.summary = monitor.summary();
  return o;
}

class LongRunSlow : public testing::TestWithParam<LongRun> {};

TEST_P(LongRunSlow, keeps_everything_where_it_belongs) {
  const LongRun& tested = GetParam();
  const Problem problem = find_problem(tested.problem).make();
  const auto stepper = support::Combination{tested.stepper, "newton"}.make(problem);
  const Outcome o = outcome(problem, *stepper, tested.duration);
  ASSERT_TRUE(o.run.ok()) << o.run.message();
  const RunSummary& s = o.summary;
  const double E = s.energy_initial, size = std::abs(E);
  EXPECT_GE(s.energy_min, E - tested.below * size);
  EXPECT_LE(s.energy_max, E + tested.above * size);
  EXPECT_LE(std::abs(s.energy_slope()) * tested.duration, tested.drift * size);
  for (size_t i = 0; i < s.momentum_max_error.size(); ++i)
    EXPECT_LE(s.momentum_max_error[i], round_off_per_step * static_cast<double>(s.steps))
        << s.momentum_names[i];
  EXPECT_LE(s.equality_max, exact_equalities);
  EXPECT_LE(s.certificate_max, certified);
  EXPECT_GE(s.gap_min, -tested.penetration);
  EXPECT_GE(s.impacts, tested.impacts);
  EXPECT_TRUE(support::address_sanitizer || o.memory_growth <= memory_slack) << o.memory_growth;
}

INSTANTIATE_TEST_SUITE_P(
    Of, LongRunSlow,
    testing::Values(
        // The band is one of the method's oscillation, of order h^2; about twice what is observed.
        // A million steps each: pogo, star and cradle.
        LongRun{"pogo", 1e5, 1e-9, 0.04, 1e-4, 0.0, 200000},
        // The star is chaotic: over six starts near each other 2e-4 to 8e-4 were seen.
        LongRun{"star", 5000.0, 1.5e-3, 1.5e-3, 1.7e-3, 0.0, 5000, "collision"},
        LongRun{"cradle", 1e4, 6e-5, 1e-6, 5e-6, 0.06, 90000},
        LongRun{"spring-sphere", 1e4, 0.004, 0.0015, 1e-4, 1e-13},
        LongRun{"oscillator", 1e4, 0.04, 1e-6, 1e-3, 0.0, 16000},
        // Reflecting with H the energy of a molecule is a slow random walk. [KP12] fig 8.5
        LongRun{"lennard-jones", 100.0, 0.1, 0.1, 0.1, 0.05, 100}),
    [](const auto& tested) { return support::test_name(tested.param.problem); });

TEST(LongRunControl, forces_substituted_at_the_end_leave_the_band) {
  const Problem problem = problems::spring_sphere();
  const auto stepper = support::Combination{"direct-endpoint", "newton"}.make(problem);
  const RunSummary s = outcome(problem, *stepper, 100.0).summary;
  EXPECT_LT(s.energy_final, 0.9 * s.energy_initial);
  EXPECT_GT(s.momentum_max_error[0], 1.0);
}

TEST(LongRunControl, a_recorded_run_takes_memory) {
  const Problem problem = problems::oscillator();
  const auto stepper = support::Combination{"gvi", "newton"}.make(problem);
  EXPECT_GT(outcome(problem, *stepper, 500.0, 1).memory_growth, 4 * memory_slack);
}

}  // namespace
}  // namespace ricochet
