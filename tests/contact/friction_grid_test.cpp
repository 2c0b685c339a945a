#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/flight/flight_quantities.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/forced_collision.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

/// Bodies that tumble onto a rough floor, over a grid of frictions and restitutions: contacts are
/// hit, stick, slide and open in every order, and no run may fail.

namespace ricochet {
namespace {

ForcedCollision stepper_for(const Problem& problem, Law law) {
  return {problem.system,
          {.discretization = problem.discretization, .backend = newton(), .law = law}};
}

Trajectory tumble(ForcedCollision& stepper, const Problem& problem, double duration) {
  return simulate(stepper, problem.initial,
                  {.h = problem.h, .steps = std::lround(duration / problem.h)});
}

/// The largest excess of the friction of held contacts over the cone [N s].
double outside_of_the_cone(const Trajectory& run, double friction) {
  double excess = 0.0;
  for (const Step& step : run.steps)
    for (Index i = 0; i < step.force.rho.size(); ++i)  // one tangent per contact
      excess = std::max(excess, std::abs(step.force.rho[i]) - friction * step.force.lambda[i]);
  return excess;
}

/// The largest power that friction has in a flight [W]: it opposes the slip.
double driving_power(const System& s, const Discretization& d, const Trajectory& run, double h) {
  const Expr q = Expr::sym("q", s.n()), w = Expr::sym("w", s.n()), tau = Expr::sym("tau");
  Kernel mean("slip", {q, w, tau, s.parameter_symbols()}, {densify(mean_slip(s, d, q, w, tau))});
  Vector slip(s.contacts().tangents());
  double most = 0.0;
  for (const Step& step : run.steps)
    for (const FlightRecord& flight : step.flights) {
      if (flight.force.rho.size() == 0) continue;
      mean({flight.q, flight.w, flight.tau, s.parameter_values()}, {slip});
      most = std::max(most, flight.force.rho.cwiseProduct(slip).maxCoeff() / h);
    }
  return most;
}

using Case = std::tuple<const char*, Law>;

class FrictionGrid : public testing::TestWithParam<Case> {};

TEST_P(FrictionGrid, reaches_the_end_of_every_run_by_the_law_of_coulomb) {
  const auto& [name, law] = GetParam();
  const Problem problem = find_problem(name).make();
  ForcedCollision stepper = stepper_for(problem, law);
  const double jump = 1.01 * std::pow(9.81 * problem.h, 2) / 8.0;  // of E at an impact, m g^2 h^2/8
  long held = 0;
  for (const double mu : {0.3, 0.8, 1.0, 1.5, 2.0})
    for (const double e : {0.0, 0.2, 0.5, 0.8}) {
      stepper.set("friction", mu);
      stepper.set("restitution", e);
      const System& s = stepper.system();
      const Trajectory run = tumble(stepper, problem, 2.5);
      ASSERT_TRUE(run.ok()) << mu << ' ' << e << ": " << run.message();
      EXPECT_GE(smallest_gap(s, run), -1e-9) << mu << ' ' << e;
      EXPECT_LT(outside_of_the_cone(run, mu), 1e-11) << mu << ' ' << e;
      EXPECT_LT(driving_power(s, problem.discretization, run, problem.h), 1e-9) << mu << ' ' << e;
      for (const Step& step : run.steps) held += step.contacts.held.empty() ? 0 : 1;
      if (law != Law::moreau) continue;
      const Vector E = energy(s, run);
      EXPECT_LE((E.tail(E.size() - 1) - E.head(E.size() - 1)).maxCoeff(), jump) << mu << ' ' << e;
    }
  EXPECT_GT(held, 1000) << "contacts last";
}

INSTANTIATE_TEST_SUITE_P(OfTumblingBodies, FrictionGrid,
                         testing::Combine(testing::Values("wedge", "star", "ellipse"),
                                          testing::Values(Law::moreau, Law::coulomb)),
                         [](const auto& tested) {
                           return std::string(std::get<0>(tested.param)) +
                                  (std::get<1>(tested.param) == Law::moreau ? "_moreau"
                                                                            : "_coulomb");
                         });

TEST(LastingFriction, slides_where_sticking_would_pull_and_letting_go_would_sink) {
  // Just after its first impact the wedge would be pulled if it stuck; free, its vertex sinks.
  Problem problem = find_problem("wedge").make();
  problem.system = problem.system.with("friction", 1.0).with("restitution", 0.0);
  for (const double h : {0.005, 0.0031, 0.001}) {
    problem.h = h;
    ForcedCollision stepper = stepper_for(problem, Law::moreau);
    const Trajectory run = tumble(stepper, problem, 0.7);
    ASSERT_TRUE(run.ok()) << h << ": " << run.message();
  }
}

TEST(LastingFriction, comes_past_a_contact_that_is_met_at_once_if_another_sticks) {
  Problem wedge = find_problem("wedge").make();
  wedge.system = wedge.system.with("friction", 0.85).with("restitution", 0.5);
  wedge.initial.q[2] = 1.1;
  ForcedCollision tumbling = stepper_for(wedge, Law::moreau);
  const Trajectory first = tumble(tumbling, wedge, 3.0);
  EXPECT_TRUE(first.ok()) << first.message();
  Problem star = find_problem("star").make();
  star.system = star.system.with("friction", 2.0).with("restitution", 0.2);
  ForcedCollision spinning = stepper_for(star, Law::coulomb);
  const Trajectory second = tumble(spinning, star, 3.0);
  EXPECT_TRUE(second.ok()) << second.message();
}

}  // namespace
}  // namespace ricochet
