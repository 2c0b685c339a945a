#include "ricochet/problems.hpp"
#include "support/shadow_runs.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

/// Law: the error of the shadow energy is as large after very many impacts as after few, on systems
/// of one body or several, hit alone or many at once.

namespace ricochet {
namespace {

/// Three discs on springs that harden, in a box under gravity.
Problem chain_in_a_box() {
  constexpr double radius = 0.25, rest = 0.8, wide = 1.5, high = 1.0;  // [m]
  const Expr q = Expr::sym("q", 6);
  const auto centre = [&](int i) -> Expr { return q(casadi::Slice(2 * i, 2 * i + 2), 0); };
  Expr V = 0.0;
  Constraints contacts;
  for (int i = 0; i < 3; ++i) {
    const Expr x = centre(i);
    const std::string name = std::to_string(i);
    V += x(1);
    contacts.add("left " + name, x(0) + wide - radius);
    contacts.add("right " + name, wide - radius - x(0));
    contacts.add("floor " + name, x(1) + high - radius);
    contacts.add("ceiling " + name, high - radius - x(1));
    for (int j = 0; j < i; ++j)
      contacts.add("discs " + std::to_string(j) + "-" + name, norm_2(x - centre(j)) - 2.0 * radius);
    if (i == 0) continue;
    const Expr stretch = norm_2(x - centre(i - 1)) - rest;
    V += 2.5 * pow(stretch, 2) + 2.0 * pow(stretch, 4);
  }
  return {.system =
              System({.name = "chain-in-a-box", .q = q, .M = Expr::eye(6), .V = V, .g = contacts}),
          .initial = {.q = Vector{{-0.8, 0.1, 0.0, -0.2, 0.7, 0.2}},
                      .p = Vector{{0.9, 0.4, -0.5, 1.1, 0.3, -0.8}}},
          .h = 0.04,
          .discretization = verlet()};
}

Problem started(Problem problem, double h, const Vector& q, const Vector& p) {
  problem.initial = {.q = q, .p = p};
  problem.h = h;
  return problem;
}

/// Root mean square errors of the shadow energy in the first and in the last tenth of a run, and
/// the largest one, by its size and without steps that owe.
struct Band {
  double first = 0.0, last = 0.0, largest = 0.0, gap = 1.0;
};

Band band(const Problem& problem, double anchor, long impacts) {
  Shadow stepper = support::shadow_stepper(problem, 4, anchor);
  Band found;
  long met = 0, counted[2] = {0, 0};
  support::fly(stepper, problem, problem.h, impacts, [&](const Step&, const Step& made) {
    met += made.impacts.empty() ? 0 : 1;
    found.gap = std::min(found.gap, problem.system.g(made.state.q).minCoeff());
    const ShadowRecord& s = made.shadow;
    const bool early = met <= impacts / 10, late = met > impacts - impacts / 10;
    if (std::abs(s.debt) > 1e-9) return;
    const double off = std::abs(s.energy / s.initial - 1.0);
    found.largest = std::max(found.largest, off);
    if (!early && !late) return;
    (early ? found.first : found.last) += off * off;
    ++counted[early ? 0 : 1];
  });
  found.first = std::sqrt(found.first / static_cast<double>(counted[0]));
  found.last = std::sqrt(found.last / static_cast<double>(counted[1]));
  return found;
}

struct Case {
  std::string name;
  Problem problem;
  long impacts;
};

class ShadowBandOverImpacts : public testing::TestWithParam<Case> {};

TEST_P(ShadowBandOverImpacts, is_as_wide_in_the_last_tenth_as_in_the_first) {
  const auto& [name, problem, impacts] = GetParam();
  const Band found = band(problem, 0.01, impacts);
  EXPECT_LT(found.last, 1.5 * found.first);
  EXPECT_LT(found.largest, 5e-4);
  EXPECT_GE(found.gap, -1e-13);
  const Band control = band(problem, 0.0, impacts);  // jumps add up
  EXPECT_GT(control.largest, 2.0 * found.largest) << "without an anchor";
}

INSTANTIATE_TEST_SUITE_P(
    Of, ShadowBandOverImpacts,
    testing::Values(Case{"disc_chaotic", problems::disc_chaotic(), 100000},
                    Case{"two_discs", problems::two_discs(), 100000},
                    Case{"pogo_hardening", problems::pogo_hardening(), 100000},
                    Case{"oscillator",
                         started(problems::oscillator(), 0.05, Vector{{0.2, -1.5, 0.1, 1.4}},
                                 Vector{{1.1, 0.3, -0.8, -0.2}}),
                         100000},
                    Case{"spring_sphere",
                         started(problems::spring_sphere(), 0.25, Vector{{4.0, -1.0, 2.0, -3.5}},
                                 Vector{{0.6, 0.8, 0.8, 0.6}}),
                         100000},
                    Case{"chain_in_a_box", chain_in_a_box(), 100000}),
    [](const auto& tested) { return tested.param.name; });

TEST(ShadowBandOverImpactsSlow, is_as_wide_after_a_million_impacts) {
  for (const Problem& problem : {problems::disc_chaotic(), problems::two_discs()}) {
    const Band found = band(problem, 0.01, 1000000);
    EXPECT_LT(found.last, 1.5 * found.first) << problem.system.name();
    EXPECT_LT(found.last, 1e-5);
    EXPECT_GE(found.gap, -1e-13);
  }
}

}  // namespace
}  // namespace ricochet
