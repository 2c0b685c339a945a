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

TEST(Ipopt, names_its_iteration_limit) {
  const Expr x = Expr::sym("x");
  const StepProblem cycle = support::one_equation(x, x * x * x - 2.0 * x + 2.0);
  EXPECT_EQ(support::solve(ipopt({.max_iterations = 1}), cycle, {}, support::numbers({0.0}))
                .report.status,
            StepStatus::iteration_limit);
}

}  // namespace
}  // namespace ricochet
