#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"
#include "support/finite_differences.hpp"
#include "support/matchers.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

/// Bodies on rough floors: the gaps and slips are those of the bodies, every run ends, certified,
/// and what moves in it does what the problem says.

namespace ricochet {
namespace {

using support::near;

constexpr double round_off = 1e-13;

Trajectory run(const Problem& problem, const std::string& backend = "newton") {
  StepperOptions options = find_stepper(problem.stepper).suited(problem.discretization);
  options.backend = make_backend(backend);
  const auto method = make_stepper(problem.stepper, problem.system, options);
  return simulate(*method, problem.start(problem.system),
                  {.h = problem.h, .steps = problem.steps()});
}

class RoughProblem : public testing::TestWithParam<std::string> {
 protected:
  Problem problem_ = find_problem(GetParam()).make();
};

TEST_P(RoughProblem, runs_to_its_end_certified) {
  for (const char* backend : {"newton", "automatic"}) {
    const Trajectory made = run(problem_, backend);
    ASSERT_TRUE(made.ok()) << backend << ": " << made.message();
    EXPECT_TRUE(std::all_of(made.steps.begin() + 1, made.steps.end(),
                            [](const Step& step) { return step.report.certified; }));
    EXPECT_GE(smallest_gap(problem_.system, made), -1e-11) << backend;
    EXPECT_FALSE(impacts(made).empty());
    const Vector E = energy(problem_.system, made);
    EXPECT_LT(E[E.size() - 1], 0.9 * E[0]) << "friction and impacts take energy";
  }
}

TEST_P(RoughProblem, comes_to_rest) {
  const Trajectory made = run(problem_);
  ASSERT_TRUE(made.ok()) << made.message();
  const size_t last = made.steps.size() - 1;
  const Vector moved = made.steps[last].state.q - made.steps[last - 20].state.q;
  EXPECT_LT(moved.cwiseAbs().maxCoeff(), 1e-9);
}

TEST_P(RoughProblem, has_tangents_on_every_contact) {
  for (const Constraint& row : problem_.system.specification().g)
    EXPECT_EQ(row.contact.tangents.size(), GetParam() == "box-toss" ? 2u : 1u) << row.name;
}

INSTANTIATE_TEST_SUITE_P(Of, RoughProblem,
                         testing::Values("box-toss", "dominoes", "fallen-chain", "falling-rod"),
                         [](const auto& tested) { return support::test_name(tested.param); });

TEST(BoxToss, ends_on_a_face) {
  const Problem problem = problems::box_toss();
  const Trajectory made = run(problem);
  ASSERT_TRUE(made.ok()) << made.message();
  const Vector g = problem.system.g(made.last().state.q);
  EXPECT_EQ((g.array() < 1e-9).count(), 4);
}

TEST(BoxToss, has_the_energy_of_a_rigid_body) {
  const Problem problem = problems::box_toss();
  const System& s = problem.system;
  const Vector spin{{3.0, -6.0, 2.0}}, v{{1.2, 0.3, 0.5}}, sizes{{0.2, 0.14, 0.1}};
  double kinetic = 0.5 * v.squaredNorm();
  for (int k = 0; k < 3; ++k) {
    const double about = spin.dot(problem.initial.q.segment<3>(3 + 3 * k));  // in the body's axes
    kinetic += 0.5 * (sizes.squaredNorm() - sizes[k] * sizes[k]) / 12.0 * about * about;
  }
  EXPECT_NEAR(s.H(problem.initial.q, problem.initial.p), kinetic + 9.81 * 0.4, round_off * 10.0);
}

TEST(FallenChain, lies_on_the_floor_in_the_end) {
  for (const int n : {1, 8}) {
    const Problem problem = find_problem("fallen-chain").make({{"n", n}});
    const Trajectory made = run(problem);
    ASSERT_TRUE(made.ok()) << made.message();
    EXPECT_LT(problem.system.g(made.last().state.q).maxCoeff(), 1e-9) << n;
    EXPECT_LT(problem.system.f(made.last().state.q).cwiseAbs().maxCoeff(), 1e-11) << n;
  }
}

/// Two links lean on each other where friction can hold the feet: cot(angle) < 3 mu.
TEST(FallenChain, may_end_as_a_tent) {
  Problem problem = find_problem("fallen-chain").make({{"n", 2}});
  const auto height = [&](double mu) {
    problem.system = problem.system.with("friction", mu);
    const Trajectory made = run(problem);
    EXPECT_TRUE(made.ok()) << made.message();
    return made.last().state.q[3];  // of the point in the middle
  };
  const double tent = height(0.4), angle = std::asin(tent / 0.2);
  EXPECT_GT(tent, 0.1);
  EXPECT_LT(1.0 / std::tan(angle), 3.0 * 0.4);
  EXPECT_LT(height(0.1), 1e-9) << "it would have to be steeper";
}

TEST(Dominoes, fall_one_after_the_other) {
  for (const int n : {1, 2, 5}) {
    Problem problem = find_problem("dominoes").make({{"n", n}});
    problem.duration = 0.5 + 0.06 * n;
    const Trajectory made = run(problem);
    ASSERT_TRUE(made.ok()) << made.message();
    double before = 0.0;
    for (int i = 0; i < n; ++i) {
      const auto down = std::find_if(made.steps.begin(), made.steps.end(), [&](const Step& step) {
        return step.state.q[3 * i + 2] < -0.6;
      });
      ASSERT_NE(down, made.steps.end()) << i << " of " << n;
      EXPECT_GT(down->state.t, before) << i << " of " << n;
      before = down->state.t;
    }
    EXPECT_NEAR(made.last().state.q[3 * n - 1], -0.5 * std::numbers::pi, 1e-9) << "lies flat";
  }
}

TEST(DominoesControl, stand_if_the_first_is_tilted_less) {
  Problem problem = problems::dominoes(3);
  problem.system = problem.system.with("angle", 0.15);  // less than atan(width / height)
  const Trajectory made = run(problem);
  ASSERT_TRUE(made.ok()) << made.message();
  for (const Step& step : made.steps) {
    EXPECT_LT(std::abs(step.state.q[2]), 0.2) << "it rocks";
    for (int i = 1; i < 3; ++i) EXPECT_NEAR(step.state.q[3 * i + 2], 0.0, 1e-9) << i;
  }
}

/// A point of a block, right and up of its middle, in the plane.
Eigen::Vector2d point(const Vector& q, int i, const Eigen::Vector2d& at) {
  return q.segment<2>(3 * i) + Eigen::Rotation2Dd(q[3 * i + 2]) * at;
}

TEST(Dominoes, have_the_gaps_and_slips_of_blocks) {
  const Problem problem = problems::dominoes(2);
  const System& s = problem.system;
  const Expr q = s.specification().q;
  Matrix T(s.n(), s.m());
  Kernel slopes("T", {q, s.parameter_symbols()}, {densify(s.T(q))});
  for (unsigned seed = 0; seed < 10; ++seed) {
    const Vector at = problem.initial.q + support::random_vector(6, seed, 0.03);
    const Vector v = support::random_vector(6, seed + 50);
    slopes({at, s.parameter_values()}, {T});
    const auto row = [&](const std::string& name) {
      Index i = 0;
      while (s.gap_name(i) != name) ++i;
      return i;
    };
    const Eigen::Vector2d top(0.005, 0.025), heel(-0.005, -0.025);
    EXPECT_NEAR(s.g(at)[row("floor 1 upper right")], point(at, 1, top).y(), round_off);
    // The gap is a distance along the normal of a face; the slip that of two points of the bodies
    // which are at the same place.
    const auto expect = [&](const std::string& name, int corner_of, const Eigen::Vector2d& corner,
                            int face_of, double side) {
      const Eigen::Rotation2Dd turn(at[3 * face_of + 2]);
      const Eigen::Vector2d seen =
          turn.inverse() * (point(at, corner_of, corner) - at.segment<2>(3 * face_of));
      EXPECT_NEAR(s.g(at)[row(name)], side * seen.x() - 0.005, round_off) << name;
      const double d = 1e-6;
      const auto slip = [&](double dt) {
        const Vector moved = at + dt * v;
        return Eigen::Vector2d(point(moved, corner_of, corner) - point(moved, face_of, seen));
      };
      const Eigen::Vector2d along = turn * Eigen::Vector2d(0.0, 1.0);
      EXPECT_NEAR(T.col(row(name)).dot(v), along.dot(slip(d) - slip(-d)) / (2.0 * d), 1e-8) << name;
    };
    expect("leans 0-1", 0, top, 1, -1.0);
    expect("lies 0-1", 1, heel, 0, 1.0);
  }
}

TEST(FallingRod, slips_backwards_and_forwards_and_sticks_in_between) {
  const Problem problem = problems::falling_rod();
  const Trajectory made = run(problem);
  ASSERT_TRUE(made.ok()) << made.message();
  std::string phases;
  for (const Step& step : made.steps) {
    if (step.state.q[2] < -1.4) break;
    const double half = 0.25, angle = -step.state.q[2];
    const Vector v = problem.system.M_now().ldlt().solve(step.state.p);
    const double slip = v[0] + half * std::cos(angle) * v[2];
    const char phase = slip > 1e-9 ? 'f' : slip < -1e-9 ? 'b' : 's';
    if (phases.empty() || phases.back() != phase) phases += phase;
  }
  EXPECT_EQ(phases, "sbsf");
}

}  // namespace
}  // namespace ricochet
