#include "ricochet/backends/bunch_kaufman.hpp"

#include "ricochet/symbols/casadi_eigen.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <vector>

namespace ricochet {
namespace {

/// The lower triangle of a symmetric matrix as IPOPT hands it over: triplets that count from 1.
class Symmetric {
 public:
  explicit Symmetric(const Matrix& A) : size_(static_cast<int>(A.rows())) {
    for (int j = 0; j < size_; ++j)
      for (int i = j; i < size_; ++i) {
        rows_.push_back(i + 1);
        columns_.push_back(j + 1);
        values_.push_back(A(i, j));
      }
    solver_->InitializeStructure(size_, static_cast<int>(rows_.size()), rows_.data(),
                                 columns_.data());
    std::copy(values_.begin(), values_.end(), solver_->GetValuesArrayPtr());
  }
  /// b becomes x; columns one after the other.
  Ipopt::ESymSolverStatus solve(Vector& b, int negative = -1, bool is_new = true) {
    return solver_->MultiSolve(is_new, rows_.data(), columns_.data(),
                               static_cast<int>(b.size()) / size_, b.data(), negative >= 0,
                               negative);
  }
  [[nodiscard]] int negative() const { return solver_->NumberOfNegEVals(); }

 private:
  int size_;
  std::vector<int> rows_, columns_;
  std::vector<double> values_;
  Ipopt::SmartPtr<BunchKaufman> solver_ = new BunchKaufman();
};

TEST(BunchKaufman, solves_a_saddle_point_and_counts_its_negative_eigenvalues) {
  const Matrix A{{2.0, 0.5, 1.0}, {0.5, 3.0, -1.0}, {1.0, -1.0, 0.0}};
  Symmetric saddle(A);
  const Vector x{{1.0, -2.0, 3.0}}, y{{0.5, 0.0, -1.0}};
  Vector b(6);
  b << A * x, A * y;
  ASSERT_EQ(saddle.solve(b, 1), Ipopt::SYMSOLVER_SUCCESS);
  EXPECT_LT((b.head(3) - x).norm() + (b.tail(3) - y).norm(), 1e-14);
  EXPECT_EQ(saddle.negative(), 1) << "one constraint";
  Vector again = A * x;
  ASSERT_EQ(saddle.solve(again, 1, false), Ipopt::SYMSOLVER_SUCCESS) << "with the same factors";
  EXPECT_LT((again - x).norm(), 1e-14);
}

TEST(BunchKaufman, names_another_inertia_than_the_one_expected) {
  Symmetric definite(Matrix{{2.0, 1.0}, {1.0, 2.0}}), indefinite(Matrix{{0.0, 1.0}, {1.0, 0.0}});
  Vector b = Vector::Ones(2);
  EXPECT_EQ(definite.solve(b, 1), Ipopt::SYMSOLVER_WRONG_INERTIA);
  EXPECT_EQ(definite.negative(), 0);
  EXPECT_EQ(indefinite.solve(b, 0), Ipopt::SYMSOLVER_WRONG_INERTIA);
  EXPECT_EQ(indefinite.negative(), 1) << "a pivot of two rows";
}

TEST(BunchKaufman, names_singular_matrices_but_no_badly_scaled_ones) {
  Vector b = Vector::Ones(2);
  EXPECT_EQ(Symmetric(Matrix{{1.0, 1.0}, {1.0, 1.0}}).solve(b), Ipopt::SYMSOLVER_SINGULAR);
  EXPECT_EQ(Symmetric(Matrix{{1.0, 0.0}, {0.0, 0.0}}).solve(b), Ipopt::SYMSOLVER_SINGULAR);
  const Matrix scaled{{1e-20, 3e-11}, {3e-11, 1.0}};
  const Vector x{{2e10, 1.0}};
  b = scaled * x;
  ASSERT_EQ(Symmetric(scaled).solve(b), Ipopt::SYMSOLVER_SUCCESS);
  EXPECT_LT((b - x).cwiseQuotient(x).norm(), 1e-13);
}

TEST(BunchKaufman, refuses_numbers_that_are_not_finite) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  Vector b = Vector::Ones(2);
  EXPECT_EQ(Symmetric(Matrix{{1.0, 0.0}, {nan, 1.0}}).solve(b), Ipopt::SYMSOLVER_FATAL_ERROR);
}

}  // namespace
}  // namespace ricochet
