#include "ricochet/contact/laws/laws.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/problems.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/forced_collision.hpp"

#include <gtest/gtest.h>

#include <cmath>

/// Law: the impulses that an impact logs are those that changed the momentum,
/// G impulse + T friction = p+ - p-, and friction stays within its cone.

namespace ricochet {
namespace {

constexpr double tolerance = 1e-12;

/// Some runs: a law, its numbers, and bodies that fall on floors.
struct Case {
  Law law;
  double e, mu;
};

const Case cases[] = {
    {Law::elastic, 1.0, 0.0}, {Law::beta, 0.5, 0.0},    {Law::newton, 0.5, 0.0},
    {Law::coulomb, 0.5, 0.3}, {Law::coulomb, 0.2, 1.0}, {Law::moreau, 0.5, 0.5},
    {Law::moreau, 0.5, 1.0},  {Law::moreau, 0.0, 0.1},  {Law::plastic, 1.0, 0.0},
};

/// A point in space whose momentum is not along its velocity, above a floor: two tangents.
Problem skewed_point() {
  const Expr q = Expr::sym("q", 3), e = Expr::sym("e"), mu = Expr::sym("mu");
  const Expr zero = 0.0, one = 1.0;
  const Contact rough{.restitution = e,
                      .friction = mu,
                      .tangents = {vertcat(one, zero, zero), vertcat(zero, one, zero)}};
  const Expr rows[] = {horzcat(Expr(2.0), Expr(0.3), Expr(0.4)),
                       horzcat(Expr(0.3), Expr(1.5), Expr(-0.2)),
                       horzcat(Expr(0.4), Expr(-0.2), Expr(1.0))};
  return {.system = System({.name = "skewed point",
                            .q = q,
                            .parameters = {{"restitution", e, 1.0}, {"friction", mu, 0.0}},
                            .M = vertcat(rows[0], rows[1], rows[2]),
                            .V = 9.81 * q(2),
                            .g = {{"floor", q(2), rough}}}),
          .initial = {.q = Vector{{0.0, 0.0, 0.5}}, .p = Vector{{3.0, -2.0, 0.4}}},
          .h = 0.01,
          .discretization = verlet()};
}

/// Impacts of a second and a half.
std::vector<Impact> hits_of(const Problem& problem, const System& system, const Case& c) {
  ForcedCollision stepper(
      system, {.discretization = problem.discretization, .backend = newton(), .law = c.law});
  const Trajectory run =
      simulate(stepper, problem.initial, {.h = problem.h, .steps = std::lround(1.5 / problem.h)});
  EXPECT_TRUE(run.ok()) << run.message();
  return impacts(run);
}

/// Columns of T at a place.
Matrix tangents_at(const System& s, const Vector& q) {
  const Expr x = Expr::sym("q", s.n());
  Matrix T(s.n(), static_cast<Index>(s.tangent_rows().size()));
  Kernel("T", {x, s.parameter_symbols()}, {densify(s.T(x))})({q, s.parameter_values()}, {T});
  return T;
}

/// p+ - p- less what the logged impulses make of it; every row has an entry of its own.
Vector missing(const System& s, const Impact& hit, double scale = 1.0) {
  const Matrix G = s.G(hit.q), T = tangents_at(s, hit.q);
  Vector rest = hit.p_plus - hit.p_minus;
  Index next = 0;
  for (size_t j = 0; j < hit.constraints.size(); ++j) {
    rest -= scale * hit.impulse[static_cast<Index>(j)] * G.col(hit.constraints[j]);
    for (size_t t = 0; t < s.tangent_rows().size(); ++t)
      if (s.tangent_rows()[t] == hit.constraints[j])
        rest -= scale * hit.friction[next++] * T.col(static_cast<Index>(t));
  }
  EXPECT_EQ(next, hit.friction.size()) << "one per tangent of the entries that were hit";
  return rest;
}

TEST(ImpactImpulses, are_those_that_change_the_momentum_under_every_law) {
  const Problem problems[] = {problems::wedge(), find_problem("star").make(),
                              find_problem("ellipse").make(), skewed_point()};
  for (const Problem& problem : problems)
    for (const Case& c : cases) {
      const System system = problem.system.with("restitution", c.e).with("friction", c.mu);
      const std::vector<Impact> hits = hits_of(problem, system, c);
      ASSERT_FALSE(hits.empty()) << system.name();
      for (const Impact& hit : hits) {
        const double size = 1.0 + hit.p_minus.norm();
        EXPECT_LT(missing(system, hit).norm(), tolerance * size)
            << system.name() << ", law " << static_cast<int>(c.law) << " at t = " << hit.t;
        EXPECT_GE(hit.impulse.minCoeff(), -tolerance * size);
        if (c.law == Law::plastic || hit.constraints.size() > 1) continue;
        EXPECT_LE(hit.friction.norm(), c.mu * hit.impulse[0] + tolerance * size);
      }
    }
}

TEST(ImpactImpulsesControl, are_not_the_part_of_the_change_along_the_gradient) {
  // The floor is horizontal, hence its impulses are changes of momentum; the gradient also turns.
  const Problem wedge = problems::wedge();
  const Case rough{Law::moreau, 0.5, 1.0};
  const System system = wedge.system.with("restitution", rough.e).with("friction", rough.mu);
  double apart = 0.0;
  for (const Impact& hit : hits_of(wedge, system, rough)) {
    const Vector change = hit.p_plus - hit.p_minus;
    EXPECT_NEAR(hit.impulse.sum(), change[1], 1e-12);
    EXPECT_NEAR(hit.friction.sum(), change[0], 1e-12);
    EXPECT_GT(missing(system, hit, 0.99).norm(), 1e-3 * change.norm());
    const Vector n = system.G(hit.q).col(hit.constraints[0]);
    apart = std::max(apart, std::abs(change.dot(n) / n.squaredNorm() / hit.impulse[0] - 1.0));
  }
  EXPECT_GT(apart, 0.05);
}

TEST(ImpactImpulses, come_with_the_energy_that_the_law_takes) {
  const Problem wedge = problems::wedge();
  const auto first = [&](const Case& c) {
    const System system = wedge.system.with("restitution", c.e).with("friction", c.mu);
    return hits_of(wedge, system, c).front();
  };
  const Impact elastic = first({Law::elastic, 1.0, 0.0}), lossy = first({Law::moreau, 0.5, 0.3});
  EXPECT_NEAR(elastic.energy_plus, elastic.energy_minus, 1e-12);
  EXPECT_LT(lossy.energy_plus, lossy.energy_minus - 1.0);
}

}  // namespace
}  // namespace ricochet
