#include "ricochet/backends/ipopt.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/steppers/discrete_smooth.hpp"
#include "support/sanitizer.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

/// What happens when IPOPT lacks a part: a name that it does not know, and a plug-in that is not
/// there.

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

}  // namespace
}  // namespace ricochet
