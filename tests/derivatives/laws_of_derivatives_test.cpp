#include "derivatives/complex_steps.hpp"
#include "derivatives/real_step.hpp"
#include "derivatives/steps.hpp"
#include "ricochet/steppers/collision.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

/// Laws of derivatives over the registry, and at places where the sequence of impacts changes.

namespace ricochet {
namespace {

using support::Relative;

constexpr Index largest_system = 4;  // coordinates: complex steps are interpreted

/// Steps of a method on a problem that have a derivative: of each number of impacts up to 2 the
/// first one among so many.
class Registry : public testing::TestWithParam<const char*> {};
INSTANTIATE_TEST_SUITE_P(Slow, Registry,
                         testing::Values("collision", "forced-collision", "hybrid",
                                         "discrete-smooth", "gvi"),
                         [](const auto& tested) {
                           std::string name = tested.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

/// Largest entry of J^T O J - O.
double defect(const Matrix& J) {
  const Index n = J.rows() / 2;
  Matrix O = Matrix::Zero(2 * n, 2 * n);
  O.topRightCorner(n, n).setIdentity();
  O.bottomLeftCorner(n, n) = -Matrix::Identity(n, n);
  return (J.transpose() * O * J - O).cwiseAbs().maxCoeff();
}

/// Whether no contact lasts and none are hit together, so that every direction is one of the
/// motion.
bool takes_all_directions(const StepSequence& sequence) {
  for (const StepSequence::Flight& flight : sequence.flights)
    if (!flight.during.closed.empty() || !flight.landing.closed.empty()) return false;
  for (const StepSequence::Impact& impact : sequence.impacts)
    if (impact.pushed.closed.size() > 1) return false;
  return sequence.resting.empty();
}

void check(FrozenStep& step, const FrozenSteps& steps, const System& s, const std::string& method) {
  support::expect_complex_steps(step, *steps.kernel(steps.label()), s.parameter_values(),
                                Relative::to_sums);
  if (method != "collision" || s.k() > 0 || !takes_all_directions(steps.sequence())) return;
  const Matrix J = step.derivative().topLeftCorner(step.states(), step.states());
  EXPECT_LT(defect(J), 1e-12 * (1.0 + J.cwiseAbs().maxCoeff() * J.cwiseAbs().maxCoeff()));
}

/// How many steps were checked.
int check_steps(Stepper& stepper, const Problem& problem, const std::string& method) {
  FrozenSteps steps(stepper, FrozenStep::Order::second);
  std::vector<bool> seen(3, false);
  int checked = 0;
  Step from{.state = problem.initial};
  for (int k = 0; k < 400 && !(seen[0] && seen[1] && seen[2]); ++k) {
    const Step to = stepper.advance(from, problem.h);
    if (!to.report.ok()) break;
    const size_t impacts = to.impacts.size();
    std::string why;
    if (impacts < seen.size() && !seen[impacts]) {
      FrozenStep* const step = steps.take(from, problem.h, to, why);
      if (step && step->differentiate()) {
        SCOPED_TRACE("step " + std::to_string(k + 1) + ", impacts " + std::to_string(impacts));
        seen[impacts] = true;
        ++checked;
        check(*step, steps, stepper.system(), method);
      }
    }
    from = to;
  }
  return checked;
}

TEST_P(Registry, has_the_derivatives_of_complex_steps) {
  const StepperEntry& entry = find_stepper(GetParam());
  int checked = 0;
  for (const std::string& name : problem_names()) {
    const Problem problem = find_problem(name).make({});
    if (problem.system.n() > largest_system) continue;
    SCOPED_TRACE(name);
    StepperOptions options = entry.suited(problem.discretization);
    options.backend = newton();
    std::unique_ptr<Stepper> stepper;
    try {
      stepper = entry.make(problem.system, options);
      (void)stepper->step_equations();
    } catch (const std::invalid_argument&) {
      continue;  // it does not take the problem, or has no derivatives there
    }
    checked += check_steps(*stepper, problem, GetParam());
  }
  EXPECT_GE(checked, 3);
}

/// The end of two steps where an impact is at the end of the first one, or at the start of the
/// second.
double jump_at_a_node(const support::Strike& strike) {
  const support::Found found = support::find(strike);
  const auto ends = [&](double h, Vector& end) {
    const Step first = found.stepper->advance(found.from, h),
               second = found.stepper->advance(first, h);
    EXPECT_TRUE(first.report.ok() && second.report.ok()) << first.report.message;
    EXPECT_EQ(first.impacts.size() + second.impacts.size(), 1u);
    end.resize(2 * first.state.q.size());
    end << second.state.q, second.state.p;
    return first.impacts.size();
  };
  const Step to = found.stepper->advance(found.from, found.h);
  const double time = to.impacts.at(0).t - found.from.state.t;
  double before = 0.7 * time, after = 1.3 * time;
  Vector end, other;
  EXPECT_EQ(ends(before, end), 0u);
  EXPECT_EQ(ends(after, end), 1u);
  while (after - before > 1e-10 * time) {
    const double middle = 0.5 * (before + after);
    (ends(middle, end) == 0 ? before : after) = middle;
  }
  ends(before, end);
  ends(after, other);
  return (end - other).cwiseAbs().maxCoeff();
}

TEST(TwoSteps, are_continuous_where_an_impact_crosses_their_node) {
  EXPECT_LT(jump_at_a_node({"", "pogo", "forced-collision", 1, 1.0, {{"restitution", 0.9}}}), 1e-9);
}

/// The control: the energy that an impact adds depends on where it is in its step.
TEST(TwoSteps, jump_at_their_node_with_the_energy_law) {
  EXPECT_GT(jump_at_a_node({"", "pogo"}), 1e-6);
}

/// A particle between a floor and a slope.
System wedge_of(bool floor_first) {
  const Expr q = Expr::sym("q", 2), mass = Expr::sym("mass"), gravity = Expr::sym("gravity");
  const Constraint floor{.name = "floor", .value = q(1)},
      slope{.name = "slope", .value = q(0) + 0.2 * q(1) + 0.1 * q(1) * q(1)};
  return System({.name = "wedge",
                 .q = q,
                 .parameters = {{"mass", mass, 1.3}, {"gravity", gravity, 9.81}},
                 .M = mass * Expr::eye(2),
                 .V = mass * gravity * q(1),
                 .g = floor_first ? Constraints{floor, slope} : Constraints{slope, floor}});
}

TEST(Derivatives, do_not_depend_on_the_order_of_constraints) {
  const Step falling{.state = {.q = Vector{{0.06, 0.05}}, .p = Vector{{-1.5, -1.2}}}};
  const auto step = [&](bool floor_first) {
    return support::RealStep(Collision(wedge_of(floor_first), {.backend = newton()}), falling, 0.1);
  };
  const support::RealStep first = step(true), second = step(false);
  ASSERT_TRUE(first.ok() && second.ok()) << first.why() << second.why();
  EXPECT_EQ(first.to().impacts.size(), 2u);
  EXPECT_NE(first.sequence(), second.sequence());
  EXPECT_LT((first.D() - second.D()).cwiseAbs().maxCoeff(),
            1e-13 * (1.0 + first.D().cwiseAbs().maxCoeff()));
}

}  // namespace
}  // namespace ricochet
