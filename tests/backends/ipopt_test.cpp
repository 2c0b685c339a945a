#include "ricochet/backends/ipopt.hpp"

#include "ricochet/problems.hpp"
#include "ricochet/steppers/discrete_smooth.hpp"
#include "support/manufactured.hpp"
#include "support/matchers.hpp"
#include "support/sanitizer.hpp"
#include "support/small_problems.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace ricochet {
namespace {

Backend with_solver(const std::string& name) {
  return ipopt({.linear_solver = LinearSolver::mumps, .sparse_solver = name});
}

TEST(MissingLibrary, of_an_unknown_linear_solver_is_refused_with_a_cure) {
  const Problem problem = problems::bowl();
  try {
    const DiscreteSmooth stepper(problem.system, {.backend = with_solver("mumsp")});
    FAIL() << "taken";
  } catch (const std::invalid_argument& error) {
    EXPECT_NE(std::string(error.what()).find("mumsp"), std::string::npos) << error.what();
    EXPECT_NE(std::string(error.what()).find("mumps"), std::string::npos) << error.what();
  }
}

TEST(MissingLibrary, of_a_plug_in_that_is_not_installed_is_a_named_failure) {
  if (support::address_sanitizer) GTEST_SKIP() << "it forbids to look for the plug-in";
  const Problem problem = problems::bowl();
  DiscreteSmooth stepper(problem.system, {.backend = with_solver("ma57")});
  const Step next = stepper.advance({.state = problem.initial}, problem.h);
  if (next.report.ok())
    GTEST_SUCCEED() << "this IPOPT has ma57";
  else {
    EXPECT_EQ(next.report.status, StepStatus::backend_error);
    for (const char* part : {"cannot load its linear solver 'ma57'", "use \"mumps\""})
      EXPECT_NE(next.report.message.find(part), std::string::npos) << next.report.message;
    EXPECT_EQ(next.state.q, problem.initial.q);
  }
}

TEST(Ipopt, gives_the_same_bits_with_either_linear_solver) {
  manufactured::Family family(manufactured::shapes()[7]);  // twins
  const manufactured::Instance instance = family.instance(31);
  Solution dense, mumps;
  const auto solve = [&](LinearSolver linear, Solution& solution) {
    return ipopt({.linear_solver = linear})
        .prepare(family.problem())
        ->solve(instance.parameters, instance.guess, {}, solution);
  };
  EXPECT_TRUE(solve(LinearSolver::dense, dense).ok());
  EXPECT_TRUE(solve(LinearSolver::mumps, mumps).ok());
  EXPECT_TRUE(support::same_bits(dense.z, mumps.z));
}

TEST(Ipopt, leaves_linear_equations_to_their_closed_form) {
  const Expr x = Expr::sym("x");
  const auto solves = [&x](const Expr& row) {
    const auto solved =
        support::solve(ipopt(), support::one_equation(x, row), {}, support::numbers({1.0}));
    EXPECT_TRUE(solved.report.ok());
    return solved.report.statistics.ipopt_solves;
  };
  EXPECT_EQ(solves(3.0 * x - 1.0), 0);
  EXPECT_EQ(solves(3.0 * x * x - 1.0), 1);
}

TEST(Ipopt, solves_a_step_near_its_guess_in_one_short_program) {
  manufactured::Family family(manufactured::shapes()[8]);  // inequalities and equalities
  const auto solver = ipopt().prepare(family.problem());
  Solution solution;
  int one_program = 0, iterations = 0;
  for (std::uint64_t seed = 1; seed <= 50; ++seed) {
    const manufactured::Instance instance = family.instance(seed);
    const StepReport report = solver->solve(instance.parameters, instance.guess, {}, solution);
    ASSERT_TRUE(report.ok()) << seed;
    one_program += report.statistics.ipopt_solves == 1;
    iterations += static_cast<int>(report.statistics.ipopt_iterations);
  }
  EXPECT_GE(one_program, 40);
  EXPECT_LE(iterations, 6 * 50);
}

TEST(Ipopt, names_its_iteration_limit) {
  const Expr x = Expr::sym("x");
  const StepProblem cycle = support::one_equation(x, x * x * x - 2.0 * x + 2.0);
  EXPECT_EQ(support::solve(ipopt({.max_iterations = 1}), cycle, {}, support::numbers({0.0}))
                .report.status,
            StepStatus::iteration_limit);
}

}  // namespace
}  // namespace ricochet
