#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/contact/reflection.hpp"

#include <Eigen/Cholesky>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <string>
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

}  // namespace
}  // namespace ricochet
