#include "ricochet/simulate.hpp"
#include "support/combinations.hpp"
#include "support/exact_bounces.hpp"
#include "support/order.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// Law: with impacts the positions converge with order 1, because a reflection happens at the start
/// of a step and not where the wall is. Where in a step the wall lies decides the error of a single
/// run, a saw-tooth in h, so the error is the mean over many end times.

namespace ricochet {
namespace {

constexpr double tolerance = 0.2;  // of the order; the mean leaves a scatter of 0.1

struct Tested {
  std::string problem = {};
  double first = 0.0, last = 0.0;  ///< end times [s]
  std::string backend = "newton";
  int end_times = 64, halvings = 4;
};

/// Order of the mean distance to `exact`, and how many impacts it went through.
template <class Exact>
double position_order(const Tested& tested, const Problem& problem, Exact&& exact) {
  const auto stepper = support::Combination{"gvi", tested.backend}.make(problem);
  const int end_times = tested.end_times;
  const double first = tested.first, last = tested.last;
  const auto end = [&](int i) { return first + (last - first) * i / (end_times - 1); };
  std::vector<Vector> ends;
  for (int i = 0; i < end_times; ++i) ends.push_back(exact(end(i)).q);
  const auto mean_error = [&](double h) {
    double sum = 0.0;
    for (int i = 0; i < end_times; ++i) {
      const long steps = std::lround(last / h);
      const Trajectory run =
          simulate(*stepper, problem.initial,
                   {.h = end(i) / static_cast<double>(steps), .steps = steps, .every = 0});
      EXPECT_TRUE(run.ok()) << run.message();
      sum += (run.last().state.q - ends[static_cast<size_t>(i)]).norm();
    }
    return sum / end_times;
  };
  const support::OrderFit fit = support::observed_order(mean_error, last / 50.0, tested.halvings);
  EXPECT_EQ(fit.points, tested.halvings + 1);
  return fit.order;
}

class ImpactOrder : public testing::TestWithParam<Tested> {};

TEST_P(ImpactOrder, of_positions_is_one) {
  const Problem problem = find_problem(GetParam().problem).make();
  support::ExactBounces exact(problem.system);
  long impacts = 0;
  const double order = position_order(
      GetParam(), problem, [&](double T) { return exact.at(problem.initial, T, &impacts); });
  EXPECT_NEAR(order, 1.0, tolerance);
  EXPECT_GE(impacts, GetParam().end_times) << "every run shall have one";
}

INSTANTIATE_TEST_SUITE_P(Of, ImpactOrder,
                         testing::Values(Tested{"particle-1d", 0.8, 1.8}, Tested{"pogo", 0.8, 1.8},
                                         Tested{"oscillator", 1.5, 2.5},
                                         Tested{"normal-impact", 1.0, 2.0},
                                         Tested{"normal-impact", 1.0, 2.0, "ipopt", 8, 2}),
                         [](const auto& tested) {
                           return support::test_name(tested.param.problem + "_with_" +
                                                     tested.param.backend);
                         });

TEST(ImpactOrderControl, the_same_measure_shows_two_without_a_wall) {
  Problem problem = find_problem("oscillator").make();
  SystemSpecification far = problem.system.specification();
  far.g = {{"far", 1e6 - far.q(0)}};
  problem.system = System(far);
  support::ExactBounces exact(problem.system);
  const double order = position_order({.first = 1.5, .last = 2.5}, problem,
                                      [&](double T) { return exact.at(problem.initial, T); });
  EXPECT_NEAR(order, 2.0, tolerance);
}

}  // namespace
}  // namespace ricochet
