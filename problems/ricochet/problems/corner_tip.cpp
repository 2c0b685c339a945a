#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

#include <cmath>
#include <numbers>

namespace ricochet::problems {
namespace {

constexpr double degree = std::numbers::pi / 180.0;

/// A unit vector at an angle to the x axis.
Expr direction(double angle) { return vertcat(Expr(std::cos(angle)), Expr(std::sin(angle))); }

}  // namespace

/// A force-free particle flies at the tip of an obstacle, an exterior corner: [FMOW03] figure 6,
/// all data chosen. The obstacle is the wedge a d1 + b d2 with a, b >= 0, d1 at 250 and d2 at 300
/// degrees, and its outside is the union of two half-planes, which rows g >= 0 cannot express. At
/// the tip the normal cone is spanned by both normals.
Problem corner_tip() {
  const Expr q = Expr::sym("q", 2), mass = Expr::sym("mass");
  const Expr beyond_d1 = dot(direction((250.0 - 90.0) * degree), q);
  const Expr beyond_d2 = dot(direction((300.0 + 90.0) * degree), q);
  SystemSpecification system{.name = "corner-tip",
                             .q = q,
                             .parameters = {mass_parameter(mass)},
                             .M = mass * Expr::eye(2),
                             .V = 0.0};
  system.g.add_any("tip", {beyond_d1, beyond_d2});
  return {.system = System(with_contact_law(system)),
          .initial = {.q = Vector{{0.4, 1.0}}, .p = Vector{{-1.0, -2.5}}},
          .h = 0.1,
          .duration = 1.0,
          .stepper = "collision",
          .source = "[FMOW03] figure 6: an exterior corner; all numbers chosen",
          .summary = "a force-free particle meets the tip of an obstacle",
          .bodies = {{.name = "particle", .x = 0, .y = 1}}};
}

}  // namespace ricochet::problems
