#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/certify/findings.hpp"
#include "ricochet/certify/reflection_check.hpp"
#include "ricochet/contact/reflection.hpp"
#include "ricochet/problems.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>
#include <vector>

/// Reflections with restitution below 1: the law of a single contact, and energies of many.
namespace ricochet {
namespace {

using support::near;

struct Outcome {
  StepReport report = {};
  std::vector<ReflectionPass> passes = {};
  Vector p = {};
  Certificate certificate = {};  ///< of the certifier's own replay
  bool flagged = false;
};

/// Over all contacts of a force-free system at q.
Outcome reflected(const System& s, const Vector& q, const Vector& p, const Backend& backend,
                  Reflection model = Reflection::generalized) {
  Reflector reflector(s, midpoint(), Energy::continuous, model, backend);
  Outcome out{.p = p};
  out.report = reflector.reflect(q, q, 0.01, Mask::Ones(s.m()), out.p, out.passes);
  EXPECT_TRUE(out.report.ok()) << out.report.message;
  std::vector<Impact> impacts;
  out.flagged = reflector.log_impact(out.passes, {.q = q, .p = p}, out.p, 0.01, impacts).flagged;

  ReflectionCheck check(s, midpoint(), Energy::continuous, model == Reflection::moreau);
  Findings found(s);
  check.place(q, q, 0.0);
  check.check(q, 0.01, p, out.p, out.passes.data(), out.passes.data() + out.passes.size(), found);
  for (Index i = 0; i < s.m(); ++i) check.check_left(i, found);
  out.certificate = found.certificate();
  EXPECT_TRUE(out.certificate.ok()) << out.certificate.verdict() << ", " << found.text();
  return out;
}

double kinetic(const System& s, const Vector& p) {
  return 0.5 * p.dot(s.velocity(Vector::Zero(s.n()), p));
}

TEST(LossyReflection, of_one_contact_is_newtons_law) {
  const Expr q = Expr::sym("q", 2);
  for (const double e : {0.0, 0.3, 0.99})
    for (const Backend& backend : {newton(), ipopt()}) {
      const System s({.name = "puck",
                      .q = q,
                      .M = diag(Expr({2.0, 3.0})),
                      .V = 0.0,
                      .g = {{"floor", q(1), {.restitution = e}}}});
      const Outcome out = reflected(s, Vector::Zero(2), Vector{{4.0, -6.0}}, backend);
      EXPECT_TRUE(near(out.p, Vector{{4.0, 6.0 * e}}, 1e-14));
      EXPECT_NEAR(kinetic(s, out.p), 4.0 + 6.0 * e * e, 1e-13) << "exactly as the law says";
      EXPECT_FALSE(out.flagged);
    }
}

/// Random walls at the origin of a space of n coordinates, with restitutions of their own.
System cone(Index n, Index m, bool one_restitution, std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  std::uniform_real_distribution<double> unit(0.0, 1.0);
  const Expr q = Expr::sym("q", n);
  Matrix L(n, n);
  for (double& x : L.reshaped()) x = 0.4 * normal(random);
  const Matrix M = L * L.transpose() + Matrix::Identity(n, n);
  Expr mass(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j < n; ++j) mass(i, j) = 0.5 * (M(i, j) + M(j, i));
  Constraints g;
  const double common = unit(random);
  for (Index i = 0; i < m; ++i) {
    Expr gap = 0.0;
    for (Index j = 0; j < n; ++j) gap += (0.7 + normal(random)) * q(j);
    const double own = std::round(4.0 * unit(random)) / 4.0;  // 0 and 1 among them
    g.add("wall " + std::to_string(i), gap, {.restitution = one_restitution ? common : own});
  }
  return System({.name = "cone", .q = q, .M = mass, .V = 0.0, .g = g});
}

TEST(LossyReflection, of_many_contacts_never_raises_the_energy_and_loses_what_it_says) {
  std::mt19937_64 random(5);
  std::normal_distribution<double> normal;
  int hit = 0, several = 0, flagged = 0;
  for (int trial = 0; trial < 400; ++trial) {
    const Index n = 2 + trial % 4, m = 1 + trial % 6;
    const System s = cone(n, m, trial % 2 == 0, random);
    Vector p(n);
    for (double& x : p) x = normal(random);
    const auto model = trial % 3 == 0 ? Reflection::moreau : Reflection::generalized;
    const Outcome out = reflected(s, Vector::Zero(n), p, newton(), model);
    if (out.passes.empty()) continue;
    ++hit;
    several += out.passes.size() > 1 || out.passes[0].set.size() > 1 ? 1 : 0;
    flagged += out.flagged ? 1 : 0;
    EXPECT_LE(kinetic(s, out.p), kinetic(s, p) * (1.0 + 1e-13));
    EXPECT_LT(out.report.certificate.energy, 1e-11);
    EXPECT_TRUE(trial % 2 == 1 || !out.flagged || out.passes.size() > 1000) << "one for all";
  }
  EXPECT_GT(hit, 250);
  EXPECT_GT(several, 150);
  EXPECT_GT(flagged, 20);
}

/// A touching row of n unit balls with one restitution.
Problem chain(int n, double e) {
  Problem problem = find_problem("ball-chain").make({{"n", n}});
  problem.system = problem.system.with("restitution", e);
  return problem;
}

TEST(LossyReflection, moves_a_chain_of_restitution_0_as_one) {
  for (const int n : {3, 8, 20}) {
    const Problem problem = chain(n, 0.0);
    Vector p = Vector::Zero(n);
    p[0] = 1.0;
    for (const Reflection model : {Reflection::generalized, Reflection::moreau}) {
      const Outcome out = reflected(problem.system, problem.initial.q, p, newton(), model);
      EXPECT_TRUE(near(out.p, Vector::Constant(n, 1.0 / n), 1e-7)) << n;
      EXPECT_NEAR(out.p.sum(), 1.0, 1e-13);
    }
  }
}

/// Speeds spread like heat: n^2 passes without the rule that ends them.
TEST(LossyReflection, brings_long_chains_to_rest_after_a_thousand_passes) {
  const Problem problem = chain(60, 0.1);
  Vector p = Vector::Zero(60);
  p[0] = 1.0;
  const Outcome out = reflected(problem.system, problem.initial.q, p, newton());
  EXPECT_GT(out.passes.size(), 1000u);
  EXPECT_LT(out.passes.size(), 1100u);
  EXPECT_TRUE(out.flagged);
  EXPECT_NEAR(out.p.sum(), 1.0, 1e-12);
  EXPECT_LE(kinetic(problem.system, out.p), kinetic(problem.system, p));
}

TEST(LossyReflection, stops_a_body_between_opposed_walls) {
  const Expr q = Expr::sym("q");
  for (const double e : {0.0, 0.5, 0.99}) {
    const System s({.name = "squeezed",
                    .q = q,
                    .M = 1.0,
                    .V = 0.0,
                    .g = {{"left", q, {.restitution = e}}, {"right", -q, {.restitution = e}}}});
    const Outcome out = reflected(s, Vector::Zero(1), Vector{{1.0}}, newton());
    EXPECT_LE(std::abs(out.p[0]), 1e-10) << e;
  }
}

class WrongRestitution : public testing::Test {
 protected:
  static System floor(double e) {
    const Expr q = Expr::sym("q", 2);
    return System({.name = "puck",
                   .q = q,
                   .M = Expr::eye(2),
                   .V = 0.0,
                   .g = {{"floor", q(1), {.restitution = e}}, {"wall", q(0), {.restitution = e}}}});
  }
  Certificate judged(const std::vector<ReflectionPass>& passes, const Vector& p_plus) {
    const System s = floor(0.5);
    ReflectionCheck check(s, midpoint(), Energy::continuous, false);
    Findings found(s);
    const Vector origin = Vector::Zero(2);
    check.place(origin, origin, 0.0);
    check.check(origin, 0.01, Vector{{-1.0, -2.0}}, p_plus, passes.data(),
                passes.data() + passes.size(), found);
    for (const Index i : {0, 1}) check.check_left(i, found);
    text = found.text();
    return found.certificate();
  }
  std::string text;
};

TEST_F(WrongRestitution, is_noticed_by_the_certifier) {
  EXPECT_TRUE(judged({{.set = {0, 1}, .impulse = Vector{{3.0, 1.5}}}}, Vector{{0.5, 1.0}}).ok())
      << text;
  const Certificate more =
      judged({{.set = {0, 1}, .impulse = Vector{{3.2, 1.5}}}}, Vector{{0.5, 1.2}});
  EXPECT_GT(more.jump, 0.1) << "0.6 for one";
  EXPECT_GT(more.energy, 1e-2);
  const Certificate elastic =
      judged({{.set = {0, 1}, .impulse = Vector{{4.0, 2.0}}}}, Vector{{1.0, 2.0}});
  EXPECT_GT(elastic.jump, 0.9);
  // As much energy is lost, by other contacts.
  const double most = 2.0 + std::sqrt(1.25 - 1e-6);
  const Certificate other =
      judged({{.set = {0, 1}, .impulse = Vector{{most, 1.001}}}}, Vector{{1e-3, most - 2.0}});
  EXPECT_GT(other.jump, 0.1);
}

}  // namespace
}  // namespace ricochet
