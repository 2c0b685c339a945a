#include "support/rough_bodies.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace ricochet::support {
namespace {

constexpr double g = 9.81;

/// In [-1, 1).
double draw(std::mt19937_64& random) { return 2.0 * unit(random) - 1.0; }

SystemSpecification rough(const std::string& name, const Expr& q) {
  return {.name = name,
          .q = q,
          .parameters = {{"restitution", Expr::sym("restitution"), 0.0},
                         {"friction", Expr::sym("friction"), 0.0}}};
}

Contact contact_of(const SystemSpecification& s, const std::vector<Expr>& tangents) {
  return {.restitution = s.parameters[0].symbol,
          .friction = s.parameters[1].symbol,
          .tangents = tangents};
}

/// A planar body's point: its position and the gradients of both coordinates.
struct Point {
  Point(const Expr& q, Index body, double along, double up) {
    const auto i = static_cast<casadi_int>(3 * body);
    const Expr arm_x = cos(q(i + 2)) * along - sin(q(i + 2)) * up;
    const Expr arm_y = sin(q(i + 2)) * along + cos(q(i + 2)) * up;
    x = q(i) + arm_x;
    y = q(i + 1) + arm_y;
    dx = dy = Expr::zeros(q.size1());
    dx(i) = 1.0;
    dx(i + 2) = -arm_y;
    dy(i + 1) = 1.0;
    dy(i + 2) = arm_x;
  }
  Expr x, y, dx, dy;
};

constexpr double half_width = 0.15, half_height = 0.1;  // [m], of planar boxes of 1 kg
constexpr double inertia = (half_width * half_width + half_height * half_height) / 3.0;

struct Corner {
  double along, up;
};
constexpr std::array<Corner, 4> corners = {{{-half_width, -half_height},
                                            {half_width, -half_height},
                                            {-half_width, half_height},
                                            {half_width, half_height}}};

/// A corner of a box on the upper face of the one below: distance, and slip along the face.
void add_on_face(SystemSpecification& s, Index above, size_t corner) {
  const Point p(s.q, above, corners[corner].along, corners[corner].up);
  const auto below = static_cast<casadi_int>(3 * (above - 1));
  const Expr c = cos(s.q(below + 2)), n = sin(s.q(below + 2));
  const Expr up = c * (p.y - s.q(below + 1)) - n * (p.x - s.q(below));
  Expr slip = c * p.dx + n * p.dy;
  slip(below) = -c;
  slip(below + 1) = -n;
  slip(below + 2) = up;  // the point of the face moves with its box
  s.g.add("face " + std::to_string(above) + ", corner " + std::to_string(corner), up - half_height,
          contact_of(s, {slip}));
}

}  // namespace

RoughBodies chain(Index links, bool twice) {
  constexpr double mass = 0.1, rod = 0.2;
  const auto points = static_cast<casadi_int>(links + 1);
  const Expr q = Expr::sym("q", 2 * points);
  SystemSpecification s = rough("chain of " + std::to_string(links), q);
  s.M = mass * Expr::eye(2 * points);
  s.V = 0.0;
  for (casadi_int i = 0; i < points; ++i) {
    s.V += mass * g * q(2 * i + 1);
    Expr tangent = Expr::zeros(2 * points);
    tangent(2 * i) = 1.0;
    s.g.add("floor " + std::to_string(i), q(2 * i + 1), contact_of(s, {tangent}));
    if (i + 1 == points) continue;
    const Expr length =
        (pow(q(2 * i + 2) - q(2 * i), 2) + pow(q(2 * i + 3) - q(2 * i + 1), 2) - rod * rod) /
        (2.0 * rod);
    s.f.add("rod " + std::to_string(i), length);
    if (twice && i == 1) s.f.add("rod 1 again", length);
  }
  const auto start = [points](std::mt19937_64& random) {
    State at{.q = Vector(2 * points), .p = Vector(2 * points)};
    const double first = 1.2 * draw(random), turn = 0.3 * draw(random);
    const double vx = draw(random), vy = draw(random);
    double x = 0.0, y = 0.4 + 0.1 * draw(random);
    for (Index i = 0; i < points; ++i) {
      at.q.segment<2>(2 * i) << x, y;
      at.p.segment<2>(2 * i) << mass * vx, mass * vy;
      const double angle = std::min(first + turn * static_cast<double>(i), 1.5);
      x += rod * std::cos(angle);
      y += rod * std::abs(std::sin(angle));
    }
    return at;
  };
  return {s.name, System(s), start, 0.005, 300};
}

