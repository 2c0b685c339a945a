#include "ricochet/certify/constrained_velocity.hpp"

#include "ricochet/random.hpp"
#include "support/matchers.hpp"
#include "support/rough_bodies.hpp"

#include <Eigen/QR>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// By a dense decomposition, for masses of 0.1 kg.
Vector expected(const System& s, const Vector& x, const Vector& p) {
  const Matrix F = s.F(x);
  return 10.0 * (p - F * F.completeOrthogonalDecomposition().solve(p));
}

TEST(ConstrainedVelocity, is_what_constraints_leave) {
  for (const Index links : {3, 60})  // by numbers, by symbols
    for (const bool twice : {false, true}) {
      const support::RoughBodies bodies = support::chain(links, twice);
      const System& s = bodies.system;
      ConstrainedVelocity found(s);
      std::mt19937_64 random(5);
      const Vector x = bodies.start(random).q;
      Vector p(s.n()), v(s.n());
      for (double& each : p) each = 2.0 * unit(random) - 1.0;
      const Vector target = expected(s, x, p);
      found.find(x, p, v);
      EXPECT_LT((s.F(x).transpose() * v).norm(), 1e-11) << links << ' ' << twice;
      EXPECT_TRUE(support::near(v, target, 1e-10)) << links << ' ' << twice;
    }
}

}  // namespace
}  // namespace ricochet
