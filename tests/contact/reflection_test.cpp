#include "ricochet/contact/reflection.hpp"

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <utility>

namespace ricochet {
namespace {

/// p+ of a row of n touching unit balls hit by the given momenta.
Vector after_touching_impact(const Vector& p, Reflection model, const Backend& backend,
                             size_t* passes = nullptr) {
  const Problem problem = find_problem("ball-chain").make({{"n", static_cast<int>(p.size())}});
  Reflector reflector(problem.system, midpoint(), Energy::continuous, model, backend);
  Vector p_plus = p;
  std::vector<ReflectionPass> log;
  const Vector& q = problem.initial.q;
  const StepReport report =
      reflector.reflect(q, q, problem.h, Mask::Ones(problem.system.m()), p_plus, log);
  EXPECT_TRUE(report.ok()) << report.message;
  if (passes) *passes = log.size();
  return p_plus;
}

TEST(Reflection, reverses_the_touching_chain_exactly) {
  for (const Backend& backend : {newton(), ipopt()})
    for (const Vector& p :
         {Vector{{1, 0, 0, 0, 0}}, Vector{{1, 1, 0, 0, 0}}, Vector{{1, 1, 1, 0, 0}}})
      EXPECT_LT((after_touching_impact(p, Reflection::generalized, backend) - p.reverse()).norm(),
                1e-13)
          << backend.name();
}

TEST(Reflection, needs_n_minus_one_passes_for_a_touching_chain) {
  for (const int n : {2, 5, 12}) {
    Vector p = Vector::Zero(n);
    p[0] = 1.0;
    size_t passes = 0;
    (void)after_touching_impact(p, Reflection::generalized, newton(), &passes);
    EXPECT_EQ(passes, static_cast<size_t>(n - 1));
  }
}

TEST(Reflection, of_moreau_spreads_the_impact_over_the_chain) {
  const Vector p{{1, 1, 0, 0, 0}};
  const Vector moreau{{-0.2, -0.2, 0.8, 0.8, 0.8}};
  EXPECT_LT((after_touching_impact(p, Reflection::moreau, newton()) - moreau).norm(), 1e-12);
  EXPECT_LT((after_touching_impact(p, Reflection::moreau, ipopt()) - moreau).norm(), 1e-12);
}

TEST(Reflection, names_a_squeezed_body_with_its_contacts) {
  const Expr q = Expr::sym("q", 1);
  const System squeezed(
      {.name = "squeezed", .q = q, .M = Expr::eye(1), .V = 0.0, .g = {{"left", q}, {"right", -q}}});
  for (const Backend& backend : {newton(), ipopt()}) {
    Reflector reflector(squeezed, midpoint(), Energy::continuous, Reflection::generalized, backend);
    Vector p{{1.0}};
    std::vector<ReflectionPass> log;
    const Vector origin{{0.0}};
    const StepReport report = reflector.reflect(origin, origin, 0.1, Mask::Ones(2), p, log);
    EXPECT_EQ(report.status, StepStatus::no_admissible_impulse) << backend.name();
    EXPECT_NE(report.message.find("'left'"), std::string::npos) << report.message;
    EXPECT_NE(report.message.find("'right'"), std::string::npos) << report.message;
  }
}

TEST(Reflection, names_a_body_wedged_between_three_walls) {
  const Expr q = Expr::sym("q", 2);
  const double c = std::sqrt(0.75);
  const System wedged(
      {.name = "wedged",
       .q = q,
       .M = Expr::eye(2),
       .V = 0.0,
       .g = {{"a", q(0)}, {"b", c * q(1) - 0.5 * q(0)}, {"c", -c * q(1) - 0.5 * q(0)}}});
  for (const Backend& backend : {newton(), ipopt()}) {
    Reflector reflector(wedged, midpoint(), Energy::continuous, Reflection::generalized, backend);
    Vector p{{0.3, -0.8}};
    std::vector<ReflectionPass> log;
    const Vector origin = Vector::Zero(2);
    const StepReport report = reflector.reflect(origin, origin, 0.1, Mask::Ones(3), p, log);
    EXPECT_EQ(report.status, StepStatus::no_admissible_impulse) << backend.name();
    EXPECT_NE(report.message.find("'b'"), std::string::npos) << report.message;
  }
}

TEST(Reflection, takes_H_where_the_numerical_hamiltonian_is_no_metric) {
  // Midpoint's numerical Hamiltonian has d2E/dp2 = (1 - h^2 k/12)/m: negative for a stiff spring.
  const Expr q = Expr::sym("q");
  const System stiff({.name = "stiff", .q = q, .M = 1.0, .V = 50.0 * q * q, .g = {{"wall", q}}});
  const Vector at{{0.01}};
  for (const double h : {0.1, 1.0}) {
    Reflector reflector(stiff, midpoint(), Energy::numerical, Reflection::generalized, newton());
    Vector p{{-1.0}};
    std::vector<ReflectionPass> log;
    const StepReport report = reflector.reflect(at, at, h, Mask::Ones(1), p, log);
    ASSERT_TRUE(report.ok()) << report.message;
    EXPECT_EQ(report.statistics.fallbacks, h * h * 100.0 > 12.0 ? 1 : 0);
    EXPECT_TRUE(report.message.empty());
    EXPECT_NEAR(p[0], 1.0, 1e-14);
  }
}

/// A backend whose impulses are wrong by a factor, and that counts fallbacks of its own.
Backend spoiled(double factor) {
  class Solver final : public StepSolver {
   public:
    Solver(std::unique_ptr<StepSolver> good, double by) : good_(std::move(good)), by_(by) {}
    StepReport solve(const Vector& parameters, const Vector& guess, const Vector& hint,
                     Solution& solution) override {
      StepReport report = good_->solve(parameters, guess, hint, solution);
      ++report.statistics.fallbacks;
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

TEST(Reflection, is_refused_by_its_certificate_when_the_backend_errs) {
  const System s = find_problem("oscillator").make().system;
  const Vector at{{0.3, -1.0, -0.2, 0.7}}, before{{0.3, 0.9, 0.4, -0.7}};
  for (const double factor : {1.0, 1.001}) {
    Reflector reflector(s, midpoint(), Energy::continuous, Reflection::generalized,
                        spoiled(factor));
    Vector p = before;
    std::vector<ReflectionPass> log;
    const StepReport report = reflector.reflect(at, at, 0.1, Mask::Ones(1), p, log);
    EXPECT_EQ(report.status,
              factor == 1.0 ? StepStatus::converged : StepStatus::certificate_missed);
  }
}

TEST(Reflection, conserves_the_energy_it_is_given) {
  const Problem problem = find_problem("oscillator").make();
  const System& s = problem.system;
  const Expr q = Expr::sym("q", 4), p = Expr::sym("p", 4);
  const Expr quartic = s.H(q, p) + 0.1 * pow(p(0), 4) + 0.2 * pow(p(3), 4);
  const Vector at{{0.3, -1.0, -0.2, 0.7}}, before{{0.3, 0.9, 0.4, -0.7}};
  for (const Backend& backend : {newton(), ipopt()})
    for (const Energy& energy :
         {Energy::continuous, Energy::numerical, Energy::of(q, p, quartic)}) {
      Reflector reflector(s, midpoint(), energy, Reflection::generalized, backend);
      Vector after = before;
      std::vector<ReflectionPass> log;
      const StepReport report = reflector.reflect(at, at, 0.1, Mask::Ones(1), after, log);
      ASSERT_TRUE(report.ok()) << energy.name() << ": " << report.message;
      EXPECT_EQ(report.statistics.fallbacks, 0) << energy.name();
      EXPECT_NEAR(reflector.energy(at, after, 0.1), reflector.energy(at, before, 0.1), 1e-12)
          << energy.name();
      EXPECT_GT((after - before).norm(), 0.5) << energy.name();
      if (energy.name() != "continuous") {
        Reflector other(s, midpoint(), Energy::continuous, Reflection::generalized, backend);
        EXPECT_GT(std::abs(other.energy(at, after, 0.1) - other.energy(at, before, 0.1)), 1e-6)
            << energy.name() << " conserves H as well: the test cannot tell them apart";
      }
    }
}

}  // namespace
}  // namespace ricochet
