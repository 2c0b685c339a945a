#include "ricochet/contact/reflection_pass.hpp"

#include "ricochet/backends/newton.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using support::near;

const Expr q = Expr::sym("q", 2), p = Expr::sym("p", 2);

/// A unit mass above a floor and below a ceiling.
System slab() {
  return System({.name = "slab",
                 .q = q,
                 .M = Expr::eye(2),
                 .V = 0.0,
                 .g = {{"floor", q(1)}, {"ceiling", -q(1)}, {"wall", q(0)}}});
}

/// A pass of the floor alone, at the origin.
struct Pass {
  explicit Pass(const Energy& energy)
      : solver(system, midpoint(), energy, newton()), contacts(system) {
    contacts.place(Vector::Zero(2));
    contacts.choose({0});
  }
  Vector from(const Vector& momentum) {
    report = solver.solve(contacts, Vector::Zero(2), 0.1, momentum, momentum.tail(1), Mask::Ones(1),
                          Vector::Constant(1, restitution));
    EXPECT_TRUE(report.ok()) << report.message;
    return momentum + solver.dp();
  }
  double restitution = 1.0;
  System system = slab();
  PassSolver solver;
  ContactOperator contacts;
  StepReport report = {};
};

TEST(ReflectionPass, mirrors_the_momentum_that_approaches) {
  Pass pass(Energy::continuous);
  EXPECT_TRUE(near(pass.from(Vector{{1.0, -2.0}}), Vector{{1.0, 2.0}}, 1e-15));
  EXPECT_NEAR(pass.solver.impulses()[0], 4.0, 1e-15);
  EXPECT_FALSE(pass.solver.replaced());
}

TEST(ReflectionPass, returns_the_share_of_the_speed_that_its_restitution_says) {
  Pass pass(Energy::continuous);
  for (const double e : {0.0, 0.25, 0.9}) {
    pass.restitution = e;
    EXPECT_TRUE(near(pass.from(Vector{{1.0, -2.0}}), Vector{{1.0, 2.0 * e}}, 1e-15));
    EXPECT_NEAR(pass.solver.impulses()[0], 2.0 * (1.0 + e), 1e-15);
  }
}

/// 1/2 p^T A p with A = ((1, 1/2), (1/2, 1)), no kinetic energy.
Energy skewed() { return Energy::of(q, p, 0.5 * (p(0) * p(0) + p(0) * p(1) + p(1) * p(1))); }

TEST(ReflectionPass, reflects_in_the_metric_of_the_energy_that_it_keeps) {
  // y = -2 n.A p / n.A n = 3, [KP12] (A.1).
  Pass pass(skewed());
  EXPECT_TRUE(near(pass.from(Vector{{1.0, -2.0}}), Vector{{1.0, 1.0}}, 1e-14));
  EXPECT_FALSE(pass.solver.replaced());
}

TEST(ReflectionPass, keeps_H_where_its_energy_would_not_push) {
  // n.A p = 0.5 > 0 although the floor is approached.
  Pass pass(skewed());
  EXPECT_TRUE(near(pass.from(Vector{{3.0, -1.0}}), Vector{{3.0, 1.0}}, 1e-15));
  EXPECT_TRUE(pass.solver.replaced());
  EXPECT_EQ(pass.report.statistics.fallbacks, 1);
}

TEST(ReflectionPass, solves_a_program_for_an_energy_of_any_form) {
  Pass pass(Energy::of(q, p, 0.5 * dot(p, p) + 0.1 * pow(p(0) + p(1), 4)));
  const auto E = [](const Vector& at) {
    return 0.5 * at.squaredNorm() + 0.1 * std::pow(at.sum(), 4);
  };
  const Vector before{{1.0, -2.0}}, after = pass.from(before);
  EXPECT_FALSE(pass.solver.replaced());
  EXPECT_GT(after[1], 0.1);
  EXPECT_NEAR(E(after), E(before), 1e-11);
  EXPECT_GT(std::abs(E(Vector{{1.0, 2.0}}) - E(before)), 1.0) << "the mirror would not keep it";
}

TEST(ReflectionPass, tells_squeezed_sets_from_open_ones) {
  Pass pass(Energy::continuous);
  pass.contacts.choose({0, 2});
  EXPECT_TRUE(pass.solver.has_interior(pass.contacts, Mask::Ones(2)));
  pass.contacts.choose({0, 1});
  EXPECT_FALSE(pass.solver.has_interior(pass.contacts, Mask::Ones(2)));
}

}  // namespace
}  // namespace ricochet
