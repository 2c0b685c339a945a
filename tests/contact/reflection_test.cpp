#include "ricochet/contact/reflection.hpp"

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/problems.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <utility>

namespace ricochet {
namespace {

std::string entry(char letter, Index i, Index j) {
  std::string name(1, letter);
  name += std::to_string(i);
  name += '_';
  name += std::to_string(j);
  return name;
}

/// A force-free body with n coordinates and m walls a_i^T q >= 0, with data as parameters: mass
/// factor entries L (M = L L^T + 1/2) and wall normals.
System walls(Index n, Index m) {
  const Expr q = Expr::sym("q", n);
  Expr L(n, n);
  std::vector<Parameter> parameters;
  const auto parameter = [&](const std::string& name, double value) -> Expr {
    const Expr symbol = Expr::sym(name);
    parameters.push_back({name, symbol, value});
    return symbol;
  };
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= i; ++j) L(i, j) = parameter(entry('L', i, j), i == j ? 1.0 : 0.0);
  Constraints g;
  for (Index i = 0; i < m; ++i) {
    Expr gap = 0.0;
    for (Index j = 0; j < n; ++j) gap += parameter(entry('a', i, j), 1.0) * q(j);
    g.add("wall " + std::to_string(i), gap);
  }
  return System({.name = "walls",
                 .q = q,
                 .parameters = parameters,
                 .M = mtimes(L, L.T()) + 0.5 * Expr::eye(n),
                 .V = 0.0,
                 .g = g});
}

struct Cone {
  System system;
  Vector p;
};

/// Walls whose cone has an interior: every normal has a positive product with (1, ..., 1).
Cone random_cone(System system, std::mt19937_64& random, bool duplicate) {
  std::normal_distribution<double> normal;
  const Index n = system.n(), m = system.m();
  for (const std::string& name : system.parameter_names())
    if (name[0] == 'L') system = system.with(name, normal(random));
  Vector a(n);
  for (Index i = 0; i < m; ++i) {
    if (!duplicate || i % 2 == 0) {
      for (double& x : a) x = normal(random);
      a.array() += 0.3 * std::abs(normal(random)) - std::min(0.0, a.mean());
      a.normalize();
    }
    for (Index j = 0; j < n; ++j) system = system.with(entry('a', i, j), a[j]);
  }
  Vector p(n);
  for (double& x : p) x = normal(random);
  return {system, p};
}

struct Jump {
  double energy = 0.0;    ///< relative mismatch
  double approach = 0.0;  ///< largest remaining approach speed
  double sign = 0.0;      ///< smallest impulse
  double off_cone = 0.0;  ///< part of the jump outside the span of the normals, minus its impulses
};

Jump measure(const System& s, const Vector& p, const Vector& p_plus,
             const std::vector<ReflectionPass>& log) {
  const Matrix M = s.M_now(), G = s.G(Vector(Vector::Zero(s.n())));
  const auto kinetic = [&](const Vector& x) { return 0.5 * x.dot(M.llt().solve(x)); };
  Vector impulse = Vector::Zero(s.m());
  double least = 0.0;
  for (const ReflectionPass& pass : log)
    for (size_t j = 0; j < pass.set.size(); ++j) {
      impulse[pass.set[j]] += pass.impulse[static_cast<Index>(j)];
      least = std::min(least, pass.impulse[static_cast<Index>(j)]);
    }
  const Vector speeds = G.transpose() * M.llt().solve(p_plus);
  return {.energy = std::abs(kinetic(p_plus) - kinetic(p)) / kinetic(p),
          .approach = std::max(0.0, -speeds.minCoeff()),
          .sign = least,
          .off_cone = (p_plus - p - G * impulse).norm()};
}

void random_cones(const Backend& backend, Reflection model, int count, unsigned seed) {
  std::mt19937_64 random(seed);
  int reflected = 0;
  for (const auto& [n, m] : {std::pair<Index, Index>{2, 2}, {3, 2}, {3, 4}, {6, 5}}) {
    const System system = walls(n, m);
    Reflector reflector(system, midpoint(), Energy::continuous, model, backend);
    for (int i = 0; i < count; ++i) {
      const Cone cone = random_cone(system, random, i % 5 == 0);
      reflector.set_parameters(cone.system);
      Vector p = cone.p;
      std::vector<ReflectionPass> log;
      const Vector origin = Vector::Zero(n);
      const StepReport report = reflector.reflect(origin, origin, 0.1, Mask::Ones(m), p, log);
      ASSERT_TRUE(report.ok()) << n << "," << m << " #" << i << ": " << to_string(report.status)
                               << " " << report.message;
      const Jump jump = measure(cone.system, cone.p, p, log);
      EXPECT_LT(jump.energy, 1e-11) << n << "," << m << " #" << i;
      EXPECT_LE(jump.approach, 1.1e-10) << n << "," << m << " #" << i;
      EXPECT_GE(jump.sign, -1e-11) << n << "," << m << " #" << i;
      EXPECT_LT(jump.off_cone, 1e-10) << n << "," << m << " #" << i;
      reflected += !log.empty();
    }
  }
  EXPECT_GT(reflected, count);  // most momenta approach some wall
}

TEST(Reflection, keeps_the_jump_conditions_on_random_cones) {
  random_cones(newton(), Reflection::generalized, 120, 1);
  random_cones(ipopt(), Reflection::generalized, 20, 3);
}

TEST(Reflection, keeps_the_jump_conditions_on_random_cones_with_moreaus_model) {
  random_cones(newton(), Reflection::moreau, 120, 2);
  random_cones(ipopt(), Reflection::moreau, 20, 3);
}

TEST(ReflectionControl, wrong_jumps_break_the_conditions) {
  std::mt19937_64 random(6);
  const System system = walls(3, 2);
  for (int i = 0; i < 20; ++i) {
    const Cone cone = random_cone(system, random, false);
    const Matrix M = cone.system.M_now();
    const Vector n = cone.system.G(Vector(Vector::Zero(3))).col(0), v = M.llt().solve(cone.p);
    const double approach = n.dot(v), W = n.dot(M.llt().solve(n));
    if (approach > -0.1) continue;
    const auto jump = [&](double y) -> Jump {
      const ReflectionPass pass{.set = {0}, .impulse = Vector{{y}}};
      return measure(cone.system, cone.p, cone.p + y * n, {pass});
    };
    EXPECT_LT(jump(-2.0 * approach / W).energy, 1e-11) << "the reflection itself";
    EXPECT_GT(jump(-1.8 * approach / W).energy, 1e-6) << "restitution 0.8";
    EXPECT_GT(jump(0.0).approach, 0.1) << "no impulse";
    EXPECT_LT(jump(-0.1).sign, -0.05) << "pulling";
    EXPECT_GT(measure(cone.system, cone.p, -cone.p, {}).off_cone, 0.1) << "turning back";
  }
}

TEST(ReflectionSlow, keeps_the_jump_conditions_on_ten_thousand_random_cones) {
  random_cones(newton(), Reflection::generalized, 2500, 4);
  random_cones(newton(), Reflection::moreau, 2500, 5);
}

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