RoughBodies wavy_chain(Index links) {
  RoughBodies bodies = chain(links);
  bodies.name = "wavy " + bodies.name;
  bodies.steps = 500;
  bodies.start = [links](std::mt19937_64& random) {
    constexpr double mass = 0.1, rod = 0.2, above = 0.05, waves = 8.0;
    State at{.q = Vector(2 * links + 2), .p = Vector(2 * links + 2)};
    const double steep = 1.2 * draw(random), rough = 1.5 * draw(random), vx = draw(random);
    const double vy = -5.0 * unit(random);
    const double turn = 2.0 * waves * std::numbers::pi * unit(random) / static_cast<double>(links);
    double x = 0.0, y = 0.0, lowest = 0.0;
    for (Index i = 0; i <= links; ++i) {
      at.q.segment<2>(2 * i) << x, y;
      at.p.segment<2>(2 * i) << mass * vx, mass * vy;
      lowest = std::min(lowest, y);
      const double angle = steep * std::cos(turn * static_cast<double>(i)) + rough * draw(random);
      x += rod * std::cos(angle);
      y += rod * std::sin(angle);
    }
    for (Index i = 0; i <= links; ++i) at.q[2 * i + 1] += above - lowest;
    return at;
  };
  return bodies;
}

RoughBodies tossed_box() {
  const Eigen::Vector3d half(0.1, 0.07, 0.05), J = half.cwiseAbs2() / 3.0;
  const Expr q = Expr::sym("q", 12);
  SystemSpecification s = rough("tossed box", q);
  const auto axis = [&](int k) -> Expr { return q(casadi::Slice(3 + 3 * k, 6 + 3 * k)); };
  Expr mass = Expr::ones(12);
  for (int k = 0; k < 3; ++k)
    for (int i = 0; i < 3; ++i) mass(3 + 3 * k + i) = J[k];
  s.M = diag(mass);
  s.V = g * q(2);
  for (int i = 0; i < 3; ++i)
    for (int j = i; j < 3; ++j)
      s.f.add("axes " + std::to_string(i) + " " + std::to_string(j),
              0.1 * (dot(axis(i), axis(j)) - (i == j ? 1.0 : 0.0)));
  for (int corner = 0; corner < 8; ++corner) {
    std::array<Expr, 3> rows;  // gradients of x, y, z of the corner
    Expr height = q(2);
    for (int i = 0; i < 3; ++i) {
      rows[static_cast<size_t>(i)] = Expr::zeros(12);
      rows[static_cast<size_t>(i)](i) = 1.0;
    }
    for (int k = 0; k < 3; ++k) {
      const double arm = ((corner >> k) & 1) != 0 ? half[k] : -half[k];
      height += arm * q(5 + 3 * k);
      for (int i = 0; i < 3; ++i) rows[static_cast<size_t>(i)](3 + 3 * k + i) = arm;
    }
    s.g.add("corner " + std::to_string(corner), height, contact_of(s, {rows[0], rows[1]}));
  }
  const auto start = [J](std::mt19937_64& random) {
    const auto vector = [&] {
      const double x = draw(random), y = draw(random), z = draw(random);
      return Eigen::Vector3d(x, y, z);
    };
    const Eigen::Vector3d about = vector();
    const Eigen::Matrix3d R = Eigen::Quaterniond(draw(random), about[0], about[1], about[2])
                                  .normalized()
                                  .toRotationMatrix();
    const Eigen::Vector3d v = vector(), spin = 5.0 * vector();
    State at{.q = Vector::Zero(12), .p = Vector::Zero(12)};
    at.q[2] = 0.2 + 0.1 * unit(random);
    at.p.head<3>() = v;
    for (int k = 0; k < 3; ++k) {
      at.q.segment<3>(3 + 3 * k) = R.col(k);
      at.p.segment<3>(3 + 3 * k) = J[k] * spin.cross(R.col(k));
    }
    return at;
  };
  return {s.name, System(s), start, 0.005, 240};
}

