#include "ricochet/derivatives.hpp"
#include "ricochet/problems.hpp"
#include "support/matchers.hpp"
#include "support/sanitizer.hpp"

#include <casadi/core/nlpsol.hpp>
#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace ricochet {
namespace {

using casadi::DM;

constexpr double gravity = 9.81, restitution = 0.85, height = 1.0;
const Vector target{{4.0, 0.8}};

System ball() {
  return find_problem("particle-floor").make().system.with("restitution", restitution);
}

/// The square of the speed that throws a ball from (0, height) over two bounces to the target on
/// its way down, for a first vertical speed.
double squared_speed(double up) {
  const double strikes = std::sqrt(up * up + 2.0 * gravity * height);
  const double leaves = restitution * restitution * strikes;
  const double rises = leaves * leaves - 2.0 * gravity * target[1];
  if (!(rises >= 0.0)) return std::numeric_limits<double>::infinity();
  const double time = (up + strikes) / gravity + 2.0 * restitution * strikes / gravity +
                      (leaves + std::sqrt(rises)) / gravity;
  return up * up + std::pow(target[0] / time, 2);
}

/// Its least value for speeds upwards (side 1) or downwards (-1), by golden sections. Slow throws
/// do not rise to the target again.
double least_squared_speed(double side) {
  double a = 0.0, b = 10.0;
  const double golden = 0.5 * (std::sqrt(5.0) - 1.0);
  for (int i = 0; i < 200; ++i) {
    const double c = b - golden * (b - a), d = a + golden * (b - a);
    const bool first = squared_speed(side * c) < squared_speed(side * d);
    (first ? b : a) = first ? d : c;
  }
  return squared_speed(side * b);
}

Phases throw_from(const Vector& p) {
  Phases path =
      phases(ball(), {.q = Vector{{0.0, height}}, .p = p}, {"floor", "floor"}, {.time = 2.5});
  path.fix("q[0][0]");
  path.fix("q[0][1]");
  path.require(path.end_q() - casadi::SX(DM(std::vector<double>{target[0], target[1]})));
  path.require(path.end_p()(1), -std::numeric_limits<double>::infinity(), 0.0);
  return path;
}

casadi::Dict quiet() {
  return {
      {"ipopt.print_level", 0}, {"print_time", false}, {"ipopt.sb", "yes"}, {"ipopt.tol", 1e-8}};
}

/// A throw downwards is another minimum, and the nearest one for some starts.
TEST(Phases, of_a_throw_with_two_bounces_find_the_best_start) {
  if (support::address_sanitizer) GTEST_SKIP() << "it ends programs that load plug-ins of CasADi";
  const double best = least_squared_speed(1.0), downwards = least_squared_speed(-1.0);
  EXPECT_NEAR(best, 13.6176140356, 1e-10);
  EXPECT_NEAR(downwards, 16.7329709342, 1e-9);
  std::mt19937_64 random(1);
  std::uniform_real_distribution<double> any(0.5, 5.0);
  int found_best = 0;
  for (int k = 0; k < 6; ++k) {
    const Phases path = throw_from(Vector{{any(random), any(random)}});
    const casadi::Function solver =
        casadi::nlpsol("solver", "ipopt", path.nlp(dot(path.start_p(), path.start_p())), quiet());
    const casadi::DMDict found = solver(path.arguments());
    EXPECT_EQ(solver.stats().at("return_status").to_string(), "Solve_Succeeded");
    EXPECT_LE(solver.stats().at("iter_count").to_int(), 12);
    const auto up = static_cast<double>(found.at("x")(3));
    EXPECT_NEAR(static_cast<double>(found.at("f")), up > 0.0 ? best : downwards, 1e-9 * best);
    if (up > 0.0) ++found_best;
    const PathCheck check = path.check(found.at("x"));
    EXPECT_EQ(check.why_not, "");
    EXPECT_TRUE(check.same_sequence);
    EXPECT_LT(check.distance, 1e-9);
    EXPECT_GT(check.smallest_gap, -1e-12);
  }
  EXPECT_GE(found_best, 5);
}

TEST(Phases, show_an_answer_that_the_motion_does_not_have) {
  Phases path = throw_from(Vector{{1.0, 1.0}});
  DM nowhere = path.arguments().at("x0");
  nowhere(casadi::Slice(-2, nowhere.size1())) = 0.5;  // the last impulse and momentum
  nowhere(2) = 1.5;
  const PathCheck check = path.check(nowhere);
  EXPECT_GT(check.distance, 1e-3);
}

TEST(Phases, refuse_what_cannot_be) {
  const State start{.q = Vector{{0.0, 1.0}}, .p = Vector{{1.0, 0.0}}};
  const auto refuse = [&](const std::vector<std::string>& sequence, const PhaseOptions& options,
                          const State& from, const std::vector<std::string>& parts) {
    support::expect_message([&] { (void)phases(ball(), from, sequence, options); }, parts);
  };
  refuse({"flor"}, {}, start, {"has no contact 'flor'", "floor"});
  refuse({"floor"}, {.substeps = 0}, start, {".substeps must be at least 1, not 0"});
  refuse({"floor"}, {.time = -1.0}, start, {".time must be positive, not -1 s"});
  refuse({}, {}, {}, {"must have 2 entries, not 0 and 0"});
  Phases path = throw_from(Vector{{1.0, 1.0}});
  support::expect_message([&] { path.fix("q[0]"); }, {"no variable 'q[0]'"});
  support::expect_message([&] { path.require(path.time(), 2.0, 1.0); }, {"cross"});
}

}  // namespace
}  // namespace ricochet
