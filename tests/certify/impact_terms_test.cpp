#include "ricochet/certify/impact_terms.hpp"

#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using support::near;

/// Masses (2, 4) kg on a floor with a tangent; on a vertical wire if wanted.
System block(bool wire) {
  const Expr q = Expr::sym("q", 2);
  SystemSpecification s{.name = "block",
                        .q = q,
                        .M = diag(Expr({2.0, 4.0})),
                        .V = 0.0,
                        .g = {{"floor", q(1), {.tangents = {vertcat(Expr(1.0), Expr(0.0))}}}}};
  if (wire) s.f = {{"wire", q(0)}};
  return System(s);
}

const Vector origin = Vector::Zero(2), before{{2.0, -4.0}}, after{{1.0, 4.0}};

TEST(ImpactTerms, are_the_speeds_and_energies_on_both_sides) {
  ImpactTerms terms(block(false));
  terms.evaluate(origin, 0.0, before, after);
  EXPECT_TRUE(near(terms.normal_minus, Vector{{-1.0}}, 1e-15));
  EXPECT_TRUE(near(terms.normal_plus, Vector{{1.0}}, 1e-15));
  EXPECT_TRUE(near(terms.slip_minus, Vector{{1.0}}, 1e-15));
  EXPECT_TRUE(near(terms.slip_plus, Vector{{0.5}}, 1e-15));
  EXPECT_NEAR(terms.kinetic_minus, 3.0, 1e-15);
  EXPECT_NEAR(terms.kinetic_plus, 2.25, 1e-15);
  EXPECT_NEAR(terms.top_speed(0), 1.0, 1e-15);
  EXPECT_NEAR(terms.mobility(0), 0.25, 1e-15);
  EXPECT_NEAR(terms.tangent_mobility(0), 0.5, 1e-15);
}

TEST(ImpactTerms, notice_a_jump_that_the_impulses_do_not_explain) {
  ImpactTerms terms(block(false));
  terms.evaluate(origin, 0.0, before, after);
  const auto left = [&](double impulse, double friction) -> Vector {
    return terms.unexplained(before, after, {0}, Vector{{impulse}}, Vector{{friction}});
  };
  EXPECT_LT(left(8.0, -1.0).norm(), 1e-15);
  EXPECT_TRUE(near(left(6.0, -1.0), Vector{{0.0, 0.5}}, 1e-15));
  EXPECT_TRUE(near(left(8.0, 0.0), Vector{{-0.5, 0.0}}, 1e-15));
}

TEST(ImpactTerms, let_reactions_explain_what_they_may) {
  ImpactTerms terms(block(true));
  terms.evaluate(origin, 0.0, before, Vector{{-7.0, 4.0}});
  EXPECT_NEAR(terms.kinetic_minus, 2.0, 1e-15) << "of the motion along the wire";
  EXPECT_NEAR(terms.slip_minus[0], 0.0, 1e-15);
  EXPECT_NEAR(terms.tangent_mobility(0), 0.0, 1e-15);
  const Vector& left =
      terms.unexplained(before, Vector{{-7.0, 4.0}}, {0}, Vector{{8.0}}, Vector{{0.0}});
  EXPECT_LT(left.norm(), 1e-15) << "the wire took 9 N s";
  EXPECT_GT(
      terms.unexplained(before, Vector{{-7.0, 5.0}}, {0}, Vector{{8.0}}, Vector{{0.0}}).norm(),
      0.2);
}

}  // namespace
}  // namespace ricochet
