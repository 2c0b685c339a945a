#pragma once

#include "ricochet/contact/coulomb/one_contact.hpp"
#include "ricochet/contact/coulomb/unit_problem.hpp"

#include <vector>

namespace ricochet {

/// Nonlinear Gauss-Seidel: contact after contact is solved exactly while the others keep their
/// impulses. It finds the neighbourhood; its tail is slow.
class GaussSeidel {
 public:
  /// Takes the mobilities of the contacts. The problem has to outlive the sweeps.
  void prepare(const UnitProblem& problem);
  /// Improves y by at most so many sweeps.
  void sweep(ColumnRef y, int sweeps);

 private:
  const UnitProblem* problem_ = nullptr;
  std::vector<Eigen::Matrix3d> blocks_;  // of the contacts
  std::vector<OneContact> contacts_;
  Buffer velocities_;
};

}  // namespace ricochet
