#include "ricochet/contact_law.hpp"
#include "ricochet/parameters.hpp"
#include "ricochet/problems.hpp"

#include <array>
#include <cmath>
#include <string>

namespace ricochet::problems {
namespace {

// Start of the six spheres, (x, y, z, px, py, pz) each: a zigzag of unit rods with momenta
// tangential to the rods. Chosen by us.
constexpr std::array<std::array<double, 6>, 6> six_spheres{{
    {-2.0633390372741962, 0.28232123669751763, 0, 0.41188407530903237, 0.56758433482673143,
     -0.21200387886728661},
    {-1.2380034223645178, -0.28232123669751763, 0, 0.2718849606268518, 0.36294819630126568,
     -0.88475350243891293},
    {-0.41266780745483933, 0.28232123669751763, 0, -0.16105513150822462, 0.99577497430272743,
     -0.41646915036577459},
    {0.41266780745483889, -0.28232123669751763, 0, -0.28727271511568103, 0.81128324389371709,
     0.37965687676585425},
    {1.2380034223645175, 0.28232123669751763, 0, 0.78799831662806963, -0.76043606521661344,
     0.017605861801634148},
    {2.0633390372741962, -0.28232123669751763, 0, 0.77656049405995242, -0.77715468410782818,
     -0.38403620689551399},
}};

Expr sphere(const Expr& q, int i) { return q(casadi::Slice(3 * i, 3 * i + 3), 0); }

/// The chosen start for six spheres, with positions scaled to the rods; other numbers of spheres
/// lie on the same zigzag, at rest.
State start_of(int n, double length) {
  State s{.q = Vector(3 * n), .p = Vector::Zero(3 * n)};
  const double rise = six_spheres[0][1], run = std::sqrt(1.0 - 4.0 * rise * rise);
  for (int i = 0; i < n; ++i)
    for (int d = 0; d < 3; ++d) {
      if (n == 6) {
        s.q[3 * i + d] = length * six_spheres[static_cast<size_t>(i)][static_cast<size_t>(d)];
        s.p[3 * i + d] = six_spheres[static_cast<size_t>(i)][static_cast<size_t>(d) + 3];
      } else {
        const double zigzag[] = {(i - 0.5 * (n - 1)) * run, i % 2 == 0 ? rise : -rise, 0.0};
        s.q[3 * i + d] = length * zigzag[d];
      }
    }
  return s;
}

}  // namespace

/// A chain molecule: n hard spheres in space joined by rods, all pairs with a Lennard-Jones
/// potential and a contact, inside a bounding sphere. [KP12] 8.1.2; eps, start and the pair set
/// chosen.
Problem lennard_jones(int n) {
  const Expr q = Expr::sym("q", 3 * n);
  const Expr mass = Expr::sym("mass"), epsilon = Expr::sym("epsilon"), sigma = Expr::sym("sigma"),
             radius = Expr::sym("radius"), length = Expr::sym("length"), bound = Expr::sym("bound");
  Expr V = 0.0;
  Constraints rods, contacts;
  std::vector<PlanarBody> bodies;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      const Expr apart = sphere(q, i) - sphere(q, j);
      const std::string pair = std::to_string(i) + "-" + std::to_string(j);
      const Expr s6 = pow(sigma * sigma / dot(apart, apart), 3);
      V += 4.0 * epsilon * (s6 * s6 - s6);
      contacts.add("spheres " + pair, norm_2(apart) - 2.0 * radius);    // [KP12] (8.9)
      if (j == i + 1) rods.add("rod " + pair, norm_2(apart) - length);  // (8.8)
    }
  for (int i = 0; i < n; ++i) {
    contacts.add("bound " + std::to_string(i), bound - radius - norm_2(sphere(q, i)));
    bodies.push_back({.name = "sphere " + std::to_string(i), .x = 3 * i, .y = 3 * i + 1});
  }
  const auto component = [n](int axis) {
    return [n, axis](const Expr& x, const Expr& p) -> Expr {
      Expr sum = 0.0;
      const int a = (axis + 1) % 3, b = (axis + 2) % 3;
      for (int i = 0; i < n; ++i) sum += x(3 * i + a) * p(3 * i + b) - x(3 * i + b) * p(3 * i + a);
      return sum;
    };
  };
  const auto start = [n](const System& s) { return start_of(n, s.parameter("length")); };
  Problem problem{
      .system = System(
          with_contact_law({.name = "lennard-jones",
                            .q = q,
                            .parameters = {mass_parameter(mass),
                                           {"epsilon", epsilon, 1.0, Range::at_least(0.0), "J"},
                                           size_parameter(sigma, 0.6),
                                           size_parameter(radius, 0.3),
                                           size_parameter(length, 1.0),
                                           size_parameter(bound, 5.0)},
                            .M = mass * Expr::eye(3 * n),
                            .V = V,
                            .f = rods,
                            .g = contacts,
                            .momenta = {{"angular momentum x", component(0)},
                                        {"angular momentum y", component(1)},
                                        {"angular momentum z", component(2)}}})),
      .h = 1e-2,
      .duration = 10.0,
      .stepper = "gvi",
      .discretization = verlet(),
      .source = "[KP12] 8.1.2: spheres, rods, bound, h stated; epsilon and start chosen",
      .summary = "a chain molecule of " + std::to_string(n) + " hard spheres",
      .bodies = bodies,
      .start_for = start};
  problem.initial = start(problem.system);
  return problem;
}

}  // namespace ricochet::problems
