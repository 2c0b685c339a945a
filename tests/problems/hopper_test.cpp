#include "ricochet/derivatives/run_sensitivity.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/finite_differences.hpp"
#include "support/hopper_orbit.hpp"

#include <Eigen/Eigenvalues>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>
#include <memory>
#include <utility>
#include <vector>

/// The hopper has a periodic orbit in closed form, and multipliers that say where it attracts.
/// Derivatives of a run find both.

namespace ricochet {
namespace {

using support::HopperOrbit;
using Complex = std::complex<double>;

/// Sorted by size, and by imaginary part.
std::vector<Complex> multipliers(const Matrix& monodromy) {
  const Eigen::VectorXcd all = monodromy.eigenvalues();
  std::vector<Complex> sorted(all.begin(), all.end());
  std::sort(sorted.begin(), sorted.end(), [](const Complex& a, const Complex& b) {
    return std::abs(std::abs(a) - std::abs(b)) > 1e-9 ? std::abs(a) > std::abs(b)
                                                      : a.imag() > b.imag();
  });
  return sorted;
}

double distance(const std::vector<Complex>& a, const std::vector<Complex>& b) {
  double most = 0.0;
  for (size_t i = 0; i < a.size(); ++i) most = std::max(most, std::abs(a[i] - b[i]));
  return most;
}

class Hopper : public testing::Test {
 protected:
  /// A period of the motor and its derivative by the start.
  struct Period {
    Vector end;
    Matrix derivative;
  };
  struct Periodic {
    State start;
    Matrix monodromy = {};
    int iterations = 0;
  };

  static Vector joined(const State& state) {
    Vector x(4);
    x << state.q, state.p;
    return x;
  }
  [[nodiscard]] System driven(double frequency) const {
    return problem_.system.with("frequency", frequency);
  }
  [[nodiscard]] std::unique_ptr<Stepper> stepper(const System& s) const {
    return make_stepper(problem_.stepper, s, {.discretization = problem_.discretization});
  }
  [[nodiscard]] static Trajectory period(Stepper& stepper, const State& start, long steps,
                                         long periods = 1) {
    const double T = 1.0 / stepper.system().parameter("frequency");
    return simulate(stepper, start,
                    {.h = T / static_cast<double>(steps), .steps = steps * periods});
  }
  /// Newton's method for the start of an orbit that comes back after a period.
  [[nodiscard]] Periodic periodic(const System& s, State start, long steps) const {
    const auto method = stepper(s);
    RunSensitivity sensitivity(*method);
    Matrix by_start = Matrix::Zero(sensitivity.inputs(), 4);
    by_start.topRows(4).setIdentity();
    Periodic found{.start = start};
    for (; found.iterations < 20; ++found.iterations) {
      const Trajectory run = period(*method, found.start, steps);
      EXPECT_EQ(sensitivity.take(run), "");
      found.monodromy = sensitivity.forward(by_start);
      const Vector missed = joined(run.last().state) - joined(found.start);
      if (missed.norm() < 1e-11) break;
      const Vector change = (Matrix::Identity(4, 4) - found.monodromy).partialPivLu().solve(missed);
      found.start.q += change.head(2);
      found.start.p += change.tail(2);
    }
    return found;
  }
  static size_t impacts(const Trajectory& run) {
    size_t count = 0;
    for (const Step& step : run.steps) count += step.impacts.size();
    return count;
  }

