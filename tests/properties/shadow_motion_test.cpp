#include "ricochet/problems.hpp"
#include "ricochet/steppers/shadow.hpp"
#include "support/order.hpp"
#include "support/shadow_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <utility>
#include <vector>

/// Laws of impacts that conserve a shadow energy: what they do to momentum maps, to integrals
/// besides the energy and to positions.

namespace ricochet {
namespace {

using support::fly;

/// The product of the angular momenta about the foci of the elliptic billiard.
double second_integral(const State& s) {
  const double c = std::sqrt(3.0);
  return ((s.q[0] - c) * s.p[1] - s.q[1] * s.p[0]) * ((s.q[0] + c) * s.p[1] - s.q[1] * s.p[0]);
}

double second_integral_error(Placement placement) {
  const Problem problem = problems::elliptic_billiard();
  Shadow stepper = support::shadow_stepper(problem, 4, 0.01, placement);
  double off = 0.0;
  fly(stepper, problem, problem.h, 5000, [&](const Step&, const Step& made) {
    off = std::max(off, std::abs(second_integral(made.state) - second_integral(problem.initial)));
  });
  return off;
}

TEST(EllipticBilliard, keeps_its_second_integral_where_impacts_are_located_only) {
  EXPECT_LT(second_integral_error(Placement::located), 1e-9);
  EXPECT_GT(second_integral_error(Placement::grid), 0.1);
}

TEST(ShadowMomentum, is_exact_over_many_impacts) {
  Problem problem = problems::disc_billiard();
  problem.h = 0.1;
  const auto L = [](const Vector& q, const Vector& p) { return q[0] * p[1] - q[1] * p[0]; };
  const double start = L(problem.initial.q, problem.initial.p);
  for (const Placement placement : {Placement::grid, Placement::located}) {
    Shadow stepper = support::shadow_stepper(problem, 4, 0.01, placement);
    double off = 0.0;
    fly(stepper, problem, problem.h, 10000, [&](const Step&, const Step& made) {
      off = std::max(off, std::abs(L(made.state.q, made.state.p) - start));
    });
    EXPECT_LT(off, 1e-10);
  }
  const Problem lopsided = problems::disc_chaotic();
  Shadow stepper = support::shadow_stepper(lopsided, 4, 0.01);
  double off = 0.0;
  fly(stepper, lopsided, 0.1, 10, [&](const Step&, const Step& made) {
    off = std::max(
        off, std::abs(L(made.state.q, made.state.p) - L(lopsided.initial.q, lopsided.initial.p)));
  });
  EXPECT_GT(off, 0.1) << "control: no symmetry";
}

/// Mean distance from a reference over a few impacts of disc-chaotic.
double position_error(Placement placement, double h, const std::vector<Vector>& reference) {
  const Problem problem = problems::disc_chaotic();
  Shadow stepper = support::shadow_stepper(problem, 4, 0.01, placement);
  Step now{.state = problem.initial}, next;
  const long per_point = std::lround(0.1 / h);
  double sum = 0.0;
  for (const Vector& q : reference) {
    for (long i = 0; i < per_point; ++i) {
      stepper.advance(now, h, next);
      EXPECT_TRUE(next.report.ok()) << next.report.message;
      std::swap(now, next);
    }
    sum += (now.state.q - q).norm();
  }
  return sum / static_cast<double>(reference.size());
}

TEST(ShadowPositions, are_of_order_one_at_the_grid_and_of_order_two_where_located) {
  const Problem problem = problems::disc_chaotic();
  Shadow stepper = support::shadow_stepper(problem, 4, 0.01, Placement::located);
  Step now{.state = problem.initial}, next;
  std::vector<Vector> reference;
  constexpr long fine = 512;
  for (int point = 0; point < 40; ++point) {
    for (long i = 0; i < fine; ++i) {
      stepper.advance(now, 0.1 / static_cast<double>(fine), next);
      std::swap(now, next);
    }
    reference.push_back(now.state.q);
  }
  const auto order = [&](Placement placement) {
    return support::observed_order(
               [&](double h) { return position_error(placement, h, reference); }, 0.05, 4)
        .order;
  };
  const double at_grid = order(Placement::grid), located = order(Placement::located);
  EXPECT_GT(at_grid, 0.7);
  EXPECT_LT(at_grid, 1.5);
  EXPECT_NEAR(located, 2.0, 0.2);
}

}  // namespace
}  // namespace ricochet
