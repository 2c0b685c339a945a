#include "ricochet/position/chord_projection.hpp"

#include "ricochet/random.hpp"
#include "support/matchers.hpp"
#include "support/rough_bodies.hpp"

#include <gtest/gtest.h>

namespace ricochet {
namespace {

constexpr double h = 0.01;  // [s]

struct Shaken {
  explicit Shaken(const System& s, double by) {
    std::mt19937_64 random(2);
    x = q = support::chain(40).start(random).q;
    for (double& coordinate : q) coordinate += by * (2.0 * unit(random) - 1.0);
    xi = Vector::Zero(s.k());
  }
  Vector x, q, xi;
};

TEST(ChordProjection, moves_positions_onto_many_rods) {
  const System s = support::chain(40).system;
  ASSERT_TRUE(ChordProjection::pays(s));
  ChordProjection projection(s);
  Shaken at(s, 1e-3);
  const Vector before = at.q;
  EXPECT_GT(s.f(at.q).norm(), 1e-3);
  ASSERT_TRUE(projection.solve(at.x, h, at.q, at.xi));
  EXPECT_LT(s.f(at.q).lpNorm<Eigen::Infinity>(), 1e-14);
  EXPECT_TRUE(support::near(at.q, before + h * 10.0 * s.F(at.x) * at.xi, 1e-13));
}

TEST(ChordProjection, leaves_alone_what_it_cannot_move) {
  const System twice = support::chain(40, true).system;
  ChordProjection dependent(twice);
  Shaken at(twice, 1e-3);
  const Vector before = at.q;
  EXPECT_FALSE(dependent.solve(at.x, h, at.q, at.xi)) << "a rod is given twice";
  EXPECT_EQ(at.q, before);
  const System s = support::chain(40).system;
  ChordProjection projection(s);
  Shaken far(s, 0.15);
  EXPECT_FALSE(projection.solve(far.x, h, far.q, far.xi)) << "too far away";
  EXPECT_EQ(far.xi.norm(), 0.0);
}

}  // namespace
}  // namespace ricochet