RoughBodies stack(Index boxes) {
  const Expr q = Expr::sym("q", static_cast<casadi_int>(3 * boxes));
  SystemSpecification s = rough("stack of " + std::to_string(boxes), q);
  Expr mass = Expr::ones(q.size1());
  s.V = 0.0;
  for (Index box = 0; box < boxes; ++box) {
    const auto i = static_cast<casadi_int>(3 * box);
    mass(i + 2) = inertia;
    s.V += g * q(i + 1);
    for (size_t corner = 0; corner < (box == 0 ? 4u : 2u); ++corner) {
      const Point p(q, box, corners[corner].along, corners[corner].up);
      if (box == 0)
        s.g.add("floor " + std::to_string(corner), p.y, contact_of(s, {p.dx}));
      else
        add_on_face(s, box, corner);
    }
  }
  s.M = diag(mass);
  const auto start = [boxes](std::mt19937_64& random) {
    State at{.q = Vector(3 * boxes), .p = Vector(3 * boxes)};
    for (Index box = 0; box < boxes; ++box) {
      const double level = static_cast<double>(box);
      const double x = 0.05 * draw(random), angle = 0.02 * draw(random);
      const double vx = 0.3 * draw(random), spin = draw(random);
      at.q.segment<3>(3 * box) << x, half_height * (2.0 * level + 1.0) + 0.02 * (level + 1.0),
          angle;
      at.p.segment<3>(3 * box) << vx, 0.0, inertia * spin;
    }
    return at;
  };
  return {s.name, System(s), start, 0.004, 200};
}

RoughBodies box_in_channel() {
  const Expr q = Expr::sym("q", 3);
  SystemSpecification s = rough("box in a channel", q);
  s.M = diag(vertcat(Expr(1.0), Expr(1.0), Expr(inertia)));
  s.V = g * q(1) - 2.0 * q(0);
  for (size_t corner = 0; corner < corners.size(); ++corner) {
    const Point p(q, 0, corners[corner].along, corners[corner].up);
    s.g.add("wall " + std::to_string(corner), corner < 2 ? p.y : 2.0 * half_height - p.y,
            contact_of(s, {p.dx}));
  }
  const auto start = [](std::mt19937_64& random) {
    return State{.q = Vector{{0.0, half_height, 0.0}}, .p = Vector{{2.0 * draw(random), 0.0, 0.0}}};
  };
  return {s.name, System(s), start, 0.005, 200};
}

RoughBodies point_on_floors(Index floors) {
  const Expr q = Expr::sym("q", 2);
  SystemSpecification s = rough("point on " + std::to_string(floors) + " floors", q);
  s.M = Expr::eye(2);
  s.V = g * q(1);
  for (Index i = 0; i < floors; ++i)
    s.g.add("floor " + std::to_string(i), q(1), contact_of(s, {vertcat(Expr(1.0), Expr(0.0))}));
  const auto start = [](std::mt19937_64& random) {
    const double height = 0.2 * unit(random), vx = 2.0 * draw(random), vy = draw(random);
    return State{.q = Vector{{0.0, height}}, .p = Vector{{vx, vy}}};
  };
  return {s.name, System(s), start, 0.005, 300};
}

}  // namespace ricochet::support
