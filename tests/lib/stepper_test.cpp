#include "ricochet/stepper.hpp"

#include "support/matchers.hpp"
#include "support/steppers.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ricochet {
namespace {

using support::FreeFlight;
using support::particle;

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Step at(double q, double p = 1.0) { return {.state = {.q = Vector{{q}}, .p = Vector{{p}}}}; }

void expect_invalid(const Step& from, double h, const std::string& fragment) {
  FreeFlight stepper(particle());
  const Step to = stepper.advance(from, h);
  EXPECT_EQ(to.report.status, StepStatus::invalid_input) << fragment;
  EXPECT_NE(to.report.message.find(fragment), std::string::npos) << to.report.message;
}

TEST(Advance, makes_a_step) {
  FreeFlight stepper(particle());
  const Step to = stepper.advance(at(1.0, 2.0), 0.5);
  EXPECT_TRUE(to.report.ok());
  EXPECT_EQ(to.state.q[0], 2.0);
  EXPECT_EQ(to.state.t, 0.5);
}

TEST(Advance, reports_unusable_input_as_data) {
  expect_invalid(at(0.0), 0.0, "step size h must be positive, not 0");
  expect_invalid(at(0.0), -0.1, "step size h must be positive, not -0.1");
  expect_invalid(at(0.0), nan, "step size h must be positive, not nan");
  expect_invalid(at(nan), 0.1, "q[0] is nan");
  expect_invalid(at(0.0, nan), 0.1, "p[0] is nan");
  expect_invalid({.state = {.q = Vector{{1.0, 2.0}}, .p = Vector{{1.0}}}}, 0.1,
                 "q and p must have 1 entries, not 2 and 1");
  expect_invalid({.state = {.t = nan, .q = Vector{{1.0}}, .p = Vector{{1.0}}}}, 0.1,
                 "the time t is nan");
}

TEST(Advance, stays_at_the_start_when_it_fails) {
  FreeFlight stepper(particle(), 1.0);
  Step from = at(2.0), to = at(77.0);
  from.state.t = 3.0;
  to.impacts.resize(2);
  stepper.advance(from, 0.1, to);
  EXPECT_EQ(to.report.status, StepStatus::infeasible);
  EXPECT_EQ(to.report.message, "the wall");
  EXPECT_EQ(to.state.q[0], 2.0);
  EXPECT_EQ(to.state.t, 3.0);
  EXPECT_TRUE(to.impacts.empty());
}

TEST(Advance, lets_no_exception_out) {
  FreeFlight stepper(particle(), 1e300, 1.0);
  Step to;
  EXPECT_NO_THROW(stepper.advance(at(2.0), 0.1, to));
  EXPECT_EQ(to.report.status, StepStatus::backend_error);
  EXPECT_EQ(to.report.message, "fell off the cliff");
  EXPECT_EQ(to.state.q[0], 2.0);
}

TEST(Stepper, changes_a_parameter_of_its_own_system_only) {
  const System s = particle();
  FreeFlight stepper(s);
  const auto twin = stepper.clone();
  stepper.set("mass", 3.0);
  EXPECT_EQ(stepper.system().parameter("mass"), 3.0);
  EXPECT_EQ(twin->system().parameter("mass"), 1.0);
  EXPECT_EQ(s.parameter("mass"), 1.0);
  support::expect_message([&] { stepper.set("mas", 3.0); }, {"did you mean 'mass'?"});
  support::expect_message([&] { stepper.set("mass", 0.0); }, {"M must be positive definite"});
}

}  // namespace
}  // namespace ricochet
