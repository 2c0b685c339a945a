#include "ricochet/flight/flight.hpp"

#include "ricochet/backends/newton.hpp"
#include "ricochet/flight/crossing_search.hpp"
#include "ricochet/steppers/smooth_contact.hpp"
#include "support/matchers.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

using support::near;

const Expr q = Expr::sym("q", 2);

TEST(Flight, of_any_size_keeps_its_digits) {
  const Expr r2 = dot(q, q);
  const System s({.name = "well", .q = q, .M = 2.0 * Expr::eye(2), .V = 0.5 * r2 + r2 * r2});
  Flight flight(s, midpoint(), newton(), {});
  const Vector q0{{1.0, 0.5}}, p0{{0.3, -0.7}};
  FlightPoint point;
  Vector p1;
  Multipliers force;
  for (const double tau : {0.0, 1e-14, 1e-9, 1e-4}) {
    ASSERT_TRUE(flight.fly({.q = q0, .p = p0}, tau, point).ok());
    ASSERT_TRUE(flight.land({.q = q0, .p = p0}, point, p1, force).ok());
    EXPECT_TRUE(near(point.w, 0.5 * p0, 1e-15 + 5.0 * tau));
    EXPECT_TRUE(near(p1, p0, 1e-15 + 10.0 * tau));
  }
}

TEST(Flight, is_the_base_method) {
  const Expr r2 = dot(q, q);
  const System s({.name = "well", .q = q, .M = Expr::eye(2), .V = 0.5 * r2 + r2 * r2});
  for (const Discretization& d : {midpoint(), verlet(), gamma_rule(0.3)}) {
    Flight flight(s, d, newton(), {});
    SmoothContact base(s, d, newton());
    const Vector q0{{1.0, 0.5}}, p0{{0.3, -0.7}};
    FlightPoint point;
    Vector p1, x, y;
    Multipliers force;
    ASSERT_TRUE(flight.fly({.q = q0, .p = p0}, 0.1, point).ok());
    ASSERT_TRUE(flight.land({.q = q0, .p = p0}, point, p1, force).ok());
    ASSERT_TRUE(base.free_position(q0, p0, 0.1, x).ok());
    ASSERT_TRUE(base.discrete_momentum(q0, x, 0.1, y).ok());
    EXPECT_TRUE(near(point.q, x, 1e-14)) << d.name();
    EXPECT_TRUE(near(p1, y, 1e-13)) << d.name();
  }
}

TEST(Flight, is_refused_on_another_branch_than_the_one_predicted) {
  // Steps far too long for a corrugated ground have many roots; Newton's method may end anywhere.
  const System ground({.name = "ground", .q = q, .M = Expr::eye(2), .V = 500.0 * cos(q(0))});
  Flight flight(ground, midpoint(), newton(), {});
  FlightPoint point;
  const auto suspects = [&](double tau) {
    int count = 0;
    for (int k = 0; k < 100; ++k) {
      const Vector q0{{0.06 * k, 0.0}}, p0{{1.0, 0.0}};
      const StepReport report = flight.fly({.h = tau, .q = q0, .p = p0}, tau, point);
      EXPECT_EQ(report.certificate.near_branch(), report.status != StepStatus::branch_suspect);
      if (report.status == StepStatus::branch_suspect) ++count;
    }
    return count;
  };
  EXPECT_GT(suspects(2.0), 0);
  EXPECT_EQ(suspects(0.005), 0);
}

TEST(Flight, keeps_equalities_on_the_way_to_an_impact) {
  const System pendulum({.name = "pendulum before a wall",
                         .q = q,
                         .M = Expr::eye(2),
                         .V = 9.8 * q(1),
                         .f = {{"rod", norm_2(q) - 1.0}},
                         .g = {{"wall", q(0) + 0.2}}});
  Flight flight(pendulum, midpoint(), newton(), {});
  const Vector q0{{0.3, -std::sqrt(1.0 - 0.09)}}, p0 = 3.0 * Vector{{q0[1], -q0[0]}};
  FlightPoint end, hit;
  StepReport report = flight.fly({.q = q0, .p = p0}, 0.2, end);
  ASSERT_TRUE(report.ok()) << report.message;
  ASSERT_EQ(CrossingSearch(pendulum).first(flight, {.q = q0, .p = p0}, end, hit, report).gap, 0)
      << report.message;
  EXPECT_NEAR(hit.q[0], -0.2, 1e-14);
  EXPECT_NEAR(hit.q.norm(), 1.0, 1e-13);
  Vector p1;
  Multipliers force;
  ASSERT_TRUE(flight.land({.q = q0, .p = p0}, hit, p1, force).ok());
  EXPECT_NEAR(p1.dot(hit.q), 0.0, 1e-13);
}

TEST(Flight, behind_an_impact_has_a_root_down_to_the_speed_that_the_energy_needs) {
  // Off a ceiling with linear gravity g: p+^2 = p-^2 + (g/2)^2 (tau^2 - before^2) is positive or
  // not, where `before` is the size of the step that came in, E_d = p-^2/2 - (g before)^2/8.
  constexpr double g = 10.0, before = 0.08, tau = 0.02;
  const System room({.name = "room", .q = q, .M = Expr::eye(2), .V = g * q(1)});
  Flight flight(room, verlet(), newton(), {.impacts = true});
  const double slowest = 0.5 * g * std::sqrt(before * before - tau * tau);
  for (const double factor : {0.2, 0.99, 1.0 - 1e-9, 1.0 + 1e-9, 1.01, 5.0}) {
    const double p = factor * slowest;
    const Launch from{.q = Vector{{0.0, 0.0}},
                      .p = Vector{{1.0, p}},
                      .impact = true,
                      .direction = Vector{{0.0, -p}},
                      .energy = 0.5 + 0.5 * p * p - g * g * before * before / 8.0};
    FlightPoint point;
    const StepReport report = flight.fly(from, tau, point);
    EXPECT_EQ(report.status, factor < 1.0 ? StepStatus::no_admissible_root : StepStatus::converged)
        << factor << ": " << report.message;
    if (!report.ok()) continue;
    EXPECT_NEAR(point.sigma, 1.0 + std::sqrt(1.0 - 1.0 / (factor * factor)), 1e-6);
  }
}

/// A law's impulses drive a pendulum into its rod; the rod does not let it go there.
TEST(Flight, begins_with_the_slopes_that_rods_leave_of_an_impact) {
  const System pendulum({.name = "pendulum",
                         .q = q,
                         .M = 2.0 * Expr::eye(2),
                         .V = 0.0,
                         .f = {{"rod", norm_2(q) - 1.0}},
                         .g = {{"wall", q(0) + 2.0}, {"floor", q(1) + 2.0}}});
  Flight flight(pendulum, midpoint(), newton(), {});
  const Vector along{{0.6, 0.8}}, across{{-0.8, 0.6}};
  FlightPoint tangential, struck;
  flight.rest({.q = along, .p = 3.0 * across}, tangential);
  flight.rest({.q = along, .p = 3.0 * across + 5.0 * along, .struck = true}, struck);
  EXPECT_TRUE(near(tangential.slopes, Vector{{-1.2, 0.9}}, 1e-15));
  EXPECT_TRUE(near(struck.slopes, tangential.slopes, 1e-14));
}

}  // namespace
}  // namespace ricochet
