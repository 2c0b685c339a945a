#pragma once

#include "ricochet/contact/coulomb/coulomb_problem.hpp"

namespace ricochet {

/// Coulomb's law at one contact, exactly: r for u = A r + c. Three cases exclude each other:
///
///   opens   c_N >= 0, r = 0
///   sticks  A r = -c with r inside the cone
///   slides  u_N = 0, u_T = -alpha r_T, |r_T| = mu r_N: with S and d, the mobility and the free
///           slip of a contact that stays closed, r_T = -(S + alpha)^-1 d for a root alpha >= 0
///
/// If it neither opens nor sticks, |r_T| - mu r_N has opposite signs for alpha = 0 and for large
/// alpha: there is a root, in Painleve configurations too.
class OneContact {
 public:
  OneContact() = default;
  /// A is symmetric, positive semidefinite, A_NN > 0; rows of missing tangents are not read.
  OneContact(const Eigen::Matrix3d& A, Index tangents, double friction);

  [[nodiscard]] ContactVector solve(const ContactVector& c) const;

 private:
  [[nodiscard]] ContactVector slide(double c_N, const Eigen::Vector2d& direction) const;
  [[nodiscard]] Eigen::Vector2d direction(const Eigen::Vector2d& d, double c_N) const;
  [[nodiscard]] double outside(const Eigen::Vector2d& d, double c_N, double alpha) const;

  Index tangents_ = 0;
  double friction_ = 0.0, normal_ = 1.0;  // A_NN
  // S is diagonal along the axes; `couple` is A_NT in them.
  Eigen::Matrix2d axes_ = Eigen::Matrix2d::Identity();
  Eigen::Vector2d S_ = Eigen::Vector2d::Ones(), couple_ = Eigen::Vector2d::Zero();
};

}  // namespace ricochet
