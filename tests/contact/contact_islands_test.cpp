#include "ricochet/contact/contact_islands.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace ricochet {
namespace {

using Indices = std::vector<Index>;

/// Five points on a line over their own floors; a rod joins 1 and 2, contacts those next to each
/// other.
System points() {
  const Expr q = Expr::sym("q", 5);
  Constraints g;
  for (int i = 0; i < 5; ++i) g.add("floor " + std::to_string(i), q(i));
  for (int i = 0; i < 4; ++i) g.add("gap " + std::to_string(i), q(i + 1) - q(i));
  return System({.name = "points",
                 .q = q,
                 .M = Expr::eye(5),
                 .V = 0.0,
                 .f = {{"rod", q(2) - q(1) - 1.0}},
                 .g = g});
}

class ContactIslandsOfPoints : public testing::Test {
 protected:
  [[nodiscard]] std::vector<Indices> coordinates() const {
    std::vector<Indices> list;
    for (const Island& island : islands_.all()) list.push_back(island.coordinates);
    return list;
  }

  System system_ = points();
  ContactGradients gradients_{system_};
  BlockCholesky inertia_{casadi::Sparsity::diag(5)};
  ContactIslands islands_{system_.contacts(), inertia_, gradients_};
};

TEST_F(ContactIslandsOfPoints, are_bodies_without_contacts) {
  islands_.join(Indices{});
  EXPECT_TRUE(islands_.touching().empty());
  EXPECT_EQ(coordinates(), (std::vector<Indices>{{0}, {1, 2}, {3}, {4}}));
  EXPECT_EQ(islands_.all()[1].constraints, Indices{0});
  EXPECT_TRUE(islands_.all()[0].constraints.empty());
}

TEST_F(ContactIslandsOfPoints, are_joined_by_contacts_that_take_part) {
  islands_.join(Indices{3, 4, 6, 8});  // floors of 3 and 4; gaps 1-2 and 3-4
  ASSERT_EQ(islands_.touching().size(), 2);
  EXPECT_EQ(islands_.touching()[0].contacts, (Indices{3, 4, 8}));
  EXPECT_EQ(islands_.touching()[0].coordinates, (Indices{3, 4}));
  EXPECT_EQ(islands_.touching()[1].contacts, Indices{6});
  EXPECT_EQ(islands_.touching()[1].constraints, Indices{0});
  EXPECT_EQ(islands_.all().size(), 3) << "and the first point alone";
  islands_.join(Indices{5, 6, 7, 8});
  ASSERT_EQ(islands_.all().size(), 1);
  EXPECT_EQ(islands_.all()[0].coordinates, (Indices{0, 1, 2, 3, 4}));
}

TEST_F(ContactIslandsOfPoints, forget_the_contacts_of_the_step_before) {
  islands_.join(Indices{5, 6, 7, 8});
  islands_.join(Indices{0});
  EXPECT_EQ(islands_.touching().size(), 1);
  EXPECT_EQ(coordinates(), (std::vector<Indices>{{0}, {1, 2}, {3}, {4}}));
}

TEST(ContactIslands, are_joined_by_masses_and_tangents) {
  const Expr q = Expr::sym("q", 3);
  Expr M = Expr::eye(3);
  M(0, 1) = M(1, 0) = 0.5;
  const System s({.name = "coupled",
                  .q = q,
                  .M = M,
                  .V = 0.0,
                  .g = {{"floor", q(0), {.tangents = {vertcat(Expr(0.0), Expr(0.0), Expr(1.0))}}},
                        {"wall", q(2), {.tangents = {vertcat(Expr(1.0), Expr(0.0), Expr(0.0))}}}}});
  const BlockCholesky inertia(s.M().sparsity());
  ContactIslands islands(s.contacts(), inertia, ContactGradients(s));
  islands.join(Indices{});
  EXPECT_EQ(islands.all().size(), 2);
  islands.join(Indices{0});
  EXPECT_EQ(islands.all().size(), 1) << "the tangent of the floor moves the third coordinate";
}

}  // namespace
}  // namespace ricochet
