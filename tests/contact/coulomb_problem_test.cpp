#include "ricochet/contact/coulomb/coulomb_problem.hpp"

#include "ricochet/contact/coulomb/one_contact.hpp"
#include "support/random_coulomb.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

namespace ricochet {
namespace {

using support::CoulombNumbers;
using support::RandomCoulomb;

/// One contact of a mass m [kg] with these free velocities: u = r / m + b.
struct Block {
  Matrix W;
  Vector b;
  std::vector<CoulombContact> contacts;
  Block(double mass, double friction, const Vector& free)
      : W(Matrix::Identity(free.size(), free.size()) / mass),
        b(free),
        contacts{{.row = 0, .tangents = free.size() - 1, .friction = friction}} {}
  [[nodiscard]] CoulombProblem problem() const { return {.W = W, .b = b, .contacts = contacts}; }
  [[nodiscard]] Vector solve() const {
    Eigen::Matrix3d A = Eigen::Matrix3d::Identity();
    A.topLeftCorner(W.rows(), W.cols()) = W;
    ContactVector c = ContactVector::Zero();
    c.head(b.size()) = b;
    return OneContact(A, contacts[0].tangents, contacts[0].friction).solve(c).head(b.size());
  }
};

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

/// The certificate of the right impulses, and of impulses changed by hand.
class CoulombResidual : public testing::TestWithParam<Index> {
 protected:
  [[nodiscard]] static Block sliding() {
    return {mass, 0.3, GetParam() == 1 ? Vector{{-1.0, 2.0}} : Vector{{-1.0, 1.2, 1.6}}};
  }
  static double of(const Block& block, const Vector& r) {
    return coulomb_residual(block.problem(), r);
  }
};

TEST_P(CoulombResidual, passes_what_is_right) {
  EXPECT_LT(of(sliding(), sliding().solve()), 1e-15);
}

TEST_P(CoulombResidual, catches_a_force_along_the_slip) {
  const Block block = sliding();
  Vector r = block.solve();
  r.tail(GetParam()) *= -1.0;
  EXPECT_GT(of(block, r), 0.1);
}

TEST_P(CoulombResidual, catches_a_force_outside_the_cone) {
  const Block block = sliding();
  Vector r = block.solve();
  r.tail(GetParam()) *= 1.0 + 1e-9;
  EXPECT_GT(of(block, r), 1e-10);
}

TEST_P(CoulombResidual, catches_a_sliding_contact_that_sticks) {
  const Block block = sliding();
  EXPECT_GT(of(block, -mass * block.b), 0.1);
}

TEST_P(CoulombResidual, catches_a_contact_that_rubs_too_little) {
  const Block block = sliding();
  Vector r = block.solve();
  r.tail(GetParam()) *= 1.0 - 1e-9;
  EXPECT_GT(of(block, r), 1e-10);
}

TEST_P(CoulombResidual, catches_an_impulse_on_an_open_contact) {
  Block block = sliding();
  block.b[0] = 1.0;
  EXPECT_EQ(of(block, Vector::Zero(1 + GetParam())), 0.0);
  EXPECT_GT(of(block, 1e-9 * Vector::Unit(1 + GetParam(), 0)), 1e-10);
}

TEST_P(CoulombResidual, catches_an_approach_and_a_pull) {
  const Block block = sliding();
  EXPECT_GE(of(block, Vector::Zero(1 + GetParam())), 0.3);
  Vector r = block.solve();
  r[0] *= -1.0;
  EXPECT_GT(of(block, r), 0.1);
}

TEST_P(CoulombResidual, catches_friction_without_a_coefficient) {
  Block block = sliding();
  block.contacts[0].friction = 0.0;
  Vector r = block.solve();
  EXPECT_LT(of(block, r), 1e-15);
  r[1] = 1e-9;
  EXPECT_GT(of(block, r), 1e-10);
}

TEST_P(CoulombResidual, is_not_a_number_where_a_number_is_not) {
  Block block = sliding();
  Vector r = block.solve();
  r[1] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(of(block, r)));
  block.b[0] = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(of(block, Vector::Zero(1 + GetParam()))));
}

INSTANTIATE_TEST_SUITE_P(Tangents, CoulombResidual, testing::Values(1, 2));

/// Velocities scale the residual; units of impulse do not change it.
TEST(CoulombResidualUnits, are_metres_per_second) {
  Block light(1.0, 0.3, Vector{{-1.0, 2.0}}), heavy(1e6, 0.3, Vector{{-1.0, 2.0}});
  const Vector wrong{{1.0, 0.1}};
  EXPECT_NEAR(coulomb_residual(light.problem(), wrong),
              coulomb_residual(heavy.problem(), 1e6 * wrong), 1e-14);
  Block fast(1.0, 0.3, Vector{{-100.0, 200.0}});
  EXPECT_NEAR(100.0 * coulomb_residual(light.problem(), wrong),
              coulomb_residual(fast.problem(), 100.0 * wrong), 1e-12);
}

}  // namespace
}  // namespace ricochet
