#include "ricochet/backends/newton.hpp"
#include "ricochet/steppers/collision.hpp"
#include "support/impact_judge.hpp"
#include "support/matchers.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>

/// Impacts at corners, [FMOW03] section 5: the momentum changes within the normal cone, (90), and
/// keeps E_d; of the family of exits Moreau's is taken, v+ = v- - 2 P_N v- in the kinetic metric.

namespace ricochet {
namespace {

using support::near;

constexpr double h = 0.1;

enum class Corner { interior, exterior };

/// Two straight walls through the origin, an unequal mass, and a field if wanted.
System corner(Corner kind, const Vector& n1, const Vector& n2, bool field = false,
              double shift = 0.0) {
  const Expr q = Expr::sym("q", 2);
  const Expr g1 = n1[0] * q(0) + n1[1] * q(1), g2 = n2[0] * q(0) + n2[1] * q(1) - shift;
  SystemSpecification s{.name = "corner", .q = q};
  s.M = Expr::zeros(2, 2);
  s.M(0, 0) = 2.0;
  s.M(1, 1) = 1.0;
  s.M(0, 1) = s.M(1, 0) = 0.5;
  s.V = field ? Expr(3.0 * q(1) + dot(q, q)) : Expr(0.0);
  if (kind == Corner::interior)
    s.g = {{"wall 1", g1}, {"wall 2", g2}};
  else
    s.g.add_any("tip", {g1, g2});
  return System(s);
}

/// Moreau's exit, by trying all sets of walls.
Vector moreau(const System& s, const Vector& p) {
  const Matrix G = s.G(Vector::Zero(2)), W = s.M_now().inverse();
  for (const std::vector<Index>& set : {std::vector<Index>{0}, {1}, {0, 1}}) {
    Matrix N(2, static_cast<Index>(set.size()));
    for (size_t j = 0; j < set.size(); ++j) N.col(static_cast<Index>(j)) = G.col(set[j]);
    const Vector y = (N.transpose() * W * N).llt().solve(-N.transpose() * W * p);
    const Vector stopped = p + N * y;
    if (y.minCoeff() >= 0.0 && (G.transpose() * W * stopped).minCoeff() >= -1e-14)
      return p + 2.0 * N * y;
  }
  ADD_FAILURE() << "no set of walls stops the approach";
  return p;
}

struct Hit {
  Step next = {};
  Vector p_minus = {};
};

/// A step that arrives at the origin, or beside it, at alpha with velocity w.
Hit hit(const System& s, const Vector& w, double alpha, const Vector& at = Vector::Zero(2)) {
  support::ImpactJudge judge(s, verlet());
  Collision stepper(s, {.discretization = verlet(), .backend = newton()});
  const Vector q0 = at - alpha * h * w, p0 = judge.launch(q0, w, alpha * h);
  Hit result{.next = stepper.advance({.state = {.q = q0, .p = p0}}, h)};
  EXPECT_TRUE(result.next.report.ok()) << result.next.report.message;
  EXPECT_EQ(judge.verdict({.q = q0, .p = p0}, h, result.next), "");
  if (!result.next.impacts.empty()) result.p_minus = result.next.impacts[0].p_minus;
  return result;
}

Vector direction(double degrees) {
  const double angle = degrees * 3.14159265358979323846 / 180.0;
  return Vector{{std::cos(angle), std::sin(angle)}};
}

TEST(CornerImpact, takes_moreaus_exit_whatever_the_angle) {
  for (const Corner kind : {Corner::interior, Corner::exterior})
    for (const double opening : {20.0, 90.0, 140.0})
      for (const double towards : {-0.4, 0.0, 0.4}) {
        const System s = corner(kind, direction(90.0 - opening / 2), direction(90.0 + opening / 2));
        const Vector w = -3.0 * direction(90.0 + towards * (180.0 - opening) / 2.0);
        const auto [next, p_minus] = hit(s, w, 0.4);
        ASSERT_EQ(next.impacts.size(), 1u) << opening << ' ' << towards;
        EXPECT_TRUE(near(next.impacts[0].p_plus, moreau(s, p_minus), 1e-13))
            << opening << ' ' << towards;
      }
}

TEST(CornerImpact, keeps_the_law_of_the_tip_in_a_field) {
  const System s = corner(Corner::exterior, direction(60.0), direction(120.0), true);
  const Vector w = -2.0 * s.M_now().inverse() * (direction(60.0) + 0.9 * direction(120.0));
  const Step next = hit(s, w, 0.3).next;  // E_d: by the judge
  ASSERT_EQ(next.impacts.size(), 1u);
  const Impact& at_tip = next.impacts[0];
  ASSERT_EQ(at_tip.constraints.size(), 2u);
  EXPECT_GT(at_tip.impulse.minCoeff(), 0.0);
  const Matrix G = s.G(at_tip.q);
  EXPECT_TRUE(near(at_tip.p_plus - at_tip.p_minus, G * at_tip.impulse, 1e-14));  // (90)
  EXPECT_NEAR(at_tip.energy_plus, at_tip.energy_minus, 1e-13);
}

TEST(CornerImpact, beside_the_tip_is_one_of_a_single_face) {
  const System s = corner(Corner::exterior, direction(60.0), direction(120.0), true);
  for (const double side : {-1.0, 1.0}) {  // on a face, a little below the tip
    const Vector at = 1e-3 * direction(90.0 - side * 120.0);
    const Step next = hit(s, -3.0 * direction(90.0 - side * 10.0), 0.3, at).next;
    ASSERT_EQ(next.impacts.size(), 1u) << side;
    EXPECT_EQ(next.impacts[0].constraints, std::vector<Index>{side > 0.0 ? 0 : 1}) << side;
  }
}

TEST(CornerImpact, is_the_same_one_after_the_other_or_at_once) {
  // Orthogonal in the kinetic metric, n1.M^-1 n2 = 0, walls do not notice each other's impulses.
  const Matrix M = corner(Corner::interior, direction(0.0), direction(90.0)).M_now();
  const Vector n1 = direction(80.0), t = M * Vector{{-n1[1], n1[0]}};
  const Vector n2 = t / t.norm(), w = -(n1 + 2.0 * n2);
  const auto end = [&](double late, size_t impacts) {
    const System s = corner(Corner::interior, n1, n2, false, -late * h * n2.dot(-w));
    const Step next = hit(s, w, 0.4).next;
    EXPECT_EQ(next.impacts.size(), impacts) << late;
    Vector z(4);
    z << next.state.q, next.state.p;
    return z;
  };
  const Vector at_once = end(0.0, 1);
  EXPECT_TRUE(near(end(0.3e-9, 1), at_once, 1e-9));
  EXPECT_TRUE(near(end(1e-7, 2), at_once, 1e-6));
  EXPECT_FALSE(near(end(1e-2, 2), at_once, 1e-6)) << "the measure sees a difference";
}

}  // namespace
}  // namespace ricochet
