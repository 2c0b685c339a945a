#include "ricochet/contact/coulomb/coulomb_program.hpp"

#include "ricochet/backends/audit.hpp"
#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/contact/coulomb/coulomb_solver.hpp"
#include "support/coulomb_scenes.hpp"

#include <gtest/gtest.h>

#include <cstdio>

namespace ricochet {
namespace {

using support::CoulombNumbers;
using support::RandomCoulomb;

/// How often a backend agrees with the portfolio, in velocities of bodies.
struct Agreement {
  int problems = 0, posed = 0;
  double largest = 0.0;

  void compare(CoulombSolver& native, CoulombSolver& other, const CoulombNumbers& numbers) {
    Vector r(numbers.b.size()), s(numbers.b.size());
    const StepReport first = native.solve(numbers.problem(), r);
    const StepReport second = other.solve(numbers.problem(), s);
    ASSERT_TRUE(first.ok() && second.ok()) << first.message << ' ' << second.message;
    ++problems;
    posed += second.statistics.fallbacks == 0;
    EXPECT_EQ(second.statistics.fallbacks > 0, other.stage() > CoulombStage::program);
    const double difference = (numbers.H * (r - s)).lpNorm<Eigen::Infinity>();
    largest = std::max(largest, difference);
    EXPECT_LT(difference, 1e-9) << "#" << problems;
  }
};

/// Velocities need not be unique in Painleve configurations and with much friction.
bool ordinary(const CoulombNumbers& numbers) {
  for (const CoulombContact& contact : numbers.contacts)
    if (contact.friction > 0.6) return false;
  return !numbers.painleve;
}

TEST(CoulombProgram, agrees_with_the_portfolio_in_velocities) {
  RandomCoulomb random(20);
  CoulombSolver native(newton(), 8, 2), by_ipopt(ipopt(), 8, 2);
  Agreement agreement;
  while (agreement.problems < 200) {
    const CoulombNumbers numbers = random.next();
    if (ordinary(numbers)) agreement.compare(native, by_ipopt, numbers);
  }
  for (int i = 0; i < 30; ++i) {
    Vector v(9), w(6);
    for (double& x : v) x = random.normal();
    for (double& x : w) x = random.normal();
    agreement.compare(native, by_ipopt, support::stack_of_boxes(3, 0.4, v));
    agreement.compare(native, by_ipopt, support::cube_on_floor(0.4, w));
  }
  std::printf("ipopt: %d of %d without the portfolio, largest difference %.1e m/s\n",
              agreement.posed, agreement.problems, agreement.largest);
  EXPECT_GT(agreement.posed, 8 * agreement.problems / 10);
}

TEST(CoulombProgram, is_audited) {
  RandomCoulomb random(21);
  CoulombSolver native(newton(), 6, 2), audited(audit(), 6, 2);
  Agreement agreement;
  while (agreement.problems < 60) {
    const CoulombNumbers numbers = random.next();
    if (ordinary(numbers)) agreement.compare(native, audited, numbers);
  }
  std::printf("audit: %d of %d without the portfolio\n", agreement.posed, agreement.problems);
}

/// A backend that always gives up.
Backend hopeless() {
  class Solver final : public StepSolver {
   public:
    StepReport solve(const Vector&, const Vector&, const Vector&, Solution&) override {
      return {.status = StepStatus::iteration_limit, .message = "no hope"};
    }
    [[nodiscard]] std::unique_ptr<StepSolver> clone() const override {
      return std::make_unique<Solver>();
    }
  };
  return {"hopeless", [](const StepProblem&) { return std::make_unique<Solver>(); }};
}

TEST(CoulombProgram, leaves_to_the_portfolio_what_a_backend_cannot_solve) {
  RandomCoulomb random(22);
  CoulombSolver native(newton(), 6, 2), other(hopeless(), 6, 2), small(hopeless(), 1, 2);
  const CoulombNumbers cube = support::cube_on_floor(0.4, Vector{{1.0, 0.3, -1.0, 0.1, 0.2, 0.0}});
  Vector r(12), s(12);
  ASSERT_TRUE(native.solve(cube.problem(), r).ok());
  for (CoulombSolver* solver : {&other, &small}) {
    const StepReport report = solver->solve(cube.problem(), s);
    ASSERT_TRUE(report.ok());
    EXPECT_EQ(report.statistics.fallbacks, 1);
    EXPECT_EQ(r, s);
  }
}

}  // namespace
}  // namespace ricochet
