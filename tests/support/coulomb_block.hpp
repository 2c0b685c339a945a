#pragma once

#include "ricochet/contact/coulomb/one_contact.hpp"

#include <vector>

namespace ricochet::support {

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

}  // namespace ricochet::support
