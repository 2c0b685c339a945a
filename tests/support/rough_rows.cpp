#include "ricochet/problems.hpp"
#include "support/rough_bodies.hpp"

#include <cmath>

namespace ricochet::support {
namespace {

constexpr double g = 9.81;

/// In [least, most).
double between(std::mt19937_64& random, double least, double most) {
  return least + (most - least) * unit(random);
}

/// Discs of 1 kg in the plane, q = (x, y, angle) of each.
struct Discs {
  Expr q;
  [[nodiscard]] Expr x(casadi_int i) const { return q(3 * i); }
  [[nodiscard]] Expr y(casadi_int i) const { return q(3 * i + 1); }

  /// The row of the velocity of disc i, at the point of its rim in the direction -n, along t.
  void add_rim(Expr& row, casadi_int i, const Expr& tx, const Expr& ty, double radius) const {
    row(3 * i) += tx;
    row(3 * i + 1) += ty;
    row(3 * i + 2) -= radius;
  }
  /// Slip on a wall with the inner normal (nx, ny).
  [[nodiscard]] Expr on_wall(casadi_int i, double nx, double ny, double radius) const {
    Expr row = Expr::zeros(q.size1());
    add_rim(row, i, -ny, nx, radius);
    return row;
  }
  /// Slip of disc i on disc j.
  [[nodiscard]] Expr on_disc(casadi_int i, casadi_int j, const Expr& apart, double radius) const {
    const Expr nx = (x(i) - x(j)) / apart, ny = (y(i) - y(j)) / apart;
    Expr row = Expr::zeros(q.size1());
    add_rim(row, i, -ny, nx, radius);
    add_rim(row, j, ny, -nx, radius);
    return row;
  }
};

}  // namespace

RoughBodies row_of_dominoes(Index blocks) {
  const Problem problem = problems::dominoes(static_cast<int>(blocks));
  const System& s = problem.system;
  const double width = s.parameter("width"), height = s.parameter("height");
  const Matrix mass = s.M_now();
  const auto start = [=](std::mt19937_64& random) {
    State at{.q = Vector::Zero(3 * blocks), .p = Vector::Zero(3 * blocks)};
    const double angle = between(random, 0.0, 0.4), spin = between(random, -6.0, 2.0);
    const double c = std::cos(angle), t = std::sin(angle);
    double x = 0.0;
    Vector v = Vector::Zero(3 * blocks);
    for (Index i = 0; i < blocks; ++i) {
      at.q.segment<2>(3 * i) << x, 0.5 * height;
      v[3 * i] = between(random, -0.1, 0.1);
      x += width + between(random, 0.021, 0.04);
    }
    // The first one turns about its lower right corner.
    at.q.head<3>() << 0.5 * (width - c * width + t * height), 0.5 * (t * width + c * height),
        -angle;
    v.head<3>() << -spin * at.q[1], spin * (at.q[0] - 0.5 * width), spin;
    at.p = mass * v;
    return at;
  };
  return {"row of " + std::to_string(blocks) + " dominoes", s, start, 0.002, 250};
}

RoughBodies packed_discs(Index lowest) {
  constexpr double radius = 0.1, room = 1.1;  // the cells of the start are larger than the discs
  const auto count = static_cast<casadi_int>(lowest * (lowest + 1) / 2);
  const Discs discs{Expr::sym("q", 3 * count)};
  SystemSpecification s{.name = std::to_string(count) + " packed discs",
                        .q = discs.q,
                        .parameters = {{"restitution", Expr::sym("restitution"), 0.0},
                                       {"friction", Expr::sym("friction"), 0.0}}};
  const auto touch = [&s](const std::string& name, const Expr& gap, const Expr& slip) {
    s.g.add(name, gap,
            Contact{.restitution = s.parameters[0].symbol,
                    .friction = s.parameters[1].symbol,
                    .tangents = {slip}});
  };
  const double far = 2.0 * room * radius * static_cast<double>(lowest);
  Expr mass = Expr::ones(3 * count);
  s.V = 0.0;
  for (casadi_int i = 0; i < count; ++i) {
    mass(3 * i + 2) = 0.5 * radius * radius;
    s.V += g * discs.y(i);
    const std::string name = std::to_string(i);
    touch("floor " + name, discs.y(i) - radius, discs.on_wall(i, 0.0, 1.0, radius));
    touch("left " + name, discs.x(i) - radius, discs.on_wall(i, 1.0, 0.0, radius));
    touch("right " + name, far - radius - discs.x(i), discs.on_wall(i, -1.0, 0.0, radius));
    for (casadi_int j = 0; j < i; ++j) {
      const Expr apart = sqrt(sq(discs.x(i) - discs.x(j)) + sq(discs.y(i) - discs.y(j)));
      touch("discs " + name + "-" + std::to_string(j), apart - 2.0 * radius,
            discs.on_disc(i, j, apart, radius));
    }
  }
  s.M = diag(mass);
  const auto start = [=](std::mt19937_64& random) {
    State at{.q = Vector::Zero(3 * count), .p = Vector::Zero(3 * count)};
    const double cell = room * radius, jitter = 0.4 * (cell - radius);
    Index i = 0;
    for (Index row = 0; row < lowest; ++row)
      for (Index k = 0; k + row < lowest; ++k, ++i) {
        const double x = cell * static_cast<double>(1 + row + 2 * k),
                     y = cell * (1.0 + 1.75 * static_cast<double>(row));
        at.q.segment<2>(3 * i) << x + between(random, -jitter, jitter),
            y + between(random, -jitter, jitter);
        const double vx = between(random, -0.5, 0.5), vy = between(random, -0.5, 0.5);
        at.p.segment<3>(3 * i) << vx, vy, 0.5 * radius * radius * between(random, -5.0, 5.0);
      }
    return at;
  };
  return {s.name, System(s), start, 0.005, 160};
}

}  // namespace ricochet::support
