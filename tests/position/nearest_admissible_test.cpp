#include "ricochet/position/nearest_admissible.hpp"

#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace ricochet {
namespace {

constexpr double h = 0.01;  // [s]

/// A point of 1 kg that must stay inside a circle of radius 1.
System ring() {
  const Expr q = Expr::sym("q", 2);
  return System({.name = "ring",
                 .q = q,
                 .M = Expr::eye(2),
                 .V = 0.0,
                 .g = {{"ring", 0.5 * (1.0 - dot(q, q))}}});
}

/// The same on a wire x + y = 1.
System wire() {
  SystemSpecification s = ring().specification();
  s.f.add("wire", s.q(0) + s.q(1) - 1.0);
  return System(s);
}

struct Found {
  Step to = {};
  StepReport report = {};
};
Found found(const System& s, const Backend& backend, const Vector& q, const Vector& p) {
  NearestAdmissible nearest(s, verlet(), backend);
  Found answer;
  answer.report = nearest.solve({.state = {.q = q, .p = p}}, h, answer.to);
  return answer;
}

TEST(NearestAdmissible, is_where_the_radius_meets_the_ring) {
  const Vector q{{-0.5, 0.2}};
  for (const Backend& backend : {newton(), ipopt()})
    for (const double speed : {60.0, 200.0, 400.0}) {
      const Vector free = q + h * Vector{{speed, 0.3 * speed}};
      const Found answer = found(ring(), backend, q, (free - q) / h);
      ASSERT_TRUE(answer.report.ok()) << answer.report.message;
      const Vector nearest = free.norm() > 1.0 ? Vector(free.normalized()) : free;
      EXPECT_LT((answer.to.state.q - nearest).norm(), 1e-12) << backend.name() << ' ' << speed;
      EXPECT_NEAR(answer.to.force.lambda[0], (std::max(free.norm(), 1.0) - 1.0) / h, 1e-9);
    }
}

TEST(NearestAdmissible, keeps_equalities) {
  const Found answer = found(wire(), newton(), Vector{{0.5, 0.5}}, Vector{{90.0, -90.0}});
  ASSERT_TRUE(answer.report.ok()) << answer.report.message;
  EXPECT_LT((answer.to.state.q - Vector{{1.0, 0.0}}).norm(), 1e-12);
}

TEST(NearestAdmissible, says_what_it_misses) {
  SystemSpecification s = ring().specification();
  s.g.add("elsewhere", s.q(0) - 2.0);
  const Found answer = found(System(s), newton(), Vector{{0.1, 0.0}}, Vector{{1.0, 0.0}});
  EXPECT_EQ(answer.report.status, StepStatus::infeasible) << answer.report.message;
}

}  // namespace
}  // namespace ricochet
