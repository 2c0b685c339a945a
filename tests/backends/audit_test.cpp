#include "ricochet/backends/audit.hpp"

#include "ricochet/backends/ipopt_program.hpp"
#include "ricochet/backends/newton.hpp"
#include "support/manufactured.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <utility>

/// Solvers made wrong on purpose: the certificate, the known answer and the audit must notice.
namespace ricochet::manufactured {
namespace {

/// Seed of an instance of the shape `few` with a pair that pushes and one that only touches.
constexpr std::uint64_t seed = 5;

const Shape& few() { return shapes()[4]; }

/// Newton's answer, moved a little, sold as it was.
class Perturbed final : public StepSolver {
 public:
  explicit Perturbed(std::unique_ptr<StepSolver> honest) : honest_(std::move(honest)) {}
  StepReport solve(const Vector& parameters, const Vector& guess, const Vector& hint,
                   Solution& solution) override {
    const StepReport report = honest_->solve(parameters, guess, hint, solution);
    solution.z[0] += 1e-8;
    return report;
  }
  [[nodiscard]] std::unique_ptr<StepSolver> clone() const override {
    return std::make_unique<Perturbed>(honest_->clone());
  }

 private:
  std::unique_ptr<StepSolver> honest_;
};

Backend perturbed() {
  return {"perturbed",
          [](const StepProblem& p) { return std::make_unique<Perturbed>(newton().prepare(p)); }};
}

/// The interior point of IPOPT as it stands, sold as success.
class Unpolished final : public StepSolver {
 public:
  explicit Unpolished(const StepProblem& problem)
      : program_(fischer_burmeister_nlp(problem), {.tolerance = 1e-8}),
        unknowns_(problem.unknown_count()),
        pairs_(problem.pair_count()) {}
  StepReport solve(const Vector& parameters, const Vector& guess, const Vector& /*hint*/,
                   Solution& solution) override {
    Vector x = Vector::Constant(program_.unknowns(), 1e-6);
    Vector y = Vector::Zero(program_.constraints());
    x.head(unknowns_) = guess;
    const IpoptEnd end = program_.solve(parameters, x, y, false);
    solution.z = x.head(unknowns_);
    solution.active.assign(static_cast<size_t>(pairs_), 1);
    solution.weak.assign(static_cast<size_t>(pairs_), 1);
    return {.status = end == IpoptEnd::solved ? StepStatus::converged : StepStatus::backend_error};
  }
  [[nodiscard]] std::unique_ptr<StepSolver> clone() const override {
    return std::unique_ptr<StepSolver>(new Unpolished(*this));
  }

 private:
  Unpolished(const Unpolished& o)
      : StepSolver(), program_(o.program_), unknowns_(o.unknowns_), pairs_(o.pairs_) {}
  IpoptProgram program_;
  Index unknowns_, pairs_;
};

Backend unpolished() {
  return {"unpolished", [](const StepProblem& p) { return std::make_unique<Unpolished>(p); }};
}

/// Newton for the problem without its pair `dropped`.
Backend forgetful(Index dropped) {
  return {"forgetful", [dropped](StepProblem p) {
            p = completed(p);
            p.pair_on(dropped) = 0.0;
            return newton().prepare(p);
          }};
}

class WrongSolver : public testing::Test {
 protected:
  /// The pair that pushes hardest: the one whose loss is felt.
  [[nodiscard]] Index pushing() const {
    Index at = 0;
    instance.z.segment(few().n, few().m).maxCoeff(&at);
    return at;
  }
  Certificate certificate(const Backend& backend) {
    Solution solution;
    const auto solver = backend.prepare(family.problem());
    EXPECT_TRUE(solver->solve(instance.parameters, instance.guess, {}, solution).ok());
    return Certifier(family.problem()).certify(solution.z, instance.parameters);
  }
  std::string mistake(const Backend& backend) {
    Solution solution;
    const auto solver = backend.prepare(family.problem());
    const StepReport report = solver->solve(instance.parameters, instance.guess, {}, solution);
    return family.mistake(instance, Flaw::none, report, solution);
  }
  StepStatus audited(const Backend& backend) {
    Solution solution;
    const auto solver = audit_of(newton(), backend).prepare(family.problem());
    return solver->solve(instance.parameters, instance.guess, {}, solution).status;
  }

  Family family{few()};
  Instance instance = family.instance(seed);
};

TEST_F(WrongSolver, is_not_an_honest_one) {
  EXPECT_TRUE(certificate(newton()).ok());
  EXPECT_EQ(mistake(newton()), "");
  EXPECT_EQ(audited(newton()), StepStatus::converged);
}

TEST_F(WrongSolver, that_moves_its_answer_is_caught) {
  EXPECT_FALSE(certificate(perturbed()).ok());
  EXPECT_NE(mistake(perturbed()), "");
  EXPECT_EQ(audited(perturbed()), StepStatus::backends_disagree);
}

TEST_F(WrongSolver, that_sells_interior_points_is_caught) {
  EXPECT_FALSE(certificate(unpolished()).ok());
  EXPECT_NE(mistake(unpolished()), "");
  EXPECT_EQ(audited(unpolished()), StepStatus::backends_disagree);
}

TEST_F(WrongSolver, that_forgets_a_constraint_is_caught) {
  ASSERT_GT(instance.z[few().n + pushing()], 0.0);
  EXPECT_FALSE(certificate(forgetful(pushing())).ok());
  EXPECT_NE(mistake(forgetful(pushing())), "");
  EXPECT_EQ(audited(forgetful(pushing())), StepStatus::backends_disagree);
}

TEST_F(WrongSolver, that_names_another_failure_is_caught) {
  const Instance nowhere = family.instance(seed, Flaw::infeasible);
  EXPECT_NE(family.mistake(nowhere, Flaw::infeasible, {.status = StepStatus::singular}, {}), "");
  EXPECT_EQ(family.mistake(nowhere, Flaw::infeasible, {.status = StepStatus::infeasible}, {}), "");
}

}  // namespace
}  // namespace ricochet::manufactured
