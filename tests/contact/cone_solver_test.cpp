#include "ricochet/contact/cone_solver.hpp"

#include "ricochet/backends/automatic.hpp"
#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"

#include <gtest/gtest.h>

#include <limits>
#include <random>

namespace ricochet {
namespace {

/// n coordinates and m contacts; only the numbers of them matter here.
System contacts(Index n, Index m) {
  const Expr q = Expr::sym("q", n);
  Constraints g;
  for (Index i = 0; i < m; ++i) {
    std::string name = "wall ";
    g.add(name += std::to_string(i), q(0) + 0.1 * static_cast<double>(i) * q(1));
  }
  return System({.name = "walls", .q = q, .M = Expr::eye(n), .V = 0.0, .g = g});
}

/// newton, to which every problem is posed.
Backend posed() {
  return {"posed", [](const StepProblem& p) { return newton().prepare(p); }};
}

struct Cone {
  Matrix N;
  Vector p;
  [[nodiscard]] Matrix D() const { return N.transpose() * N; }
  [[nodiscard]] Vector b() const { return 2.0 * N.transpose() * p; }
};

/// Any normals; open: with a velocity that opens all of them. Twice: every other one repeats.
Cone random_cone(Index n, Index m, std::mt19937_64& random, bool open, bool twice) {
  std::normal_distribution<double> normal;
  Cone cone{Matrix(n, m), Vector(n)};
  for (double& x : cone.N.reshaped()) x = normal(random);
  if (open) cone.N.row(0) = cone.N.row(0).cwiseAbs().array() + 0.2;
  for (Index j = 0; j + 1 < m && twice; j += 2) cone.N.col(j + 1) = cone.N.col(j);
  for (double& x : cone.p) x = normal(random);
  return cone;
}

/// slack: of speeds and of the momentum, both of size 1.
void expect_solved(const Cone& cone, const Vector& y, double slack) {
  const Vector rows = cone.D() * y + cone.b();
  EXPECT_GE(y.minCoeff(), 0.0);
  EXPECT_GE(rows.minCoeff(), -slack);
  EXPECT_LT(y.cwiseMin(rows).cwiseAbs().maxCoeff(), slack);
  EXPECT_NEAR((cone.p + cone.N * y).norm(), cone.p.norm(), slack * cone.p.norm());  // it reflects
}

TEST(ConeSolver, has_the_same_bits_whoever_finds_the_tight_rows) {
  std::mt19937_64 random(1);
  for (const auto& [n, m] : {std::pair<Index, Index>{2, 2}, {3, 5}, {6, 4}, {8, 12}, {12, 30}}) {
    const System s = contacts(n, m);
    ConeSolver native(s, newton()), by_newton(s, posed()), by_ipopt(s, ipopt());
    for (int trial = 0; trial < 12; ++trial) {
      const Cone cone = random_cone(n, m, random, true, trial % 3 == 0);
      Vector y(m), other(m);
      const StepReport report = native.solve(cone.D(), cone.b(), Vector::Ones(m), y);
      ASSERT_TRUE(report.ok()) << report.message;
      expect_solved(cone, y, 1e-12);
      for (ConeSolver* solver : {&by_newton, &by_ipopt}) {
        const StepReport second = solver->solve(cone.D(), cone.b(), Vector::Ones(m), other);
        ASSERT_TRUE(second.ok()) << n << ',' << m << " #" << trial << ' '
                                 << to_string(second.status) << ' ' << second.message;
        EXPECT_EQ(y, other) << n << ',' << m << " #" << trial;
      }
    }
  }
}

TEST(ConeSolver, solves_cones_without_interior_too) {
  std::mt19937_64 random(4);
  int squeezed = 0;
  for (const auto& [n, m] : {std::pair<Index, Index>{1, 3}, {2, 6}, {4, 16}, {6, 40}}) {
    const System s = contacts(n + 1, m);
    ConeSolver solver(s, newton());
    for (int trial = 0; trial < 200; ++trial) {
      const Cone cone = random_cone(n, m, random, false, trial % 3 == 0);
      squeezed += !solver.has_interior(cone.D(), Vector::Ones(m));
      Vector y(m);
      const StepReport report = solver.solve(cone.D(), cone.b(), Vector::Ones(m), y);
      ASSERT_TRUE(report.ok()) << n << ',' << m << " #" << trial << ' ' << report.message;
      expect_solved(cone, y, 2e-11);  // normals may nearly depend: what the certificate promises
    }
  }
  EXPECT_GT(squeezed, 300);
}

TEST(ConeSolver, shares_alike_among_contacts_that_repeat) {
  const System s = contacts(2, 3);
  ConeSolver solver(s, newton());
  const Cone cone{Matrix{{1.0, 1.0, 0.0}, {0.0, 0.0, 1.0}}, Vector{{-1.0, -2.0}}};
  Vector y(3);
  ASSERT_TRUE(solver.solve(cone.D(), cone.b(), Vector::Ones(3), y).ok());
  EXPECT_LT((y - Vector{{1.0, 1.0, 4.0}}).norm(), 1e-14);
}

TEST(ConeSolver, leaves_out_who_takes_no_part) {
  const System s = contacts(2, 2);
  ConeSolver solver(s, newton());
  const Cone cone{Matrix{{1.0, 0.0}, {0.0, 1.0}}, Vector{{-1.0, -2.0}}};
  Vector y(2);
  ASSERT_TRUE(solver.solve(cone.D(), cone.b(), Vector{{0.0, 1.0}}, y).ok());
  EXPECT_EQ(y[0], 0.0);
  EXPECT_NEAR(y[1], 4.0, 1e-15);
}

TEST(ConeSolver, gives_no_impulse_where_nothing_approaches) {
  const System s = contacts(2, 2);
  ConeSolver solver(s, automatic());
  Vector y(2);
  const StepReport report =
      solver.solve(Matrix::Identity(2, 2), Vector{{1.0, 0.5}}, Vector::Ones(2), y);
  EXPECT_TRUE(report.ok());
  EXPECT_EQ(y, Vector::Zero(2));
}

/// A backend that multiplies its answer by a factor.
Backend spoiled(double factor) {
  class Solver final : public StepSolver {
   public:
    Solver(std::unique_ptr<StepSolver> good, double by) : good_(std::move(good)), by_(by) {}
    StepReport solve(const Vector& parameters, const Vector& guess, const Vector& hint,
                     Solution& solution) override {
      const StepReport report = good_->solve(parameters, guess, hint, solution);
      solution.z *= by_;
      return report;
    }
    [[nodiscard]] std::unique_ptr<StepSolver> clone() const override {
      return std::make_unique<Solver>(good_->clone(), by_);
    }

   private:
    std::unique_ptr<StepSolver> good_;
    double by_;
  };
  return {"spoiled", [factor](const StepProblem& problem) -> std::unique_ptr<StepSolver> {
            return std::make_unique<Solver>(newton().prepare(problem), factor);
          }};
}

TEST(ConeSolverControl, believes_no_backend) {
  std::mt19937_64 random(2);
  const System s = contacts(4, 3);
  Cone cone = random_cone(4, 3, random, true, false);
  cone.p = -cone.N.col(0);
  Vector y(3);
  for (const double factor : {1.0, 1.0 + 1e-6, 0.0}) {
    ConeSolver solver(s, spoiled(factor));
    EXPECT_EQ(solver.solve(cone.D(), cone.b(), Vector::Ones(3), y).status,
              factor == 1.0 ? StepStatus::converged : StepStatus::certificate_missed)
        << factor;
  }
}

TEST(ConeSolver, names_numbers_that_are_not_finite) {
  const System s = contacts(2, 1);
  ConeSolver solver(s, newton());
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Vector y(1);
  for (const auto& [D, b] : {std::pair{1.0, nan}, {nan, -1.0}})
    EXPECT_EQ(solver.solve(Matrix::Constant(1, 1, D), Vector{{b}}, Vector::Ones(1), y).status,
              StepStatus::not_finite);
}

TEST(ConeSolver, poses_no_more_contacts_than_there_is_room_for) {
  const System s = contacts(2, 40);
  ConeSolver native(s, newton()), by_backend(s, posed());
  std::mt19937_64 random(3);
  const Cone cone = random_cone(2, 40, random, true, false);
  Vector y(40);
  EXPECT_TRUE(native.solve(cone.D(), cone.b(), Vector::Ones(40), y).ok());
  const StepReport report = by_backend.solve(cone.D(), cone.b(), Vector::Ones(40), y);
  EXPECT_EQ(report.status, StepStatus::too_many_events);
  EXPECT_NE(report.message.find("40 contacts"), std::string::npos) << report.message;
}

TEST(ConeSolver, tells_cones_with_interior_from_those_without) {
  const System s = contacts(2, 3);
  ConeSolver solver(s, newton());
  const auto open = [&](const Matrix& N) {
    return solver.has_interior(N.transpose() * N, Vector::Ones(N.cols()));
  };
  EXPECT_TRUE(open(Matrix{{1.0, 0.0}, {0.0, 1.0}}));
  EXPECT_FALSE(open(Matrix{{1.0, -2.0}, {0.0, 0.0}}));  // squeezed
  const double c = std::sqrt(0.75);
  EXPECT_FALSE(open(Matrix{{1.0, -0.5, -0.5}, {0.0, c, -c}}));  // wedged
  EXPECT_TRUE(open(Matrix{{1.0, -0.5, 0.6}, {0.0, c, -0.8}}));  // not quite opposed
  EXPECT_TRUE(open(Matrix{{1.0, -1.0}, {1e-4, 1e-4}}));         // thin
}

}  // namespace
}  // namespace ricochet
