#include "ricochet/contact/contact_operator.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <gtest/gtest.h>

#include <cmath>

namespace ricochet {
namespace {

const std::vector<Index> all = {0, 1, 2, 3};

/// Four coordinates with a coupled mass, a rod, and four contacts of which two have tangents.
SystemSpecification rod_and_walls() {
  const Expr q = Expr::sym("q", 4), zero = 0.0, one = 1.0;
  Expr M = diag(Expr(std::vector<double>{1.0, 2.0, 3.0, 4.0}));
  M(0, 3) = M(3, 0) = 0.5;
  M(1, 2) = M(2, 1) = 0.2;
  Constraints g;
  g.add("floor", q(1), Contact{.tangents = {vertcat(one, zero, zero, zero)}});
  g.add("wall", 2.0 + q(0) - 0.3 * q(2) * q(2));
  g.add("ramp", q(3) + 0.5 * q(2), Contact{.tangents = {vertcat(one, zero, q(2), zero)}});
  g.add("roof", 3.0 - q(1) - q(3));
  return {.name = "rod and walls",
          .q = q,
          .M = M,
          .V = 0.0,
          .f = {{"rod", pow(q(0) - q(2), 2) + pow(q(1) - q(3), 2) - 1.0}},
          .g = g};
}

Vector somewhere() { return Vector{{0.3, 0.4, 0.8, 1.1}}; }

/// I - C (C^T M^-1 C)^-1 C^T M^-1.
Matrix projection(const Matrix& C, const Matrix& M) {
  const Matrix MinvC = M.llt().solve(C);
  const Matrix inner = C.transpose() * MinvC;
  return Matrix::Identity(M.rows(), M.rows()) - C * inner.inverse() * MinvC.transpose();
}

TEST(ContactOperator, projects_gradients_and_couples_contacts) {
  const System s(rod_and_walls());
  const Vector q = somewhere();
  ContactOperator contacts(s);
  contacts.place(q);
  contacts.choose(all);
  const Matrix M = s.M_now(), N = projection(s.F(q), M) * s.G(q), V = M.llt().solve(N);
  ASSERT_EQ(contacts.size(), 4);
  EXPECT_LT((contacts.N() - N).norm(), 1e-13);
  EXPECT_LT((contacts.V() - V).norm(), 1e-13);
  EXPECT_LT((contacts.D() - N.transpose() * V).norm(), 1e-13);
  EXPECT_EQ(contacts.D(), contacts.D().transpose());
  EXPECT_LT((s.F(q).transpose() * contacts.V()).norm(), 1e-14);
  // The control: gradients as they stand break the rod, and couple the contacts otherwise.
  EXPECT_GT((s.F(q).transpose() * M.llt().solve(s.G(q))).norm(), 0.1);
  EXPECT_GT((contacts.D() - s.G(q).transpose() * M.llt().solve(s.G(q))).norm(), 0.1);
}

TEST(ContactOperator, of_some_contacts_has_the_bits_of_that_of_all) {
  const System s(rod_and_walls());
  ContactOperator contacts(s);
  contacts.place(somewhere());
  contacts.choose(all);
  const Matrix V = contacts.V(), D = contacts.D();
  contacts.choose({1, 3});
  ASSERT_EQ(contacts.size(), 2);
  EXPECT_EQ(contacts.V().col(0), V.col(1));
  EXPECT_EQ(contacts.V().col(1), V.col(3));
  EXPECT_EQ(contacts.D()(0, 1), D(1, 3));
  EXPECT_EQ(contacts.mobility(2), D(2, 2)) << "a contact that takes no part";
}

TEST(ContactOperator, lets_tangents_follow_their_contacts) {
  const System s(rod_and_walls());
  const Vector q = somewhere();
  ContactOperator contacts(s);
  contacts.place(q);
  contacts.choose({0, 2, 3}, true);
  ASSERT_EQ(contacts.size(), 5);
  Matrix J(4, 5);
  const Matrix G = s.G(q);
  J << G.col(0), G.col(2), G.col(3), Vector{{1.0, 0.0, 0.0, 0.0}}, Vector{{1.0, 0.0, q[2], 0.0}};
  const Matrix M = s.M_now(), N = projection(s.F(q), M) * J;
  EXPECT_LT((contacts.D() - N.transpose() * M.llt().solve(N)).norm(), 1e-13);
  contacts.choose({3}, true);
  EXPECT_EQ(contacts.size(), 1) << "the roof has none";
  EXPECT_EQ(Matrix(contacts.tangents()).col(1), J.col(4));
}

TEST(ContactOperator, constrains_velocities) {
  const System s(rod_and_walls());
  const Vector q = somewhere(), p{{1.0, -2.0, 0.5, 0.7}};
  ContactOperator contacts(s);
  contacts.place(q);
  Vector v(4);
  contacts.velocity(p, v);
  EXPECT_LT((v - s.M_now().llt().solve(p)).norm(), 1e-14);
  EXPECT_GT(std::abs(s.F(q).col(0).dot(v)), 0.1);
  contacts.constrain(v);
  EXPECT_LT(std::abs(s.F(q).col(0).dot(v)), 1e-14);
  EXPECT_LT((v - s.M_now().llt().solve(projection(s.F(q), s.M_now()) * p)).norm(), 1e-14);
}

TEST(ContactOperator, lets_equalities_that_repeat_react_once) {
  SystemSpecification twice = rod_and_walls();
  ContactOperator once{System(twice)};
  twice.f.add("again", twice.f[0].value);
  ContactOperator again{System(twice)};
  for (ContactOperator* contacts : {&once, &again}) {
    contacts->place(somewhere());
    contacts->choose(all);
  }
  EXPECT_LT((once.D() - again.D()).norm(), 1e-12);
}

TEST(ContactOperator, takes_nonholonomic_rows_and_moving_frames) {
  // L = |v|^2/2 + 0.3 v_x: at p = 0 the velocity is (-0.3, 0). The skate moves along its blade.
  const Expr q = Expr::sym("q", 3), v = Expr::sym("v", 3);
  const System s({.name = "skate",
                  .q = q,
                  .v = v,
                  .L = 0.5 * dot(v, v) + 0.3 * v(0),
                  .g = {{"wall", q(0)}},
                  .omega = {{"blade", sin(q(2)) * v(0) - cos(q(2)) * v(1)}}});
  const Vector at{{0.5, 0.0, 0.6}};
  ContactOperator contacts(s);
  contacts.place(at);
  contacts.choose({0});
  Vector velocity(3);
  contacts.velocity(Vector::Zero(3), velocity);
  EXPECT_LT((velocity - Vector{{-0.3, 0.0, 0.0}}).norm(), 1e-15);
  const double c = std::cos(0.6), si = std::sin(0.6);
  EXPECT_LT((contacts.V().col(0) - Vector{{c * c, c * si, 0.0}}).norm(), 1e-15);
  EXPECT_NEAR(contacts.D()(0, 0), c * c, 1e-15);
}

}  // namespace
}  // namespace ricochet
