#include "ricochet/contact/island_network.hpp"

#include "ricochet/contact/mass_factor.hpp"
#include "support/matchers.hpp"
#include "support/rough_bodies.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace ricochet {
namespace {

/// A chain over the floor as one network, contacts rough but for the second.
class ChainNetwork {
 public:
  explicit ChainNetwork(Index links, bool contacts = true)
      : bodies(support::chain(links)),
        masses(bodies.system),
        gradients(bodies.system),
        islands(bodies.system.contacts(), masses.blocks(), gradients),
        network(bodies.system) {
    std::mt19937_64 random(4);
    at = bodies.start(random).q;
    gradients.place({at, bodies.system.parameter_values()});
    std::vector<Index> all(static_cast<size_t>(bodies.system.m()));
    std::iota(all.begin(), all.end(), Index{0});
    islands.join(all);
    Vector friction = Vector::Constant(bodies.system.m(), 0.4);
    friction[1] = 0.0;
    network.take(islands.all()[0], masses.blocks(), gradients, friction, contacts);
  }
  /// Columns of C and H by the numbers that scatter() gives unit impulses of the rows.
  [[nodiscard]] Matrix B() const {
    const System& s = bodies.system;
    Matrix columns(s.n(), network.rows());
    for (Index i = 0; i < network.rows(); ++i) {
      Vector normal = Vector::Zero(s.m()), tangential = Vector::Zero(s.contacts().tangents()),
             reactions = Vector::Zero(s.k());
      network.scatter(Vector::Unit(network.rows(), i), normal, tangential, reactions);
      columns.col(i) = s.F(at) * reactions;
      gradients.add_impulses(normal, tangential, all_);
      columns.col(i) += all_;
      all_.setZero();
    }
    return columns;
  }

  support::RoughBodies bodies;
  MassFactor masses;
  ContactGradients gradients;
  ContactIslands islands;
  IslandNetwork network;
  Vector at;

 private:
  mutable Vector all_ = Vector::Zero(bodies.system.n());
};

TEST(IslandNetwork, has_the_mobilities_of_constraints_and_contacts) {
  ChainNetwork chain(20);
  IslandNetwork& network = chain.network;
  ASSERT_TRUE(network.narrow());
  network.form();
  EXPECT_EQ(network.rows(), 20 + 2 * 21 - 1);
  EXPECT_EQ(network.ties().size(), 20U);
  EXPECT_EQ(network.contacts().size(), 21U);
  const Matrix B = chain.B(), expected = 10.0 * B.transpose() * B;  // masses of 0.1 kg
  for (Index i = 0; i < network.rows(); ++i)
    for (Index j = 0; j < network.rows(); ++j) {
      const double A = std::abs(i - j) <= network.band() ? network.A(i, j) : 0.0;
      ASSERT_NEAR(A, expected(i, j), 1e-13) << i << ' ' << j;
    }
  for (const Index tie : network.ties()) EXPECT_NEAR(network.A(tie, tie), 1.0, 1e-14);
}

TEST(IslandNetwork, reads_velocities_and_pushes) {
  ChainNetwork chain(20);
  IslandNetwork& network = chain.network;
  network.form();
  const System& s = chain.bodies.system;
  const Vector v = Vector::LinSpaced(s.n(), -1.0, 1.0);
  const Vector back = Vector::Zero(s.m()), slip_back = Vector::Constant(s.m(), 0.5);
  network.free(v, back, slip_back);
  const Matrix B = chain.B();
  Vector rows = B.transpose() * v;
  for (const CoulombContact& contact : network.contacts())
    if (contact.tangents == 1) rows[contact.row + 1] += 0.5 / network.root(contact.row + 1);
  EXPECT_TRUE(
      support::near(Eigen::Map<const Vector>(network.c().data(), rows.size()), rows, 1e-13));
  const Vector y = Vector::LinSpaced(network.rows(), 0.0, 1.0);
  Vector pushed = v;
  network.push(y, pushed);
  EXPECT_TRUE(support::near(pushed, v + 10.0 * B * y, 1e-12));
}

TEST(IslandNetwork, leaves_contacts_out) {
  ChainNetwork chain(40, false);
  EXPECT_EQ(chain.network.rows(), 40);
  EXPECT_TRUE(chain.network.contacts().empty());
  chain.network.form();
  const Vector given = Vector::LinSpaced(40, 1.0, 2.0);
  Vector y(40), back = Vector::Zero(40);
  chain.network.read(given, y);
  for (Index i = 0; i < 40; ++i) y[i] *= chain.network.root(i) * chain.network.root(i);
  chain.network.add_reactions(y, back);
  EXPECT_TRUE(support::near(back, given, 1e-14));
}

TEST(IslandNetwork, is_as_wide_in_a_long_chain_as_in_a_short_one) {
  const Index band = ChainNetwork(20).network.band();
  EXPECT_EQ(ChainNetwork(80).network.band(), band);
  EXPECT_FALSE(ChainNetwork(2).network.narrow());
}

}  // namespace
}  // namespace ricochet
