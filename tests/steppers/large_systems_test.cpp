#include "ricochet/backends/newton.hpp"
#include "ricochet/linear/elimination_plan.hpp"
#include "ricochet/linear/kernel_matrix.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/generalized_variational.hpp"
#include "ricochet/steppers/smooth_contact.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

Trajectory run_of(const Problem& problem, long steps) {
  GeneralizedVariational stepper(problem.system, {.backend = newton()});
  return simulate(stepper, problem.initial, {.h = problem.h, .steps = steps});
}

TEST(LargeSystems, swing_like_small_ones) {
  const Problem small = problems::cradle(5, 2), large = problems::cradle(200, 2);
  const Trajectory here = run_of(small, 40), there = run_of(large, 40);  // before the impact
  ASSERT_TRUE(here.ok() && there.ok()) << there.message();
  for (size_t k = 0; k < there.steps.size(); ++k) {
    const Vector &few = here.steps[k].state.q, &many = there.steps[k].state.q;
    EXPECT_TRUE(support::near(many.head(4), few.head(4), 1e-12)) << k;
    EXPECT_TRUE(support::near(many.tail(390), large.initial.q.tail(390), 1e-12)) << k;
    EXPECT_TRUE(k == 0 || there.steps[k].report.certified) << k;
  }
}

/// What a step is made of: operations of the rows, nonzeros of their derivatives and of the
/// factors, all contacts closed.
struct Work {
  casadi_int operations = 0, nonzeros = 0;
  size_t entries = 0;
};

Work work_of(const Problem& problem) {
  const System& s = problem.system;
  const StepProblem p = completed(position_problem(s, problem.discretization));
  KernelMatrix rows(sparse_jacobian(p.equalities, p.unknowns).sparsity());
  KernelMatrix gaps(sparse_jacobian(p.complement_b, p.unknowns).sparsity());
  rows.values().setOnes();
  gaps.values().setOnes();
  std::vector<PickedRow> picked;
  for (Index i = 0; i < s.n(); ++i) picked.push_back({.from = &rows, .row = i, .partner = i});
  for (Index i = 0; i < s.k(); ++i)
    picked.push_back({.from = &rows, .row = s.n() + i, .partner = s.n() + s.m() + i, .late = true});
  for (Index i = 0; i < s.m(); ++i)
    picked.push_back({.from = &gaps, .row = i, .partner = s.n() + i, .late = true});
  EliminationPlanner planner(p.unknown_count());
  const casadi::Function values("rows", {p.unknowns, p.parameters}, {p.equalities, p.complement_b});
  return {.operations = values.n_instructions(),
          .nonzeros = static_cast<casadi_int>(rows.values().size() + gaps.values().size()),
          .entries = planner.plan_for(picked).entries.size()};
}

/// Twice as much more for twice as many more.
void expect_linear(double small, double middle, double large, const std::string& what) {
  EXPECT_NEAR(large - middle, 2.0 * (middle - small), 0.01 * large) << what;
}

TEST(LargeSystems, need_work_that_grows_with_their_size) {
  const auto made = [](const std::string& name, int n) {
    return find_problem(name).make({{"n", n}});
  };
  for (const std::string name : {"cradle", "ball-chain", "bar-wall"}) {
    const Work small = work_of(made(name, 100)), middle = work_of(made(name, 200)),
               large = work_of(made(name, 400));
    const auto number = [](auto count) { return static_cast<double>(count); };
    expect_linear(number(small.operations), number(middle.operations), number(large.operations),
                  name + ": operations of rows");
    expect_linear(number(small.nonzeros), number(middle.nonzeros), number(large.nonzeros),
                  name + ": nonzeros of derivatives");
    expect_linear(number(small.entries), number(middle.entries), number(large.entries),
                  name + ": entries of factors");
  }
}

TEST(LargeSystems, in_which_all_act_on_all_do_not) {
  const auto gaps = [](int n) {
    return static_cast<double>(work_of(problems::disc_box(n, 1)).nonzeros);
  };
  EXPECT_GT(gaps(20) - gaps(10), 2.5 * (gaps(10) - gaps(5))) << "negative control";
}

}  // namespace
}  // namespace ricochet
