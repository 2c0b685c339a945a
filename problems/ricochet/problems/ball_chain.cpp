#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

#include <stdexcept>
#include <string>

namespace ricochet::problems {

/// n touching balls of unit mass and diameter on a line; the `moving` leftmost have unit speed: one
/// simultaneous impact. Chosen by us; [KP12] appendix A treats the impact.
Problem ball_chain(int n, int moving) {
  if (moving > n)
    throw std::invalid_argument("Problem 'ball-chain': moving must be at most n = " +
                                std::to_string(n) + ", not " + std::to_string(moving));
  const Expr q = Expr::sym("q", n), mass = Expr::sym("mass");
  Constraints contacts;
  State start{.q = Vector(n), .p = Vector::Zero(n)};
  std::vector<PlanarBody> bodies;
  for (int i = 0; i < n; ++i) {
    start.q[i] = i;
    start.p[i] = i < moving ? 1.0 : 0.0;
    bodies.push_back({.name = "ball " + std::to_string(i), .x = i});
    if (i > 0)
      contacts.add("balls " + std::to_string(i - 1) + "-" + std::to_string(i),
                   q(i) - q(i - 1) - 1.0);
  }
  const auto momentum = [](const Expr&, const Expr& p) -> Expr { return sum1(p); };
  return {.system = System(with_contact_law({.name = "ball-chain",
                                             .q = q,
                                             .parameters = {mass_parameter(mass)},
                                             .M = mass * Expr::eye(n),
                                             .V = 0.0,
                                             .g = contacts,
                                             .momenta = {{"momentum", momentum}}})),
          .initial = start,
          .h = 1e-2,
          .duration = 1.0,
          .stepper = "gvi",
          .source = "touching multi-impact, chosen by us",
          .summary = std::to_string(n) + " touching balls on a line",
          .bodies = bodies};
}

}  // namespace ricochet::problems
