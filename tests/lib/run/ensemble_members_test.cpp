#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/run/ensemble.hpp"
#include "ricochet/run/recorded_run.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <mutex>
#include <stdexcept>

/// What a member may have of its own, and how a program hears of it.

namespace ricochet {
namespace {

using testing::HasSubstr;

class EnsembleMembers : public testing::Test {
 protected:
  [[nodiscard]] EnsembleMember member(size_t i) const {
    return {.start = pogo_.initial, .values = {1.0 + static_cast<double>(i)}};
  }
  [[nodiscard]] EnsembleRecipe recipe(size_t members) const {
    return {.h = pogo_.h,
            .steps = 200,
            .parameters = {"gravity"},
            .members = members,
            .member = [this](size_t i) { return member(i); }};
  }

  const Problem pogo_ = find_problem("pogo").make();
  const std::unique_ptr<Stepper> stepper_ =
      make_stepper("gvi", pogo_.system, {.backend = newton()});
};

TEST_F(EnsembleMembers, gives_members_steps_of_their_own) {
  EnsembleRecipe of = recipe(4);
  of.member = [this](size_t i) {
    EnsembleMember made = member(i);
    if (i == 1) made.h = 0.5 * pogo_.h;
    if (i == 2) made.steps = 7;
    if (i == 3) made.h = -1.0;
    return made;
  };
  const std::vector<MemberRun> runs = run_ensemble(*stepper_, of);
  const System system = pogo_.system.with("gravity", member(1).values[0]);
  const auto alone = make_stepper("gvi", system, {.backend = newton()});
  const RecordedRun run = record(*alone, member(1).start, {.h = 0.5 * pogo_.h, .steps = 200});
  EXPECT_EQ(runs[0].summary.steps, 200);
  EXPECT_EQ(runs[1].last.state.q, run.last.state.q);
  EXPECT_EQ(runs[2].summary.steps, 7);
  EXPECT_EQ(runs[3].end.status, StepStatus::invalid_input);
  EXPECT_THAT(runs[3].message, HasSubstr("step size"));
}

TEST_F(EnsembleMembers, tells_of_every_member_as_soon_as_it_ended) {
  for (const size_t threads : {1, 3}) {
    EnsembleRecipe of = recipe(9);
    of.threads = threads;
    std::mutex mutex;
    std::vector<size_t> ended;
    of.on_end = [&](const MemberRun& run) {
      const std::scoped_lock guard(mutex);
      EXPECT_EQ(run.summary.steps, 200);
      ended.push_back(run.member);
    };
    (void)run_ensemble(*stepper_, of);
    EXPECT_THAT(ended, testing::UnorderedElementsAre(0, 1, 2, 3, 4, 5, 6, 7, 8));
  }
  EnsembleRecipe of = recipe(9);
  of.on_end = [](const MemberRun&) { throw std::runtime_error("a full disk"); };
  EXPECT_THROW((void)run_ensemble(*stepper_, of), std::runtime_error);
}

}  // namespace
}  // namespace ricochet
