#include "ricochet/backends/ipopt_program.hpp"

#include "support/manufactured.hpp"
#include "support/matchers.hpp"
#include "support/places.hpp"
#include "support/sanitizer.hpp"

#include <casadi/core/global_options.hpp>
#include <casadi/core/nlpsol.hpp>
#include <gtest/gtest.h>

/// Programs of a chord sequence against independent solvers.
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

}  // namespace
}  // namespace ricochet::manufactured
