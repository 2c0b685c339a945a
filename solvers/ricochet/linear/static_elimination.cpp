#include "ricochet/linear/static_elimination.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace ricochet {
namespace {

constexpr double weak_pivot = 1e-6;  // of the sizes that were added up in its row

/// False for what is weak or not finite.
bool strong(double pivot, double added_up) {
  return std::abs(pivot) >= weak_pivot * added_up && pivot != 0.0 &&
         added_up <= std::numeric_limits<double>::max();
}

}  // namespace

StaticElimination::StaticElimination(Index size) : planner_(size) {
  const auto n = static_cast<std::size_t>(size);
  for (auto* per_place : {&scale_, &inverse_, &size_, &work_}) per_place->assign(n, 0.0);
  if (size <= EliminationPlanner::reserved) values_.reserve(n * n);
}

bool StaticElimination::factor(std::span<const PickedRow> rows, const Vector& column_scale) {
  plan_ = &planner_.plan_for(rows);
  values_.resize(plan_->entries.size());
  for (std::size_t k = 0; k < rows.size(); ++k) scale_[k] = column_scale[plan_->column[k]];
  bool strong = true;
  std::size_t k = 0;
  while (strong && k < plan_->alone_places) strong = factor_alone(k++);
  while (strong && k < rows.size()) strong = factor_row(k++);
  if (!strong) std::fill(work_.begin(), work_.end(), 0.0);
  return strong;
}

bool StaticElimination::factor_alone(std::size_t k) {
  const PickedRow& row = plan_->rows[plan_->row[k]];
  const double pivot = row.from->at(row.row, row.partner) * scale_[k];
  inverse_[k] = 1.0 / pivot;
  size_[k] = 0.0;  // its row changes no other
  return strong(pivot, 1.0) && std::isfinite(pivot);
}

bool StaticElimination::factor_row(std::size_t k) {
  double added_up = load(plan_->rows[plan_->row[k]]);
  added_up += subtract_earlier(k);
  const double pivot = std::exchange(work_[k], 0.0);
  store(k, pivot);
  return strong(pivot, added_up);
}

/// Returns the sum of sizes.
double StaticElimination::load(const PickedRow& row) {
  double sum = 0.0;
  row.from->each(row.row, [&](Index column, double value) {
    const std::uint32_t at = plan_->place[static_cast<std::size_t>(column)];
    work_[at] = value * scale_[at];
    sum += std::abs(work_[at]);
  });
  return sum;
}

/// Rows of U times entries of L. Returns the sum of the sizes of what was subtracted.
double StaticElimination::subtract_earlier(std::size_t k) {
  const std::uint32_t* const entries = plan_->entries.data();
  double* const work = work_.data();
  double sum = 0.0;
  for (std::size_t e = plan_->begin[k]; e < plan_->upper[k]; ++e) {
    const std::uint32_t j = entries[e];
    const double multiplier = std::exchange(work[j], 0.0) * inverse_[j];
    values_[e] = multiplier;
    const std::size_t from = plan_->upper[j], count = plan_->begin[j + 1] - from;
    if (multiplier == 0.0 || count == 0) continue;
    sum += std::abs(multiplier) * size_[j];
    const double* const U = values_.data() + from;
    if (plan_->in_one_run[j] != 0) {
      double* const run = work + entries[from];
      for (std::size_t i = 0; i < count; ++i) run[i] -= multiplier * U[i];
    } else {
      for (std::size_t i = 0; i < count; ++i) work[entries[from + i]] -= multiplier * U[i];
    }
  }
  return sum;
}

void StaticElimination::store(std::size_t k, double pivot) {
  double sum = std::abs(pivot);
  for (std::size_t e = plan_->upper[k]; e < plan_->begin[k + 1]; ++e) {
    values_[e] = std::exchange(work_[plan_->entries[e]], 0.0);
    sum += std::abs(values_[e]);
  }
  inverse_[k] = 1.0 / pivot;
  size_[k] = sum;
}

void StaticElimination::solve(const Vector& b, Vector& x) {
  const std::size_t size = plan_->row.size();
  const std::uint32_t* const entries = plan_->entries.data();
  for (std::size_t k = 0; k < size; ++k) {
    double rest = b[plan_->row[k]];
    for (std::size_t e = plan_->begin[k]; e < plan_->upper[k]; ++e)
      rest -= values_[e] * work_[entries[e]];
    work_[k] = rest;
  }
  for (std::size_t k = size; k-- > 0;) {
    double rest = work_[k];
    for (std::size_t e = plan_->upper[k]; e < plan_->begin[k + 1]; ++e)
      rest -= values_[e] * work_[entries[e]];
    work_[k] = rest * inverse_[k];
  }
  x.resize(b.size());
  for (std::size_t k = 0; k < size; ++k)
    x[plan_->column[k]] = std::exchange(work_[k], 0.0) * scale_[k];
}

}  // namespace ricochet
