#pragma once

#include <IpSparseSymLinearSolverInterface.hpp>

#include <vector>

namespace ricochet {

/// Linear solver of IPOPT for small problems: dense symmetric indefinite factorization (LAPACK
/// dsytrf, Bunch-Kaufman pivoting). It avoids the 0.3 ms that a call of MUMPS costs at any size.
class BunchKaufman final : public Ipopt::SparseSymLinearSolverInterface {
 public:
  bool InitializeImpl(const Ipopt::OptionsList& options, const std::string& prefix) override;
  Ipopt::ESymSolverStatus InitializeStructure(Ipopt::Index dim, Ipopt::Index nonzeros,
                                              const Ipopt::Index* ia,
                                              const Ipopt::Index* ja) override;
  Ipopt::Number* GetValuesArrayPtr() override;
  Ipopt::ESymSolverStatus MultiSolve(bool new_matrix, const Ipopt::Index* ia,
                                     const Ipopt::Index* ja, Ipopt::Index nrhs, Ipopt::Number* rhs,
                                     bool check_negative, Ipopt::Index negative_expected) override;
  Ipopt::Index NumberOfNegEVals() const override;
  bool IncreaseQuality() override;
  bool ProvidesInertia() const override;
  EMatrixFormat MatrixFormat() const override;

 private:
  Ipopt::ESymSolverStatus factor(const Ipopt::Index* ia, const Ipopt::Index* ja);
  void equilibrate();
  bool read_inertia();  // false: singular

  int n_ = 0, nonzeros_ = 0, negative_ = 0;
  std::vector<double> values_, matrix_, work_, scale_, largest_;
  std::vector<int> pivots_;
};

}  // namespace ricochet
