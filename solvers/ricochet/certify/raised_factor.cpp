#include "ricochet/certify/raised_factor.hpp"

namespace ricochet {
namespace {

constexpr double raised = 1e-13;  // of the diagonal

size_t at(casadi_int i) { return static_cast<size_t>(i); }

}  // namespace

RaisedFactor::RaisedFactor(const casadi::Sparsity& pattern) : pattern_(pattern) {
  L_ = pattern.ldl(order_);
  place_.resize(order_.size());
  for (size_t i = 0; i < order_.size(); ++i) place_[at(order_[i])] = static_cast<casadi_int>(i);
  values_.resize(at(L_.nnz()));
  for (auto* per_row : {&diagonal_, &work_}) per_row->resize(order_.size());
}

/// Row by row of L. work_ holds the row times D, and is zero before and after.
void RaisedFactor::factor(const Vector& matrix) {
  const casadi_int *begin = pattern_.colind(), *row = pattern_.row();
  const casadi_int *first = L_.colind(), *before = L_.row();
  for (size_t i = 0; i < order_.size(); ++i) {
    for (casadi_int k = begin[order_[i]]; k < begin[order_[i] + 1]; ++k)
      if (const size_t j = at(place_[at(row[k])]); j <= i) work_[j] = matrix[k];
    const double given = work_[i];
    double pivot = given + raised * given;
    work_[i] = 0.0;
    for (casadi_int k = first[i]; k < first[i + 1]; ++k) {
      const size_t j = at(before[k]);
      for (casadi_int l = first[j]; l < first[j + 1]; ++l)
        work_[j] -= values_[at(l)] * work_[at(before[l])];
      values_[at(k)] = work_[j] / diagonal_[j];
      pivot -= work_[j] * values_[at(k)];
    }
    for (casadi_int k = first[i]; k < first[i + 1]; ++k) work_[at(before[k])] = 0.0;
    diagonal_[i] = pivot > raised * given ? pivot : raised * given;
  }
}

void RaisedFactor::solve(Vector& b) {
  const casadi_int *first = L_.colind(), *before = L_.row();
  for (size_t i = 0; i < order_.size(); ++i) {
    double rest = b[order_[i]];
    for (casadi_int k = first[i]; k < first[i + 1]; ++k)
      rest -= values_[at(k)] * work_[at(before[k])];
    work_[i] = rest;
  }
  for (size_t i = 0; i < order_.size(); ++i) work_[i] /= diagonal_[i];
  for (size_t i = order_.size(); i-- > 0;)
    for (casadi_int k = first[i]; k < first[i + 1]; ++k)
      work_[at(before[k])] -= values_[at(k)] * work_[i];
  for (size_t i = 0; i < order_.size(); ++i) {
    b[order_[i]] = work_[i];
    work_[i] = 0.0;
  }
}

}  // namespace ricochet
