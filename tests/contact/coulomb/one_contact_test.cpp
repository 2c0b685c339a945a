#include "ricochet/contact/coulomb/one_contact.hpp"

#include "support/coulomb_block.hpp"
#include "support/random_coulomb.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace ricochet {
namespace {

using support::Block;
using support::RandomCoulomb;

constexpr double g = 9.81, h = 0.01, mass = 2.5;

/// A block on a slope after a time h, in normal and downhill direction.
Block on_slope(double angle, double friction) {
  return {mass, friction, Vector{{-g * h * std::cos(angle), g * h * std::sin(angle)}}};
}

TEST(OneContact, holds_a_block_on_a_slope_up_to_the_angle_of_friction) {
  const double angle = 0.5, threshold = std::tan(angle);
  for (const double more : {1e-12, 1e-6, 0.3}) {
    const Block sticks = on_slope(angle, threshold * (1.0 + more));
    const Vector r = sticks.solve();
    EXPECT_LT((r + mass * sticks.b).norm(), 1e-15);
    const Block slides = on_slope(angle, threshold * (1.0 - more));
    const Vector u = slides.W * slides.solve() + slides.b;
    EXPECT_NEAR(u[0], 0.0, 1e-16);
    EXPECT_NEAR(u[1], g * h * (std::sin(angle) - slides.contacts[0].friction * std::cos(angle)),
                1e-16);
    EXPECT_GT(u[1], 0.0);
  }
}

TEST(OneContact, opens_where_nothing_presses) {
  EXPECT_EQ(Block(1.0, 0.4, Vector{{0.0, 3.0}}).solve().norm(), 0.0);
  EXPECT_EQ(Block(1.0, 0.4, Vector{{1.0, 3.0, 1.0}}).solve().norm(), 0.0);
}

TEST(OneContact, rubs_against_the_slip_in_space) {
  const Block block(2.0, 0.4, Vector{{-1.0, 3.0, 4.0}});
  const Vector r = block.solve();
  EXPECT_LT((r - Vector{{2.0, -0.4 * 2.0 * 0.6, -0.4 * 2.0 * 0.8}}).norm(), 1e-14);
}

/// The rod of Painleve: a thin rod of mass 1 and length 2 that slides on its end, steeply enough
/// that friction drives it into the floor. It sticks at once, with the impulse that stops it.
TEST(OneContact, jams_the_rod_of_painleve) {
  const double angle = 1.0, friction = 2.0, inverse_inertia = 3.0;
  const double x = std::cos(angle), y = std::sin(angle);  // of the centre from the contact
  Eigen::Matrix3d W = Eigen::Matrix3d::Identity();
  W.topLeftCorner<2, 2>() << 1.0 + inverse_inertia * x * x, -inverse_inertia * x * y,
      -inverse_inertia * x * y, 1.0 + inverse_inertia * y * y;
  ASSERT_LT(W(0, 0) + friction * W(0, 1), 0.0) << "not a Painleve configuration";
  // Slip to the left: friction acts to the right.
  const ContactVector c(-0.05, -1.0, 0.0), r = OneContact(W, 1, friction).solve(c);
  EXPECT_LT((W * r + c).head<2>().norm(), 1e-15);
  EXPECT_GT(r[0], 0.0);
  EXPECT_LT(std::abs(r[1]), friction * r[0]);
}

TEST(OneContact, satisfies_coulombs_law_for_any_mobility) {
  RandomCoulomb random(5);
  std::array<int, 3> cases{};
  for (int trial = 0; trial < 20000; ++trial) {
    const Index rank = 1 + random.index(3), tangents = 1 + random.index(2);
    Matrix H(rank, 3);
    for (double& value : H.reshaped()) value = random.normal();
    if (trial % 3 == 0) H.col(1) += random.between(-4.0, 4.0) * H.col(0);
    const Vector v = H.transpose() * Vector::NullaryExpr(rank, [&] { return random.normal(); });
    Eigen::Matrix3d W = H.transpose() * H;
    const double friction = random.between(0.0, 2.0);
    const Index rows = 1 + tangents;
    ContactVector c = v;
    const ContactVector r = OneContact(W, tangents, friction).solve(c);
    const std::vector<CoulombContact> contacts{
        {.row = 0, .tangents = tangents, .friction = friction}};
    const Matrix part = W.topLeftCorner(rows, rows);
    const Vector b = c.head(rows), impulse = r.head(rows);
    const double residual = coulomb_residual({.W = part, .b = b, .contacts = contacts}, impulse);
    EXPECT_LT(residual, 1e-11 * (1.0 + W.norm() * r.norm())) << trial << " rank " << rank;
    const double rub = r.tail<2>().norm();
    ++cases[r[0] == 0.0 ? 0 : rub < friction * r[0] * (1.0 - 1e-12) ? 1 : 2];
  }
  for (const int count : cases) EXPECT_GT(count, 1000);
}

}  // namespace
}  // namespace ricochet
