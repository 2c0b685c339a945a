#include "ricochet/diagnostics.hpp"
#include "ricochet/registry.hpp"
#include "ricochet/simulate.hpp"

#include <Eigen/Geometry>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

/// A box in natural coordinates on a rough floor under `forced-collision`: it slides where its
/// corner can just not stick, and comes to rest however it is dropped.

namespace ricochet {
namespace {

const Eigen::Vector3d sides(1.0, 0.6, 0.4);  // [m], of 1 kg

/// q: the centre and three unit vectors along the sides.
System rough_box(double restitution, double friction) {
  const Expr q = Expr::sym("q", 12);
  const auto place = [&](int i) -> Expr { return q(casadi::Slice(3 * i, 3 * i + 3)); };
  Expr mass = Expr::ones(12);
  for (int i = 0; i < 9; ++i) mass(3 + i) = sides[i / 3] * sides[i / 3] / 12.0;
  SystemSpecification s{.name = "rough box", .q = q, .M = diag(mass), .V = 9.81 * q(2)};
  for (int i = 1; i < 4; ++i)
    for (int j = i; j < 4; ++j)
      s.f.add("axes " + std::to_string(i) + " " + std::to_string(j),
              dot(place(i), place(j)) - (i == j ? 1.0 : 0.0));
  for (int corner = 0; corner < 8; ++corner) {
    Expr at = place(0);
    for (int i = 0; i < 3; ++i)
      at += ((corner >> i & 1) != 0 ? 0.5 : -0.5) * sides[i] * place(1 + i);
    s.g.add("corner " + std::to_string(corner), at(2),
            {.restitution = restitution,
             .friction = friction,
             .tangents = {jacobian(at(0), q).T(), jacobian(at(1), q).T()}});
  }
  return System(s);
}

State state_of(double height, const Eigen::Vector3d& turns, const Eigen::Vector3d& velocity,
               const Eigen::Vector3d& spin) {
  const Eigen::Matrix3d R = (Eigen::AngleAxisd(turns[2], Eigen::Vector3d::UnitZ()) *
                             Eigen::AngleAxisd(turns[1], Eigen::Vector3d::UnitY()) *
                             Eigen::AngleAxisd(turns[0], Eigen::Vector3d::UnitX()))
                                .toRotationMatrix();
  State at{.q = Vector::Zero(12), .p = Vector::Zero(12)};
  at.q[2] = height;
  at.p.head<3>() = velocity;
  for (int k = 0; k < 3; ++k) {
    at.q.segment<3>(3 + 3 * k) = R.col(k);
    at.p.segment<3>(3 + 3 * k) = sides[k] * sides[k] / 12.0 * spin.cross(R.col(k));
  }
  return at;
}

/// Its last corner stands; to stick it needs friction 0.8047 of the normal force.
const State nearly_sticks{
    .q = Vector{{0.62109994350221231, 0.4183864308785098, 0.37765612876809007, -0.24689210942070602,
                 -0.9682058308226289, -0.040271025152796042, -0.42522797313094074,
                 0.14558840717261781, -0.89330016599343132, 0.8707614237968665,
                 -0.20342439592635653, -0.44765283196831329}},
    .p = Vector{{0.45615912891136257, 1.1116504875579236, -1.5090155143409234,
                 -0.033417794972795858, -0.0022339611897302467, 0.25858602067465625,
                 -0.017570835554541399, -0.076077835933247628, -0.0040349708897435329,
                 -0.0053296002352782286, -0.02249789073913773, -0.00014339338730524399}}};
constexpr Index standing = 7;

/// The force of the standing corner over the first flight of a run.
struct Force {
  double normal = 0.0;  ///< [N]
  double ratio = 0.0;   ///< of the tangential one to it
  double slip = 0.0;    ///< direction against it [rad]
};

Force first_force(double friction, double h, const std::string& backend) {
  const auto stepper = make_stepper("forced-collision", rough_box(0.0, friction),
                                    {.backend = make_backend(backend)});
  const Trajectory run = simulate(*stepper, nearly_sticks, {.h = h, .steps = 3});
  EXPECT_TRUE(run.ok()) << backend << ", h = " << h << ": " << run.message();
  if (run.steps.size() < 2) return {};
  EXPECT_EQ(run.certified, 3);
  const FlightRecord& flight = run.steps[1].flights.at(0);
  const Vector rub = -(flight.force.rho + flight.force.pi).segment<2>(2 * standing);
  const double push = flight.force.lambda[standing] + flight.force.mu[standing];
  return {push / flight.tau, rub.norm() / push, std::atan2(rub[1], rub[0])};
}

/// Forces change over a flight: by less than 0.3 h of themselves per second.
void expect_slides(const std::string& backend, double h) {
  const Force at = first_force(0.8, h, backend);
  EXPECT_NEAR(at.ratio, 0.8, 1e-10) << backend << h;
  EXPECT_NEAR(at.normal, 1.3327, 1e-4 + 3.0 * h) << backend << h;
  EXPECT_NEAR(at.slip, 1.3046, 1e-4 + 0.1 * h) << backend << h;
  for (const double friction : {0.79, 0.75, 0.5})
    EXPECT_NEAR(first_force(friction, h, backend).ratio, friction, 1e-10) << backend << h;
  EXPECT_LE(first_force(0.82, h, backend).ratio, 0.82 + 1e-10) << backend << h;
}

TEST(LocatedBox, slides_where_its_corner_can_just_not_stick) {
  expect_slides("newton", 1e-2);
  expect_slides("newton", 1e-4);
}

TEST(LocatedBoxSlow, slides_under_every_backend_and_step) {
  for (const std::string backend : {"newton", "ipopt", "automatic"})
    for (const double h : {1e-2, 1e-3, 1e-4}) expect_slides(backend, h);
}

TEST(LocatedBoxControl, sticks_where_friction_is_a_little_more) {
  const Force at = first_force(0.82, 1e-5, "newton");
  EXPECT_NEAR(at.ratio, 0.8047, 1e-3);
  EXPECT_LT(at.ratio, 0.81);
}

struct Drop {
  std::string name = {};
  State start = {};
};

const std::vector<Drop>& drops() {
  using V = Eigen::Vector3d;
  const V none = V::Zero();
  static const std::vector<Drop> all = {
      {"flat", state_of(0.5, none, none, none)},
      {"flat, it moves and turns", state_of(0.5, none, V(0.3, 0.1, 0.0), V(0.0, 0.0, 1.0))},
      {"it slides", state_of(0.2, none, V(1.0, 0.0, 0.0), none)},
      {"it slides and turns", state_of(0.2, none, V(0.5, 0.2, 0.0), V(0.0, 0.0, 2.0))},
      {"tilted", state_of(1.0, V(0.4, 0.3, 0.2), V(0.3, 0.1, 0.0), V(1.0, -0.5, 1.0))},
      {"on an edge", state_of(0.6, V(0.0, 0.3, 0.0), none, none)}};
  return all;
}

TEST(LocatedBox, comes_to_rest_however_it_is_dropped) {
  const System box = rough_box(0.3, 0.5);
  for (const std::string rule : {"midpoint", "verlet"}) {
    const auto stepper = make_stepper(
        "forced-collision", box,
        {.discretization = make_discretization(rule), .backend = make_backend("newton")});
    for (const Drop& drop : drops())
      for (const double h : {0.01, 0.0025}) {
        const std::string where = drop.name + ", " + rule + ", h = " + std::to_string(h);
        const Trajectory run =
            simulate(*stepper, drop.start, {.h = h, .steps = std::lround(3.0 / h)});
        ASSERT_TRUE(run.ok()) << where << ": " << run.message();
        EXPECT_EQ(run.certified, run.made) << where;
        EXPECT_LE(run.last().state.p.lpNorm<Eigen::Infinity>(), 1e-12) << where;
        EXPECT_GE(run.last().contacts.held.size(), 4u) << where << ": it lies on a face";
        EXPECT_GE(smallest_gap(box, run), -1e-10) << where;
        if (drop.name == "it slides") {  // v^2 / (2 mu g)
          EXPECT_NEAR(run.last().state.q[0], 0.101937, 1e-6 + 0.5 * 9.81 * h * h / 8.0) << where;
        }
      }
  }
}

TEST(LocatedBoxControl, goes_on_where_the_floor_is_smooth) {
  const auto stepper =
      make_stepper("forced-collision", rough_box(0.3, 0.0), {.backend = make_backend("newton")});
  const Trajectory run = simulate(*stepper, drops()[2].start, {.h = 0.01, .steps = 300});
  ASSERT_TRUE(run.ok()) << run.message();
  EXPECT_NEAR(run.last().state.q[0], 3.0, 1e-10);
}

}  // namespace
}  // namespace ricochet
