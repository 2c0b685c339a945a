#include "ricochet/contact/island_law.hpp"

#include "ricochet/backends/newton.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace ricochet {
namespace {

/// Two beads over floors of their own; a wall joins them to one island.
System beads(double first, double second) {
  const Expr q = Expr::sym("q", 2);
  return System({.name = "beads",
                 .q = q,
                 .M = Expr::eye(2),
                 .V = 0.0,
                 .g = {{"first floor", q(0), {.restitution = first}},
                       {"second floor", q(1), {.restitution = second}},
                       {"between", q(1) - q(0), {.restitution = 0.9}}}});
}

class LawOfBeads {
 public:
  LawOfBeads(double first, double second) : system_(beads(first, second)) {
    KernelMatrix M(casadi::Sparsity::diag(2));
    M.values().setOnes();
    EXPECT_TRUE(inertia_.factor(M));
    const Vector origin = Vector::Zero(2);
    gradients_.place({origin, system_.parameter_values()});
    islands_.join(std::vector<Index>{0, 1, 2});
    response.take(island(), inertia_, gradients_);
    response.choose(law.friction());
    response.respond();
  }
  [[nodiscard]] const Island& island() const { return islands_.touching()[0]; }
  /// With these speeds of the beads before the impact.
  [[nodiscard]] IslandLaw::Restitution restitution(double v0, double v1) const {
    return law.restitution(island(), response, Vector{{v0, v1, v1 - v0}});
  }

 private:
  System system_;
  BlockCholesky inertia_{casadi::Sparsity::diag(2)};
  ContactGradients gradients_{system_};
  ContactIslands islands_{system_.contacts(), inertia_, gradients_};

 public:
  IslandResponse response{system_};
  IslandLaw law{system_, newton()};
};

TEST(IslandLaw, has_the_least_restitution_of_contacts_that_are_approached) {
  const LawOfBeads made(0.8, 0.2);
  EXPECT_EQ(made.restitution(-1.0, -0.5).e, 0.2);
  EXPECT_EQ(made.restitution(-1.0, 0.0).e, 0.8) << "the second floor lends nothing";
  EXPECT_EQ(made.restitution(-1.0, -2.0).e, 0.2);
  EXPECT_EQ(made.restitution(1.0, 0.5).e, 0.9) << "only the contact between is approached";
  EXPECT_TRUE(made.restitution(1.0, 0.5).strikes);
  EXPECT_EQ(made.restitution(0.5, 1.0).e, 0.2) << "none is: the least of all";
  EXPECT_FALSE(made.restitution(0.5, 1.0).strikes);
  EXPECT_FALSE(made.restitution(-1e-11, 0.0).strikes) << "within the tolerance of speeds";
  EXPECT_TRUE(made.law.bounces(made.island()));
  const LawOfBeads dull(0.0, 0.0);
  EXPECT_TRUE(dull.law.bounces(dull.island())) << "the contact between them does";
}

TEST(IslandLaw, solves_coulombs_law) {
  LawOfBeads made(0.0, 0.0);
  // The first bead falls, the second flies into it.
  Vector r = Vector::Zero(3);
  const Vector b{{-1.0, -3.0, -2.0}};
  const StepReport report = made.law.solve(
      made.island(), {.W = made.response.W(), .b = b, .contacts = made.response.contacts()}, r);
  ASSERT_TRUE(report.ok()) << report.message;
  EXPECT_NEAR((made.response.W() * r + b).minCoeff(), 0.0, 1e-14);
}

TEST(IslandLaw, names_the_contacts_to_blame) {
  LawOfBeads made(0.0, 0.0);
  Vector r = Vector::Zero(3);
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Vector b{{nan, 0.0, 0.0}};
  const StepReport report = made.law.solve(
      made.island(), {.W = made.response.W(), .b = b, .contacts = made.response.contacts()}, r);
  EXPECT_EQ(report.status, StepStatus::not_finite);
  EXPECT_NE(report.message.find("'first floor', 'second floor', 'between'"), std::string::npos)
      << report.message;
}

/// A bead between two walls that come together: no velocity keeps both.
TEST(IslandLaw, says_that_contacts_squeeze) {
  const Expr q = Expr::sym("q");
  const System s(
      {.name = "squeezed", .q = q, .M = 1.0, .V = 0.0, .g = {{"floor", q}, {"roof", 1.0 - q}}});
  BlockCholesky inertia(casadi::Sparsity::diag(1));
  KernelMatrix M(casadi::Sparsity::diag(1));
  M.values().setOnes();
  ASSERT_TRUE(inertia.factor(M));
  ContactGradients gradients(s);
  const Vector origin = Vector::Zero(1);
  gradients.place({origin, s.parameter_values()});
  ContactIslands islands(s.contacts(), inertia, gradients);
  islands.join(std::vector<Index>{0, 1});
  IslandResponse response(s);
  IslandLaw law(s, newton());
  response.take(islands.touching()[0], inertia, gradients);
  response.choose(law.friction());
  response.respond();
  Vector r = Vector::Zero(2);
  const Vector b{{-1.0, -1.0}};
  const StepReport report = law.solve(
      islands.touching()[0], {.W = response.W(), .b = b, .contacts = response.contacts()}, r);
  EXPECT_EQ(report.status, StepStatus::infeasible);
  EXPECT_EQ(report.message, "contacts 'floor', 'roof' squeeze: no velocity keeps all of them");
}

}  // namespace
}  // namespace ricochet
