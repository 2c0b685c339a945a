#include "ricochet/backends/bunch_kaufman.hpp"

#include <algorithm>
#include <cmath>

extern "C" {
// LAPACK: factorization and solution of a symmetric indefinite matrix (lower triangle).
void dsytrf_(const char* uplo, const int* n, double* a, const int* lda, int* ipiv, double* work,
             const int* lwork, int* info);
void dsytrs_(const char* uplo, const int* n, const int* nrhs, const double* a, const int* lda,
             const int* ipiv, double* b, const int* ldb, int* info);
}

namespace ricochet {
namespace {

// A pivot this small against the largest means a singular matrix; IPOPT then perturbs it. Without
// this report its treatment of dependent constraints would never start.
constexpr double singular_pivot = 1e-15;
constexpr int block = 32;          // LAPACK workspace per column
constexpr int equilibrations = 3;  // enough to bring the largest entry of every row near 1

}  // namespace

bool BunchKaufman::InitializeImpl(const Ipopt::OptionsList& /*options*/,
                                  const std::string& /*prefix*/) {
  return true;
}

Ipopt::ESymSolverStatus BunchKaufman::InitializeStructure(Ipopt::Index dim, Ipopt::Index nonzeros,
                                                          const Ipopt::Index* /*ia*/,
                                                          const Ipopt::Index* /*ja*/) {
  n_ = dim;
  nonzeros_ = nonzeros;
  values_.assign(static_cast<size_t>(nonzeros), 0.0);
  matrix_.assign(static_cast<size_t>(dim) * static_cast<size_t>(dim), 0.0);
  work_.assign(static_cast<size_t>(dim) * block, 0.0);
  scale_.assign(static_cast<size_t>(dim), 1.0);
  largest_.assign(static_cast<size_t>(dim), 0.0);
  pivots_.assign(static_cast<size_t>(dim), 0);
  return Ipopt::SYMSOLVER_SUCCESS;
}

Ipopt::Number* BunchKaufman::GetValuesArrayPtr() { return values_.data(); }

Ipopt::ESymSolverStatus BunchKaufman::factor(const Ipopt::Index* ia, const Ipopt::Index* ja) {
  std::fill(matrix_.begin(), matrix_.end(), 0.0);
  for (int k = 0; k < nonzeros_; ++k) {
    const int row = std::max(ia[k], ja[k]) - 1, column = std::min(ia[k], ja[k]) - 1;
    matrix_[static_cast<size_t>(row) + static_cast<size_t>(column) * static_cast<size_t>(n_)] +=
        values_[static_cast<size_t>(k)];
  }
  for (const double x : matrix_)
    if (!std::isfinite(x)) return Ipopt::SYMSOLVER_FATAL_ERROR;
  equilibrate();
  int info = 0;
  const int size = static_cast<int>(work_.size());
  dsytrf_("L", &n_, matrix_.data(), &n_, pivots_.data(), work_.data(), &size, &info);
  if (info < 0) return Ipopt::SYMSOLVER_FATAL_ERROR;
  return info == 0 && read_inertia() ? Ipopt::SYMSOLVER_SUCCESS : Ipopt::SYMSOLVER_SINGULAR;
}

/// S A S with rows of size 1, which has the same inertia: at the end of IPOPT's iterations entries
/// of A differ by many orders of magnitude, and a regular matrix would look singular.
void BunchKaufman::equilibrate() {
  const auto n = static_cast<size_t>(n_);
  std::fill(scale_.begin(), scale_.end(), 1.0);
  for (int pass = 0; pass < equilibrations; ++pass) {
    std::fill(largest_.begin(), largest_.end(), 0.0);
    for (size_t j = 0; j < n; ++j)
      for (size_t i = j; i < n; ++i) {
        const double size = std::abs(matrix_[i + j * n]) * scale_[i] * scale_[j];
        largest_[i] = std::max(largest_[i], size);
        largest_[j] = std::max(largest_[j], size);
      }
    for (size_t i = 0; i < n; ++i)
      if (largest_[i] > 0.0) scale_[i] /= std::sqrt(largest_[i]);
  }
  for (size_t j = 0; j < n; ++j)
    for (size_t i = j; i < n; ++i) matrix_[i + j * n] *= scale_[i] * scale_[j];
}

bool BunchKaufman::read_inertia() {
  const auto at = [&](int i, int j) {
    return matrix_[static_cast<size_t>(i) + static_cast<size_t>(j) * static_cast<size_t>(n_)];
  };
  negative_ = 0;
  double smallest = HUGE_VAL, largest = 0.0;
  const auto count = [&](double eigenvalue) {
    negative_ += eigenvalue < 0.0;
    smallest = std::min(smallest, std::abs(eigenvalue));
    largest = std::max(largest, std::abs(eigenvalue));
  };
  for (int k = 0; k < n_; ++k) {
    if (pivots_[static_cast<size_t>(k)] > 0) {
      count(at(k, k));
      continue;
    }
    const double a = at(k, k), b = at(k + 1, k), c = at(k + 1, k + 1);  // 2 x 2 block
    const double mean = 0.5 * (a + c), radius = std::hypot(0.5 * (a - c), b);
    count(mean + radius);
    count(mean - radius);
    ++k;
  }
  return smallest > singular_pivot * largest;
}

Ipopt::ESymSolverStatus BunchKaufman::MultiSolve(bool new_matrix, const Ipopt::Index* ia,
                                                 const Ipopt::Index* ja, Ipopt::Index nrhs,
                                                 Ipopt::Number* rhs, bool check_negative,
                                                 Ipopt::Index negative_expected) {
  if (new_matrix)
    if (const auto status = factor(ia, ja); status != Ipopt::SYMSOLVER_SUCCESS) return status;
  if (check_negative && negative_ != negative_expected) return Ipopt::SYMSOLVER_WRONG_INERTIA;
  const auto scale_all = [&] {
    for (size_t k = 0; k < static_cast<size_t>(n_) * static_cast<size_t>(nrhs); ++k)
      rhs[k] *= scale_[k % static_cast<size_t>(n_)];
  };
  scale_all();
  int info = 0;
  dsytrs_("L", &n_, &nrhs, matrix_.data(), &n_, pivots_.data(), rhs, &n_, &info);
  scale_all();
  return info == 0 ? Ipopt::SYMSOLVER_SUCCESS : Ipopt::SYMSOLVER_FATAL_ERROR;
}

Ipopt::Index BunchKaufman::NumberOfNegEVals() const { return negative_; }
bool BunchKaufman::IncreaseQuality() { return false; }
bool BunchKaufman::ProvidesInertia() const { return true; }
Ipopt::SparseSymLinearSolverInterface::EMatrixFormat BunchKaufman::MatrixFormat() const {
  return Triplet_Format;
}

}  // namespace ricochet
