#include "ricochet/backends/ipopt_program.hpp"
#include "ricochet/linear/dense_solver.hpp"
#include "support/manufactured.hpp"
#include "support/matchers.hpp"
#include "support/places.hpp"
#include "support/sanitizer.hpp"

#include <casadi/core/global_options.hpp>
#include <casadi/core/nlpsol.hpp>
#include <gtest/gtest.h>

#include <random>

/// The parts of the backends against independent solvers of the same programs.
namespace ricochet::manufactured {
namespace {

constexpr double interior = 1e-5;  // [m] an interior point's distance from a weakly active answer

struct ChordProgram {
  explicit ChordProgram(std::uint64_t number = 11) : seed(number) {}

  std::uint64_t seed;
  Family family{shapes()[8]};  // linked: inequalities and equalities
  Instance instance = family.instance(seed);
  Nlp nlp = chord_nlp(family.problem());
  Vector parameters = [this] {
    Vector all(instance.parameters.size() + family.shape().n);
    all << instance.parameters, instance.guess.head(family.shape().n);
    return all;
  }();

  Vector solve(const IpoptOptions& options) const {
    IpoptProgram program(nlp, options);
    Vector x = instance.guess.head(program.unknowns()), y = Vector::Zero(program.constraints());
    EXPECT_EQ(program.solve(parameters, x, y, false), IpoptEnd::solved);
    return x;
  }
};

TEST(ChordProgramOracle, nlpsol_of_casadi_finds_the_same_point) {
  if (support::address_sanitizer) GTEST_SKIP() << "it forbids the plug-in of nlpsol";
  casadi::GlobalOptions::setCasadiPath(support::casadi_folder);
  const ChordProgram chord;
  const casadi::Function oracle =
      casadi::nlpsol("oracle", "ipopt",
                     casadi::SXDict{{"x", chord.nlp.x},
                                    {"p", chord.nlp.parameters},
                                    {"f", chord.nlp.objective},
                                    {"g", chord.nlp.constraints}},
                     {{"ipopt.print_level", 0}, {"print_time", false}, {"ipopt.sb", "yes"}});
  std::vector<double> upper(static_cast<size_t>(chord.nlp.constraints.size1()), 0.0);
  std::fill_n(upper.begin(), chord.nlp.inequalities, casadi::inf);
  const auto column = [](const Vector& v) { return std::vector<double>(v.begin(), v.end()); };
  const Vector guess = chord.instance.guess.head(chord.family.shape().n);
  const casadi::DMDict answer = oracle(casadi::DMDict{
      {"x0", column(guess)}, {"p", column(chord.parameters)}, {"lbg", 0.0}, {"ubg", upper}});
  const std::vector<double> x = answer.at("x").nonzeros();
  const Vector found = Eigen::Map<const Vector>(x.data(), static_cast<Index>(x.size()));
  EXPECT_TRUE(support::near(chord.solve({}), found, interior));
  EXPECT_FALSE(support::near(guess, found, interior)) << "the constraints must matter";
}

TEST(ChordProgramOracle, dense_factorization_and_mumps_agree) {
  for (std::uint64_t seed = 1; seed <= 30; ++seed) {
    const ChordProgram chord(seed);
    const Vector dense = chord.solve({.linear_solver = LinearSolver::dense});
    EXPECT_TRUE(support::near(dense, chord.solve({.linear_solver = LinearSolver::mumps}), 1e-8))
        << seed;
  }
}

TEST(DenseSolver, solves_regular_systems_and_reports_a_rank_defect) {
  Matrix A(2, 2);
  A << 0.0, 2.0, 1.0, 1.0;
  Vector b(2), x(2);
  b << 4.0, 5.0;
  DenseSolver solver(2);
  solver.factor(A, Vector::Ones(2));
  solver.solve(b, x);
  EXPECT_FALSE(solver.rank_deficient());
  EXPECT_TRUE(support::near(x, (Vector(2) << 3.0, 2.0).finished(), 1e-15));
}

TEST(DenseSolver, takes_the_least_solution_in_the_metric_of_its_columns) {
  Matrix A(2, 2);
  A << 1.0, 1.0, 1.0, 1.0;
  const Vector b = Vector::Constant(2, 5.0), scale = (Vector(2) << 1.0, 2.0).finished();
  Vector x(2);
  DenseSolver solver(2);
  solver.factor(A, scale);
  solver.solve(b, x);
  EXPECT_TRUE(solver.rank_deficient());
  EXPECT_TRUE(support::near(x, (Vector(2) << 1.0, 4.0).finished(), 1e-14));
}

TEST(DenseSolver, agrees_with_eigen_on_every_rank) {
  std::mt19937_64 random(1);
  std::normal_distribution<double> normal;
  for (Index n = 1; n <= 8; ++n)
    for (Index rank = 0; rank < n; ++rank) {
      Matrix left(n, rank), right(rank, n);
      Vector b(n), x(n);
      for (double& entry : left.reshaped()) entry = normal(random);
      for (double& entry : right.reshaped()) entry = normal(random);
      for (double& entry : b) entry = normal(random);
      const Matrix A = left * right;
      DenseSolver solver(n);
      solver.factor(A, Vector::Ones(n));
      solver.solve(b, x);
      EXPECT_TRUE(solver.rank_deficient());
      Eigen::CompleteOrthogonalDecomposition<Matrix> eigen;
      eigen.setThreshold(1e-12);
      const Vector expected = eigen.compute(A).solve(b);
      EXPECT_TRUE(support::near(x, expected, 1e-13 * (1.0 + expected.norm()))) << n << ", " << rank;
    }
}

}  // namespace
}  // namespace ricochet::manufactured
