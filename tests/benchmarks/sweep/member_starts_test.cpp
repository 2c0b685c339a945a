#include "sweep/member_starts.hpp"

#include "support/matchers.hpp"
#include "support/scratch_folder.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <functional>

namespace ricochet::cli {
namespace {

using support::ScratchFolder;
using testing::HasSubstr;

class Starts : public testing::Test {
 protected:
  [[nodiscard]] SweepPlan plan(const std::string& problem, const std::vector<std::string>& grid,
                               const std::function<void(Options&)>& change = {}) const {
    Options o;
    o.operands = {problem};
    o.grid = grid;
    o.out = folder_.path("s.csv");
    if (change) change(o);
    return make_sweep_plan(o);
  }
  /// The start of a member, by the step of the problem.
  static State start(const SweepPlan& of, const std::vector<double>& values) {
    MemberStarts starts(of, of.base.problem);
    const State made = starts.of(0, values, of.base.problem.h);
    EXPECT_EQ(starts.reason(0), "");
    return made;
  }

  const ScratchFolder folder_;
};

TEST_F(Starts, are_those_of_the_problem) {
  const SweepPlan of = plan("pogo", {"gravity=1,2"});
  const State made = start(of, {2.0});
  EXPECT_EQ(made.q, of.base.problem.initial.q);
  EXPECT_EQ(made.p, of.base.problem.initial.p);
}

TEST_F(Starts, follow_the_parameters_where_the_problem_says_so) {
  const SweepPlan of = plan("impact-oscillator", {"frequency=0.5,0.6", "force=1,2"});
  const Problem& problem = of.base.problem;
  const State made = start(of, {0.6, 2.0});
  const State wanted = problem.start(problem.system.with("frequency", 0.6).with("force", 2.0));
  EXPECT_EQ(made.q, wanted.q);
  EXPECT_EQ(made.p, wanted.p);
  EXPECT_NE(made.q, problem.initial.q);
}

TEST_F(Starts, have_components_of_their_own) {
  const State made = start(plan("bowl", {"start.q1=1,2", "start.p0=3,4"}), {2.0, 3.0});
  EXPECT_EQ(made.q, (Vector{{1.0, 2.0}}));
  EXPECT_EQ(made.p, (Vector{{3.0, 1.0}}));
}

TEST_F(Starts, may_be_given_by_velocities) {
  const SweepPlan heavy =
      plan("bowl", {"start.v1=1,5"}, [](Options& o) { o.set.emplace_back("mass", 2.0); });
  const State made = start(heavy, {5.0});
  EXPECT_TRUE(support::near(made.p, Vector{{1.0, 10.0}}, 1e-15)) << "one keeps its momentum";
  const SweepPlan both = plan("bowl", {"start.v1=1,5", "mass=1,2"}, [](Options& o) {
    o.v0 = std::vector<double>{3.0, 4.0};
  });
  EXPECT_EQ(start(both, {5.0, 2.0}).p, (Vector{{6.0, 10.0}}));
}

TEST_F(Starts, are_moved_to_the_constraints_on_request) {
  const SweepPlan of =
      plan("bowl", {"start.q1=0.1,0.2"}, [](Options& o) { o.project_start = true; });
  const State made = start(of, {0.1});
  EXPECT_NEAR(made.q[1], 0.5 * made.q[0] * made.q[0], 1e-10);
}

TEST_F(Starts, that_do_not_exist_are_nan_and_say_why) {
  const SweepPlan of = plan("impact-oscillator", {"frequency=0.5,0.6"});
  MemberStarts starts(of, of.base.problem);
  const State made = starts.of(3, {-1.0}, 0.01);
  EXPECT_TRUE(std::isnan(made.q[0]));
  EXPECT_THAT(starts.reason(3), HasSubstr("parameter 'frequency' must be > 0, not -1"));
  EXPECT_EQ(starts.reason(2), "");
}

}  // namespace
}  // namespace ricochet::cli
