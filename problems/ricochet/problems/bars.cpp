#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

#include <vector>

// Elastic bars on a line after space discretisation: the collisions of elastic bodies whose
// continuum theory is [F03] 3.4.4. All data chosen: L = rho = E = A = 1, so that waves travel with
// c = 1; n linear elements of length 1/n with lumped mass; Verlet with h = 1/n (CFL 1), which
// propagates waves exactly. The coordinates are displacements.
//
// Exact motion of the continuum: contact lasts 2, the contact force is rho c A v0 (between two
// equal bars half of it), a bar rebounds with v0, two equal bars swap their velocities.
//
// Event-exact impacts of the contact node (collision) chatter; near CFL 1 they have no admissible
// root, or gain energy without bounds. A multiplier that stops the node loses its kinetic energy,
// E/E0 = 1 - 1/(2n) (pair: 1 - 1/(4n)), and has the exact force: discrete-smooth with all gradients
// and no projection, and rattle, which has the same positions and needs no variant, so that these
// problems run with it. At CFL 1 the energy to look at is 1/2 v^T M v + 1/2 q_k^T K q_{k+1}, not
// H(q_k, p_k).
//
// massless = 1: the contact node has no mass. It is left out, not moved to the neighbour, which
// would spoil the exact waves. M must be positive definite, so the node is condensed: it takes the
// place of least energy that the gap allows. Without contact it follows its neighbour, in contact
// its element is a spring that can only push: a one-sided energy with continuous force, and no
// inequality is left.

namespace ricochet::problems {
namespace {

/// Masses of the nodes, the contact node first.
std::vector<double> lumped_masses(int n, bool massless) {
  std::vector<double> masses(static_cast<size_t>(n) + 1, 1.0 / n);
  masses.front() = masses.back() = 0.5 / n;
  if (massless) masses.erase(masses.begin());
  return masses;
}

/// Energy of the elements between successive nodes; each has the stiffness E A / (1/n) = n.
Expr strain_energy(const Expr& u, int n) {
  const casadi_int nodes = u.size1();
  const Expr stretch = u(casadi::Slice(1, nodes), 0) - u(casadi::Slice(0, nodes - 1), 0);
  return 0.5 * n * dot(stretch, stretch);
}

/// Energy of an element that can only push.
Expr pushing_energy(const Expr& stretch, double stiffness) {
  return 0.5 * stiffness * pow(fmin(stretch, 0.0), 2);
}

Expr diagonal(const std::vector<double>& masses) { return diag(Expr(masses)); }

}  // namespace

/// A bar flies onto a wall that it touches at the start.
Problem bar_wall(int n, bool massless) {
  const std::vector<double> masses = lumped_masses(n, massless);
  const auto nodes = static_cast<Index>(masses.size());
  const Expr u = Expr::sym("u", nodes), speed = Expr::sym("speed");
  SystemSpecification system{.name = "bar-wall",
                             .q = u,
                             .parameters = {speed_parameter(speed, 0.1)},
                             .M = diagonal(masses),
                             .V = strain_energy(u, n)};
  if (massless) {
    system.V += pushing_energy(u(0), n);
  } else {
    system.g.add("wall", u(0));
    system = with_contact_law(system);
  }
  const auto start = [nodes](const System& s) {
    const Vector rest = Vector::Zero(nodes);
    return State{.q = rest, .p = s.momentum(rest, Vector::Constant(nodes, -s.parameter("speed")))};
  };
  Problem problem{.system = System(system),
                  .h = 1.0 / n,
                  .duration = 3.0,
                  .stepper = "rattle",
                  .discretization = verlet(),
                  .source = "[F03] 3.4.4: collisions of elastic bodies; the discrete bar chosen",
                  .summary = "an elastic bar of " + std::to_string(n) + " elements hits a wall",
                  .bodies = {{.name = massless ? "next to the contact end" : "contact end", .x = 0},
                             {.name = "free end", .x = nodes - 1}},
                  .start_for = start};
  problem.initial = start(problem.system);
  return problem;
}

/// A bar flies onto an equal bar at rest that it touches at the start. Massless contact nodes share
/// the place half way between their neighbours while they touch: two springs of stiffness n in
/// series.
Problem bar_pair(int n, bool massless) {
  const std::vector<double> second = lumped_masses(n, massless);
  std::vector<double> masses(second.rbegin(), second.rend());
  masses.insert(masses.end(), second.begin(), second.end());
  const auto nodes = static_cast<Index>(second.size());  // of each bar
  const Expr u1 = Expr::sym("u1", nodes), u2 = Expr::sym("u2", nodes);
  const Expr speed = Expr::sym("speed");
  const Expr gap = u2(0) - u1(nodes - 1);
  const auto momentum = [](const Expr&, const Expr& p) -> Expr { return sum1(p); };
  SystemSpecification system{.name = "bar-pair",
                             .q = vertcat(u1, u2),
                             .parameters = {speed_parameter(speed, 0.1)},
                             .M = diagonal(masses),
                             .V = strain_energy(u1, n) + strain_energy(u2, n),
                             .momenta = {{"momentum", momentum}}};
  if (massless) {
    system.V += pushing_energy(gap, 0.5 * n);
  } else {
    system.g.add("bars", gap);
    system = with_contact_law(system);
  }
  const auto start = [nodes](const System& s) {
    Vector v = Vector::Zero(2 * nodes);
    v.head(nodes).setConstant(s.parameter("speed"));
    const Vector rest = Vector::Zero(2 * nodes);
    return State{.q = rest, .p = s.momentum(rest, v)};
  };
  const std::string end = massless ? "next to the contact end" : "contact end";
  Problem problem{
      .system = System(system),
      .h = 1.0 / n,
      .duration = 3.0,
      .stepper = "rattle",
      .discretization = verlet(),
      .source = "[F03] 3.4.4: collisions of elastic bodies; the discrete bars chosen",
      .summary = "an elastic bar of " + std::to_string(n) + " elements hits an equal bar at rest",
      .bodies = {{.name = "bar 1, free end", .x = 0},
                 {.name = "bar 1, " + end, .x = nodes - 1},
                 {.name = "bar 2, " + end, .x = nodes},
                 {.name = "bar 2, free end", .x = 2 * nodes - 1}},
      .start_for = start};
  problem.initial = start(problem.system);
  return problem;
}

}  // namespace ricochet::problems
