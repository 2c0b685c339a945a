#include "ricochet/backends/ipopt.hpp"
#include "ricochet/backends/newton.hpp"
#include "ricochet/diagnostics.hpp"
#include "ricochet/simulate.hpp"
#include "ricochet/steppers/forced_collision.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// Three points of 0.1 kg on two rods above a floor of restitution e; the square of the length of
/// the rods decides by rounding whether a gap that closes is found before its speed vanishes.
System three_points(double e, double square) {
  const Expr q = Expr::sym("q", 6);
  SystemSpecification s{
      .name = "three points", .q = q, .M = 0.1 * Expr::eye(6), .V = 0.981 * (q(1) + q(3) + q(5))};
  for (int i = 0; i < 3; ++i)
    s.g.add("floor " + std::to_string(i), q(2 * i + 1), Contact{.restitution = e});
  for (int i = 0; i < 2; ++i)
    s.f.add("rod " + std::to_string(i),
            (pow(q(2 * i + 2) - q(2 * i), 2) + pow(q(2 * i + 3) - q(2 * i + 1), 2) - square) / 0.4);
  return System(s);
}

/// The last point rests, the middle one is about to land.
const State about_to_land{
    .q = Vector{{0.18231176481772238, 0.14665720318235051, 0.038162225195186146,
                 0.0080177058282023348, -0.16167700116753878, 0.0}},
    .p = Vector{{0.075147294718606525, -0.25168926826519389, 0.041779360481216769,
                 -0.21699516990022402, 0.033073344800176784, 0.0}}};

TEST(ComingToRest, beside_a_held_contact_is_no_grazing) {
  for (const Backend& backend : {newton(), ipopt()})
    for (const double square : {0.2 * 0.2, 0.04})
      for (const double e : {0.0, 0.01})
        for (const double h : {0.005, 0.004, 0.003}) {
          ForcedCollision stepper(three_points(e, square), {.backend = backend});
          const Trajectory run = simulate(stepper, about_to_land, {.h = h, .steps = 4});
          ASSERT_TRUE(run.ok()) << "e = " << e << ", h = " << h << ": " << run.message();
          EXPECT_GE(smallest_gap(three_points(e, square), run), -1e-10);
        }
}

}  // namespace
}  // namespace ricochet
