#include "ricochet/steppers/constrained_minimum.hpp"

#include "ricochet/backends/newton.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

using support::near;
using Indices = std::vector<Index>;

const Expr q = Expr::sym("q", 2), a = Expr::sym("a", 2);

SystemSpecification above_a_floor() {
  return {.name = "floor", .q = q, .M = Expr::eye(2), .V = 0.0, .g = {{"floor", q(1)}}};
}

/// The point nearest to a: min 1/2 |q - a|^2 over the constraints at `at`.
struct Nearest {
  explicit Nearest(const SystemSpecification& s, const Expr& at = q)
      : minimum(System(s), newton(), "nearest", q, {{"a", a}}, 0.5 * dot(q - a, q - a), at) {}
  StepReport to(const Vector& target) {
    minimum.set(minimum.given("a"), target);
    const StepReport report = minimum.solve(target);
    minimum.write(sets);
    return report;
  }
  ConstrainedMinimum minimum;
  ContactSets sets;
};

TEST(ConstrainedMinimum, is_the_free_one_where_it_is_admissible) {
  Nearest point(above_a_floor());
  ASSERT_TRUE(point.to(Vector{{1.0, 2.0}}).ok());
  EXPECT_TRUE(support::same_bits(point.minimum.q(), Vector{{1.0, 2.0}}));
  EXPECT_TRUE(near(point.minimum.y(), Vector{{0.0}}, 0.0));
  EXPECT_TRUE(point.sets.predicted.empty());
  EXPECT_TRUE(point.sets.held.empty());
}

TEST(ConstrainedMinimum, is_pressed_by_the_multipliers_of_what_it_would_violate) {
  Nearest point(above_a_floor());
  const StepReport report = point.to(Vector{{1.0, -2.0}});
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_TRUE(near(point.minimum.q(), Vector{{1.0, 0.0}}, 1e-14));
  EXPECT_NEAR(point.minimum.y()[0], 2.0, 1e-14) << "grad e = G y";
  EXPECT_EQ(point.sets.predicted, Indices{0});
  EXPECT_EQ(point.sets.held, Indices{0});
  EXPECT_TRUE(point.sets.weak.empty());
  ASSERT_TRUE(point.to(Vector{{1.0, 2.0}}).ok());
  EXPECT_TRUE(point.sets.held.empty()) << "nothing of the last one is left";
  EXPECT_TRUE(near(point.minimum.y(), Vector{{0.0}}, 0.0));
}

TEST(ConstrainedMinimum, keeps_equalities) {
  SystemSpecification circle = above_a_floor();
  circle.g = {};
  circle.f = {{"circle", 0.5 * (dot(q, q) - 1.0)}};
  Nearest point(circle);
  const StepReport report = point.to(Vector{{3.0, 4.0}});
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_TRUE(near(point.minimum.q(), Vector{{0.6, 0.8}}, 1e-13));
  EXPECT_NEAR(point.minimum.nu()[0], -4.0, 1e-12) << "q - a = q nu";
}

TEST(ConstrainedMinimum, asks_for_the_constraints_where_it_is_told_to) {
  // At the midpoint between (0, 0.3) and q: the floor lets q through to -0.3.
  Nearest point(above_a_floor(), 0.5 * (q + vertcat(Expr(0.0), Expr(0.3))));
  ASSERT_TRUE(point.to(Vector{{1.0, -2.0}}).ok());
  EXPECT_TRUE(near(point.minimum.q(), Vector{{1.0, -0.3}}, 1e-14));
  EXPECT_NEAR(point.minimum.y()[0], 3.4, 1e-13) << "the gradient by q is (0, 1/2)";
}

TEST(ConstrainedMinimum, names_constraints_that_exclude_each_other) {
  SystemSpecification nowhere = above_a_floor();
  nowhere.g.add("ceiling", -1.0 - q(1));
  Nearest point(nowhere);
  EXPECT_EQ(point.to(Vector{{1.0, -0.4}}).status, StepStatus::infeasible);
}

}  // namespace
}  // namespace ricochet
