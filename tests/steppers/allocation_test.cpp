#include "ricochet/registry.hpp"
#include "support/allocations.hpp"
#include "support/combinations.hpp"
#include "support/rough_bodies.hpp"
#include "support/systems.hpp"

#include <gtest/gtest.h>

#include <random>
#include <utility>

/// Law: with newton a warm stepper allocates nothing, rows that repeat others and impacts included.
/// It is warm after ten steps, whether or not a contact was among them. Impacts are exempt until
/// one with as many passes of the same sizes has been met in both of the Steps that a run
/// alternates between: a Step owns the list of its events, and their number has no bound.

namespace ricochet {
namespace {

using support::allocations;

constexpr int steps = 1000;
constexpr int warm_up = 10;  // steps

/// A run in two alternating Steps, as simulate makes it.
struct Motion {
  std::unique_ptr<Stepper> stepper;
  Problem problem;
  Step now = {}, next = {};
  long impacts = 0;

  void rewind() { now.state = problem.initial; }

  /// Makes a step; returns what it allocated.
  long advance() {
    const long before = allocations;
    stepper->advance(now, problem.h, next);
    const long taken = allocations - before;
    EXPECT_TRUE(next.report.ok()) << next.report.message;
    EXPECT_EQ(next.report.statistics.fallbacks, 0);
    impacts += !next.reflections.empty();
    std::swap(now, next);
    return taken;
  }
};

struct Tested {
  std::string stepper = {}, problem = {};
  bool hits = true;        ///< the run has impacts
  bool numerical = false;  ///< reflects with the numerical Hamiltonian
  bool repeated = false;   ///< every equality stands there twice
  bool driven = false;     ///< with drag, a drive and restitution 0.5

  [[nodiscard]] Motion motion() const {
    Problem p = find_problem(problem).make();
    if (repeated) {
      SystemSpecification twice = p.system.specification();
      for (const Constraint& row : Constraints(twice.f))
        twice.f.add("again " + row.name, row.value);
      p.system = System(twice);
    }
    if (driven)
      p.system = support::driven(p.system.specification(), 0.05, 0.1).with("restitution", 0.5);
    StepperOptions options{.discretization = p.discretization, .backend = make_backend("newton")};
    if (numerical) options.energy = Energy::numerical;
    Motion made{.stepper = make_stepper(stepper, p.system, options), .problem = std::move(p)};
    made.rewind();
    return made;
  }
};

class StepAllocation : public support::Allocations, public testing::WithParamInterface<Tested> {};

TEST_P(StepAllocation, is_over_when_the_same_motion_comes_again) {
  Motion motion = GetParam().motion();
  for (int i = 0; i < steps; ++i) (void)motion.advance();
  EXPECT_EQ(motion.impacts > 0, GetParam().hits);
  motion.rewind();
  long taken = 0;
  for (int i = 0; i < steps; ++i) taken += motion.advance();
  EXPECT_EQ(taken, 0) << "in " << motion.impacts / 2 << " impacts and the steps between";
}

TEST_P(StepAllocation, is_over_after_ten_steps_without_impacts) {
  Motion motion = GetParam().motion();
  int since_impact = 0, judged = 0;
  long taken = 0;
  for (int i = 0; i < steps; ++i) {
    const long step = motion.advance();
    since_impact = motion.now.reflections.empty() ? since_impact + 1 : 0;
    if (i < warm_up || since_impact < 3) continue;  // Steps hand events back before
    taken += step;
    ++judged;
  }
  EXPECT_EQ(taken, 0) << "in " << judged << " steps";
  EXPECT_GT(judged, 50);
}

std::string name_of(const testing::TestParamInfo<Tested>& tested) {
  const auto& [stepper, problem, hits, numerical, repeated, driven] = tested.param;
  return support::test_name((driven ? "driven_" : "") + problem + (repeated ? "_repeated" : "") +
                            "_by_" + stepper + (numerical ? "_with_its_energy" : ""));
}

INSTANTIATE_TEST_SUITE_P(
    Of, StepAllocation,
    testing::Values(Tested{"gvi", "cradle"}, Tested{"gvi", "pogo"}, Tested{"gvi", "oscillator"},
                    Tested{"gvi", "oscillator", true, true}, Tested{"gvi", "lennard-jones"},
                    Tested{"gvi", "cradle", true, false, true},
                    Tested{"gvi", "spring-sphere", false}, Tested{"gvi", "spring-sphere-mixed"},
                    Tested{"gvi", "spring-sphere-mixed", true, true},
                    Tested{"gvi", "cradle", true, false, false, true},
                    Tested{"gvi", "particle-floor", true, false, false, true},
                    Tested{"shadow", "disc-chaotic"}, Tested{"shadow", "two-discs"},
                    Tested{"shadow", "pogo-hardening"}, Tested{"shadow", "cradle"},
                    Tested{"shadow", "bowl", false}, Tested{"shadow", "spring-sphere-mixed"},
                    Tested{"discrete-smooth", "spring-sphere", false},
                    Tested{"discrete-smooth", "bowl", false},
                    Tested{"discrete-smooth", "tangential-approach", false}),
    name_of);

struct RoughMotion {
  std::string stepper = {};
  Index links = 0;
};

class RoughStepAllocation : public support::Allocations,
                            public testing::WithParamInterface<RoughMotion> {};

/// A chain thrown on a rough floor, in elimination and in its band.
TEST_P(RoughStepAllocation, is_over_when_the_same_motion_comes_again) {
  const support::RoughBodies bodies = support::chain(GetParam().links);
  const System chain = bodies.system.with("friction", 0.4).with("restitution", 0.3);
  const auto stepper = make_stepper(GetParam().stepper, chain, {.backend = make_backend("newton")});
  std::mt19937_64 random(3);
  State start = bodies.start(random);
  for (Index i = 0; i < start.q.size(); i += 2) {
    start.q.segment<2>(i) << 0.1 * static_cast<double>(i), 0.02;
    start.p.segment<2>(i) << 0.2, 0.0;
  }
  Step now, next;
  long taken = 0, rubbing = 0;
  for (int run = 0; run < 3; ++run) {
    now.state = start;
    for (int k = 0; k < 100; ++k) {
      const long before = allocations;
      stepper->advance(now, bodies.h, next);
      if (run == 2 && k > 0) taken += allocations - before;
      ASSERT_TRUE(next.report.ok()) << next.report.message;
      rubbing += next.force.rho.any() ? 1 : 0;
      std::swap(now, next);
    }
  }
  EXPECT_EQ(taken, 0);
  EXPECT_GT(rubbing, 50);
}

INSTANTIATE_TEST_SUITE_P(OfAChain, RoughStepAllocation,
                         testing::Values(RoughMotion{"moreau-jean", 5},
                                         RoughMotion{"moreau-jean", 40}, RoughMotion{"rattle", 5}),
                         [](const auto& tested) {
                           return support::test_name(tested.param.stepper) + "_" +
                                  std::to_string(tested.param.links);
                         });

class StepAllocationControl : public support::Allocations {};

TEST_F(StepAllocationControl, notices_a_fresh_step_each_time) {
  Motion motion = Tested{"gvi", "oscillator"}.motion();
  for (int i = 0; i < 2 * warm_up; ++i) {
    motion.next = {};
    EXPECT_GT(motion.advance(), 0) << i;
  }
}

}  // namespace
}  // namespace ricochet