  const Problem problem_ = problems::hopper();
  static constexpr double length = 0.5;  // of the leg at rest [m]
};

TEST_F(Hopper, comes_to_its_orbit_in_closed_form) {
  const HopperOrbit orbit(problem_.system);
  const auto method = stepper(problem_.system);
  const Trajectory run = period(*method, problem_.initial, 100, 40);
  ASSERT_TRUE(run.ok()) << run.message();
  const Vector end = joined(run.last().state), expected = joined(orbit.start(length));
  EXPECT_LT((end - expected).norm(), 1e-3 * expected.norm());
  for (int i = 1; i < 1000; ++i) EXPECT_GT(orbit.foot(i * orbit.T / 1000.0), 0.0);
  const Vector other = joined(HopperOrbit(driven(3.02)).start(length));
  EXPECT_GT((end - other).norm(), 5e-3 * expected.norm()) << "control";
}

/// It attracts at 3 Hz. At 3.3 Hz it repels, with a negative multiplier.
TEST_F(Hopper, has_the_orbit_and_the_multipliers_of_the_closed_form_to_second_order) {
  for (const auto& [frequency, largest] : {std::pair(3.0, 0.3142), std::pair(3.3, 1.9409)}) {
    const System s = driven(frequency);
    const HopperOrbit orbit(s);
    const std::vector<Complex> exact = multipliers(orbit.monodromy());
    EXPECT_NEAR(std::abs(exact[0]), largest, 1e-4);
    const auto error = [&](long steps) {
      const Periodic found = periodic(s, orbit.start(length), steps);
      EXPECT_LE(found.iterations, 6);
      return Vector{{(joined(found.start) - joined(orbit.start(length))).norm(),
                     distance(multipliers(found.monodromy), exact)}};
    };
    const Vector coarse = error(50), fine = error(800);
    EXPECT_NEAR(std::log2(coarse[0] / fine[0]) / 4.0, 2.0, 0.02);
    EXPECT_NEAR(std::log2(coarse[1] / fine[1]) / 4.0, 2.0, 0.2);
    EXPECT_LT(fine[1], 1e-4);
    EXPECT_GT(distance(multipliers(orbit.monodromy_at_fixed_time()), exact), 0.1) << "control";
  }
}

/// An impact shrinks volumes by e^2, the drag by e^(-2 c T / m).
TEST_F(Hopper, shrinks_volumes_as_its_losses_say) {
  for (const double restitution : {0.4, 0.5, 0.6}) {
    const System s = problem_.system.with("restitution", restitution);
    const HopperOrbit orbit(s);
    const double expected =
        restitution * restitution * std::exp(-2.0 * orbit.c * orbit.T / orbit.m);
    EXPECT_NEAR(orbit.monodromy().determinant(), expected, 1e-12);
    const double found = periodic(s, orbit.start(length), 400).monodromy.determinant();
    EXPECT_NEAR(found, expected, 2e-3 * expected) << restitution;
  }
}

TEST_F(Hopper, has_the_derivative_of_a_fine_run) {
  const auto method = stepper(problem_.system);
  const auto end = [&](Vector x) {
    const State start{.q = x.head(2), .p = x.tail(2)};
    return joined(period(*method, start, 800).last().state);
  };
  const Periodic found = periodic(problem_.system, HopperOrbit(problem_.system).start(length), 800);
  const Matrix expected = support::central_differences(end, joined(found.start));
  EXPECT_LT((found.monodromy - expected).norm(), 1e-7 * expected.norm());
  const Periodic coarse = periodic(problem_.system, found.start, 50);
  EXPECT_GT((coarse.monodromy - expected).norm(), 1e-3 * expected.norm()) << "control";
}

/// Small distances from the orbit grow by the multiplier in every period.
TEST_F(Hopper, leaves_an_orbit_that_repels_as_its_multiplier_says) {
  const System s = driven(3.3);
  const Periodic found = periodic(s, HopperOrbit(s).start(length), 100);
  const Complex largest = multipliers(found.monodromy).front();
  const auto method = stepper(s);
  State start = found.start;
  start.q[0] += 1e-7;
  const auto away = [&](long periods) -> Vector {
    return joined(period(*method, start, 100, periods).last().state) - joined(found.start);
  };
  const Vector before = away(7), after = away(8);
  EXPECT_LT((after - largest.real() * before).norm(), 1e-3 * after.norm());
  EXPECT_GT((after + largest.real() * before).norm(), after.norm()) << "control";
}

}  // namespace
}  // namespace ricochet
