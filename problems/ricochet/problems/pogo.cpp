#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

namespace ricochet::problems {

/// Two unit masses on a line, joined by a spring; the lower one bounces on the floor. [KP12] 6.1.1;
/// gravity of fig 1.4 (fig 6.1 has 9.8), start chosen.
Problem pogo() {
  const Expr q = Expr::sym("q", 2);
  const Expr mass = Expr::sym("mass"), gravity = Expr::sym("gravity"),
             stiffness = Expr::sym("stiffness"), length = Expr::sym("length");
  const Expr stretch = q(0) - q(1) - length;
  return {.system = System(with_contact_law(
              {.name = "pogo",
               .q = q,
               .parameters = {mass_parameter(mass),
                              gravity_parameter(gravity, 9.8213),
                              {"stiffness", stiffness, 10.0, Range::at_least(0.0), "N/m"},
                              {"length", length, 5.0, Range::at_least(0.0), "m"}},
               .M = mass * Expr::eye(2),
               .V = 0.5 * stiffness * stretch * stretch + mass * gravity * (q(0) + q(1)),
               .g = {{"floor", q(1)}}})),
          .initial = {.q = Vector{{6.0, 1.0}}, .p = Vector{{0.0, 0.0}}},
          .h = 0.1,
          .duration = 100.0,
          .stepper = "gvi",
          .discretization = verlet(),
          .source = "[KP12] 6.1.1, fig 1.4: system and h stated; start chosen",
          .summary = "two masses on a spring bounce on a floor",
          .bodies = {{.name = "upper mass", .x = 0}, {.name = "lower mass", .x = 1}}};
}

/// The same with a spring that hardens, V + hardening stretch^4: a potential that is not quadratic,
/// so that no energy is kept by accident. All data chosen but those of the pogo stick.
Problem pogo_hardening() {
  Problem problem = pogo();
  SystemSpecification harder = problem.system.specification();
  const Expr hardening = Expr::sym("hardening");
  const Expr stretch = harder.q(0) - harder.q(1) - harder.parameters[3].symbol;
  harder.name = "pogo-hardening";
  harder.parameters.push_back({"hardening", hardening, 1.0, Range::at_least(0.0), "J/m^4"});
  harder.V += hardening * pow(stretch, 4);
  problem.system = System(harder);
  problem.h = 0.05;
  problem.source = "ours: the pogo stick of [KP12] 6.1.1 with a quartic spring";
  problem.summary = "two masses on a spring that hardens bounce on a floor";
  return problem;
}

}  // namespace ricochet::problems
