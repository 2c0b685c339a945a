#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/steppers/shadow.hpp"
#include "support/order.hpp"
#include "support/shadow_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
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
  fly(stepper, problem, problem.h, 100000, [&](const Step&, const Step& made) {
    off = std::max(off, std::abs(second_integral(made.state) - second_integral(problem.initial)));
  });
  return off;
}

TEST(EllipticBilliard, keeps_its_second_integral_where_impacts_are_located_only) {
  EXPECT_LT(second_integral_error(Placement::located), 1e-10);
  EXPECT_GT(second_integral_error(Placement::grid), 0.1);
}

/// Of all particles of a plane.
double angular_momentum(const State& s) {
  double L = 0.0;
  for (Index i = 0; i < s.q.size(); i += 2) L += s.q[i] * s.p[i + 1] - s.q[i + 1] * s.p[i];
  return L;
}

/// Two colliding discs off their periodic orbit.
Problem kicked_oscillator() {
  Problem problem = problems::oscillator();
  problem.initial = {.q = Vector{{0.2, -1.5, 0.1, 1.4}}, .p = Vector{{1.1, 0.3, -0.8, -0.2}}};
  return problem;
}

double momentum_error(const Problem& problem, double h, Placement placement, long impacts) {
  Shadow stepper = support::shadow_stepper(problem, 4, 0.01, placement);
  double off = 0.0;
  fly(stepper, problem, h, impacts, [&](const Step&, const Step& made) {
    off = std::max(off, std::abs(angular_momentum(made.state) - angular_momentum(problem.initial)));
  });
  return off;
}

TEST(ShadowMomentum, is_exact_over_many_impacts) {
  for (const Placement placement : {Placement::grid, Placement::located}) {
    EXPECT_LT(momentum_error(problems::disc_billiard(), 0.1, placement, 10000), 1e-10);
    EXPECT_LT(momentum_error(kicked_oscillator(), 0.05, placement, 50000), 1e-10);
  }
  EXPECT_GT(momentum_error(problems::disc_chaotic(), 0.1, Placement::grid, 10), 0.1)
      << "control: no symmetry";
}

/// A motion through a few impacts, and the points of time at which it is looked at.
struct Way {
  std::string name;
  Problem problem;
  double apart;  ///< [s]
  int points;
  int clocks = 1;  ///< each 7 % slower than the one before
};

class ShadowPositions : public testing::TestWithParam<Way> {
 protected:
  /// The positions at the points with steps of size h; at the grid an error depends on where in a
  /// step an impact is, so that several clocks are looked at.
  static std::vector<Vector> positions(Placement placement, double h) {
    const Way& way = GetParam();
    Shadow stepper(way.problem.system,
                   {.discretization = verlet(), .backend = newton(), .placement = placement});
    stepper.certify_steps(false);
    std::vector<Vector> list;
    for (int clock = 0; clock < way.clocks; ++clock) {
      Step now{.state = way.problem.initial}, next;
      for (int point = 0; point < way.points; ++point) {
        for (long i = 0; i < std::lround(way.apart / h); ++i) {
          stepper.advance(now, h * (1.0 + 0.07 * clock), next);
          EXPECT_TRUE(next.report.ok()) << next.report.message;
          std::swap(now, next);
        }
        list.push_back(now.state.q);
      }
    }
    return list;
  }
  /// Of the mean distance from a reference.
  static double order(Placement placement, const std::vector<Vector>& reference) {
    const auto error = [&](double h) {
      const std::vector<Vector> list = positions(placement, h);
      double sum = 0.0;
      for (size_t i = 0; i < list.size(); ++i) sum += (list[i] - reference[i]).norm();
      return sum / static_cast<double>(list.size());
    };
    const support::OrderFit fit = support::observed_order(error, 0.5 * GetParam().apart, 4);
    EXPECT_EQ(fit.points, 5);
    return fit.order;
  }
};

TEST_P(ShadowPositions, are_of_order_one_at_the_grid_and_of_order_two_where_located) {
  const std::vector<Vector> reference = positions(Placement::located, GetParam().apart / 512.0);
  const double at_grid = order(Placement::grid, reference),
               located = order(Placement::located, reference);
  EXPECT_GT(at_grid, 0.7);
  EXPECT_LT(at_grid, 1.5);
  EXPECT_NEAR(located, 2.0, 0.2);
}

Problem started(Problem problem, const Vector& q, const Vector& p) {
  problem.initial = {.q = q, .p = p};
  return problem;
}

INSTANTIATE_TEST_SUITE_P(
    Of, ShadowPositions,
    testing::Values(Way{"disc_chaotic", problems::disc_chaotic(), 0.1, 40},
                    Way{"spring_sphere",
                        started(problems::spring_sphere(), Vector{{4.0, -1.0, 2.0, -3.5}},
                                Vector{{0.6, 0.8, 0.8, 0.6}}),
                        0.25, 40},
                    Way{"pogo_hardening", problems::pogo_hardening(), 0.05, 40},
                    Way{"oscillator", kicked_oscillator(), 0.1, 30},
                    Way{"double_pendulum", problems::double_pendulum_walls(), 0.02, 100, 8},
                    Way{"mixed", problems::spring_sphere_mixed(), 0.25, 40}),
    [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace ricochet
