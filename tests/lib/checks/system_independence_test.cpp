#include "ricochet/system.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace ricochet {
namespace {

/// A contact of a system with this mass matrix; q = (x, y, z or an angle).
void make_contact(const Expr& q, const Expr& M, const Expr& gap, std::vector<Expr> tangents) {
  (void)System({.name = "body",
                .q = q,
                .M = M,
                .V = 0.0,
                .g = {{"floor", gap, Contact{.tangents = std::move(tangents)}}}});
}

Expr column(const Expr& x, const Expr& y, const Expr& z) { return vertcat(x, y, z); }

TEST(Tangents, tilted_towards_the_gradient_of_a_point_are_refused) {
  const Expr q = Expr::sym("q", 3), M = 2.0 * Expr::eye(3);
  const std::vector<std::string> words = {"System 'body'", "tangent 1 of 'floor'",
                                          "must be orthogonal to its gradient", "t(q)"};
  const Expr along = column(1.0, 0.0, 0.0);
  support::expect_message([&] { make_contact(q, M, q(2), {along, column(0.0, 1.0, 0.2)}); }, words);
  EXPECT_NO_THROW(make_contact(q, M, q(2), {along, column(0.0, 1.0, 0.0)}));
  const Expr slope = q(2) - 0.5 * q(0) * q(0);  // of a bowl, for tangents along its sides
  support::expect_message(
      [&] {
        make_contact(q, M, slope, {column(0.0, 1.0, 0.0), along});
      },
      words);
  EXPECT_NO_THROW(make_contact(q, M, slope, {column(0.0, 1.0, 0.0), column(1.0, 0.0, q(0))}));
}

TEST(Tangents, need_be_orthogonal_on_the_boundary_only) {
  const Expr q = Expr::sym("q", 2), y = sqrt(1.0 - q(0) * q(0));
  EXPECT_NO_THROW(make_contact(q, Expr::eye(2), 1.0 - dot(q, q), {vertcat(-y, q(0))}));
  support::expect_message(
      [&] { make_contact(q, Expr::eye(2), 1.0 - dot(q, q), {vertcat(-y, 0.5 * q(0))}); },
      {"must be orthogonal"});
}

TEST(Tangents, of_a_body_that_turns_may_be_oblique_as_vectors) {
  const Expr q = Expr::sym("q", 3), height = 0.4 * sin(q(2)) - 0.2 * cos(q(2));
  for (const double inertia : {0.3, 1.0})  // also where it happens to equal the mass
    EXPECT_NO_THROW(make_contact(q, diag(column(1.0, 1.0, inertia)), q(1) + height,
                                 {column(1.0, 0.0, -height)}));
}

TEST(Tangents, of_coordinates_with_other_masses_or_of_two_points_are_not_judged) {
  const Expr q = Expr::sym("q", 2), oblique = vertcat(Expr(0.5), Expr(1.0));
  EXPECT_NO_THROW(make_contact(q, diag(vertcat(Expr(1.0), Expr(2.0))), q(0), {oblique}));
  const Expr r = Expr::sym("r", 4);
  EXPECT_NO_THROW(make_contact(r, Expr::eye(4), r(0) - r(2),
                               {vertcat(Expr(0.1), Expr(1.0), Expr(0.0), Expr(-1.0))}));
}

TEST(Tangents, may_vanish_at_a_place) {
  const Expr q = Expr::sym("q", 2);
  EXPECT_NO_THROW(make_contact(q, Expr::eye(2), q(0), {vertcat(Expr(0.0), q(1))}));
}

}  // namespace
}  // namespace ricochet
