#pragma once

#include "ricochet/contact/coulomb/buffer.hpp"
#include "ricochet/contact/coulomb/coulomb_problem.hpp"

#include <vector>

namespace ricochet {

using ColumnRef = Eigen::Ref<Vector>;
using ConstColumnRef = const Eigen::Ref<const Vector>&;

/// A CoulombProblem in the units of its contacts: impulses y = root r and velocities
///
///   w = A y + c,    A_ij = W_ij / (root_i root_j),    c = b / root,    root_i^2 = W_NN,i
///
/// so that every contact has a unit mobility. Tangents of contacts without friction are left out.
/// With a compliance s the velocities are (A + s) y + c. Its storage never shrinks.
class UnitProblem {
 public:
  void assign(const CoulombProblem& problem);
  /// The part of another one that has these contacts only.
  void assign(const UnitProblem& whole, const std::vector<Index>& contacts);
  void soften(double compliance) { compliance_ = compliance; }

  [[nodiscard]] Index rows() const { return rows_; }
  [[nodiscard]] Index size() const { return static_cast<Index>(contacts_.size()); }
  [[nodiscard]] const std::vector<CoulombContact>& contacts() const { return contacts_; }
  [[nodiscard]] Eigen::Map<const Matrix> A() const { return matrix_.square(rows_); }
  [[nodiscard]] Eigen::Map<const Vector> c() const { return column_.column(rows_); }
  [[nodiscard]] double compliance() const { return compliance_; }
  /// The largest free velocity.
  [[nodiscard]] double speed() const { return speed_; }

  void velocities(ConstColumnRef y, ColumnRef w) const;
  /// The largest natural map of a contact.
  [[nodiscard]] double residual(ConstColumnRef y, ConstColumnRef w) const;
  /// The rows of a contact.
  [[nodiscard]] static ContactVector part(const CoulombContact& contact, ConstColumnRef x);
  static void set_part(const CoulombContact& contact, const ContactVector& x, ColumnRef all);

  void impulses(const CoulombProblem& problem, ConstColumnRef y, ColumnRef r) const;
  void units(const CoulombProblem& problem, ConstColumnRef r, ColumnRef y) const;

 private:
  void number_rows();

  std::vector<CoulombContact> contacts_;
  std::vector<double> root_;
  Buffer matrix_, column_;
  Index rows_ = 0;
  double compliance_ = 0.0, speed_ = 0.0;
};

}  // namespace ricochet
