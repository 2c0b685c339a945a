#include "ricochet/contact/island_response.hpp"

#include "support/matchers.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <Eigen/QR>
#include <gtest/gtest.h>

namespace ricochet {
namespace {

/// Two particles in the plane with coupled masses on a rod, given `times` times in different units,
/// and a third one far away. All may touch the floor with friction.
System rod_and_loner(int times) {
  const Expr q = Expr::sym("q", 6);
  Expr M = diag(Expr(std::vector<double>{1.0, 2.0, 3.0, 4.0, 5.0, 6.0}));
  M(0, 2) = M(2, 0) = 0.5;
  SystemSpecification s{.name = "rod and loner", .q = q, .M = M, .V = 0.0};
  const Expr rod = pow(q(2) - q(0), 2) + pow(q(3) - q(1), 2) - 1.0;
  for (int i = 0; i < times; ++i) s.f.add("rod " + std::to_string(i), std::pow(1e3, i) * rod);
  for (int i = 0; i < 3; ++i) {
    Expr along = Expr::zeros(6, 1);
    along(2 * i) = 1.0;
    s.g.add("floor " + std::to_string(i), q(2 * i + 1), {.friction = 0.3, .tangents = {along}});
  }
  return System(s);
}

const Vector somewhere{{0.0, 0.1, 0.8, 0.7, 5.0, 0.0}};

class Response {
 public:
  explicit Response(int rods) : system_(rod_and_loner(rods)) {
    KernelMatrix M(pattern_);
    Kernel("masses", {system_.parameter_symbols()}, {system_.M()}, true)(
        {system_.parameter_values()}, {M.values()});
    EXPECT_TRUE(inertia_.factor(M));
    gradients_.place({somewhere, system_.parameter_values()});
    islands_.join(std::vector<Index>{0, 1});
    EXPECT_EQ(islands_.touching().size(), 1);
    response.take(islands_.all()[0], inertia_, gradients_);
    response.choose(Vector::Constant(3, 0.3));
    response.respond();
  }

  /// M^-1 less what the rod takes, in the coordinates of the island.
  [[nodiscard]] Matrix mobility() const {
    const auto& part = islands_.all()[0].coordinates;
    const Matrix Minv = system_.M_now()(part, part).inverse(), rod = C().col(0);
    return Minv - Minv * rod * (rod.transpose() * Minv * rod).inverse() * rod.transpose() * Minv;
  }
  /// Normal and tangent of either particle.
  [[nodiscard]] Matrix H() const {
    Matrix columns = Matrix::Zero(6, 4);
    columns(1, 0) = columns(0, 1) = columns(3, 2) = columns(2, 3) = 1.0;
    return columns(islands_.all()[0].coordinates, Eigen::all);
  }
  [[nodiscard]] Matrix C() const {
    return system_.F(somewhere)(islands_.all()[0].coordinates, Eigen::all);
  }

 private:
  System system_;
  casadi::Sparsity pattern_ = system_.M().sparsity();
  BlockCholesky inertia_{pattern_};
  ContactGradients gradients_{system_};
  ContactIslands islands_{system_.contacts(), inertia_, gradients_};

 public:
  IslandResponse response{system_};
};

TEST(IslandResponse, has_the_mobilities_that_constraints_leave) {
  for (const int rods : {1, 2, 3}) {
    Response made(rods);
    EXPECT_EQ(made.response.coordinates(), 4);
    EXPECT_EQ(made.response.constraints(), rods);
    const Matrix expected = made.H().transpose() * made.mobility() * made.H();
    EXPECT_TRUE(support::near(made.response.W(), expected, 1e-14)) << rods << " rods";
  }
}

TEST(IslandResponse, pushes_and_reacts) {
  for (const int rods : {1, 2}) {
    Response made(rods);
    const Vector r{{1.0, -0.2, 0.5, 0.1}}, start{{0.3, -0.4, 0.5, 0.6}};
    Vector v = start, nu = Vector::Zero(rods);
    made.response.constrain(v, nu);
    EXPECT_LT((made.C().transpose() * v).norm(), 1e-12);
    made.response.push(r, v, nu);
    EXPECT_LT((made.C().transpose() * v).norm(), 1e-12);
    // M (v - start) = H r + C nu.
    Vector f = Vector::Zero(4);
    made.response.add_impulses(r, nu, f);
    EXPECT_TRUE(support::near(f, made.H() * r + made.C() * nu, 1e-14));
    made.response.accelerate(f);
    EXPECT_TRUE(support::near(start + f, v, 1e-14));
    Vector u(4);
    made.response.speeds(v, u);
    EXPECT_TRUE(support::near(u, made.H().transpose() * v, 1e-15));
  }
}

TEST(IslandResponse, leaves_out_tangents_without_friction) {
  Response made(1);
  Vector normal{{1.0, 2.0, 3.0}}, tangential{{4.0, 5.0, 6.0}}, r(4);
  made.response.gather(normal, tangential, r);
  EXPECT_EQ(r, (Vector{{1.0, 4.0, 2.0, 5.0}}));
  made.response.scatter(Vector{{7.0, 8.0, 9.0, 10.0}}, normal, tangential);
  EXPECT_EQ(normal, (Vector{{7.0, 9.0, 3.0}}));
  EXPECT_EQ(tangential, (Vector{{8.0, 10.0, 6.0}}));
  const Matrix whole = made.response.W();
  made.response.choose(Vector{{0.0, 0.3, 0.3}});
  made.response.respond();
  ASSERT_EQ(made.response.rows(), 3);
  EXPECT_EQ(made.response.contacts()[0].tangents, 0);
  EXPECT_EQ(made.response.contacts()[1].row, 1);
  const std::vector<Index> kept{0, 2, 3};
  EXPECT_TRUE(support::near(made.response.W(), whole(kept, kept), 1e-15));
}

}  // namespace
}  // namespace ricochet
