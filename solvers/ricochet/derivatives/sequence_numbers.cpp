#include "ricochet/derivatives/sequence_numbers.hpp"

#include <algorithm>
#include <limits>
#include <utility>

namespace ricochet {

SequenceNumbers::SequenceNumbers(FrozenSteps steps, StepInputs inputs, FrozenStep::Order order)
    : steps_(std::move(steps)), inputs_(std::move(inputs)), order_(order) {
  const Index x = inputs_.sizes.x;
  for (Index i = 0; i < x; ++i) columns_.push_back(i);
  for (const Index place : inputs_.varied) columns_.push_back(x + place);
  columns_.push_back(x + inputs_.all.size());
}

void SequenceNumbers::operator()(const StepPoint& at, double* out) const {
  std::unique_ptr<Worker> worker = take_worker();
  if (!evaluate(at, *worker, out)) {
    const casadi_int columns = inputs_.sizes.inputs(),
                     rows =
                         inputs_.sizes.rows() * (order_ == FrozenStep::Order::first ? 1 : columns);
    std::fill_n(out, rows * columns, std::numeric_limits<double>::quiet_NaN());
  }
  const std::lock_guard<std::mutex> lock(mutex_);
  idle_.push_back(std::move(worker));
}

std::unique_ptr<SequenceNumbers::Worker> SequenceNumbers::take_worker() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (idle_.empty()) return std::make_unique<Worker>(Worker{.theta = inputs_.all});
  std::unique_ptr<Worker> worker = std::move(idle_.back());
  idle_.pop_back();
  return worker;
}

bool SequenceNumbers::evaluate(const StepPoint& at, Worker& worker, double* out) const {
  auto found = worker.steps.find(at.label);
  if (found == worker.steps.end()) {
    const FrozenStep* const made = steps_.frozen(at.label, order_);
    if (!made) return false;
    found = worker.steps.emplace(at.label, *made).first;
  }
  FrozenStep& step = found->second;
  for (size_t i = 0; i < inputs_.varied.size(); ++i) worker.theta[inputs_.varied[i]] = at.theta[i];
  step.set_parameters(worker.theta);
  step.take(at.x, *at.h, at.z, at.t);
  if (!step.differentiate()) return false;
  if (order_ == FrozenStep::Order::first)
    write_first(step, out);
  else
    write_second(step, worker, out);
  return true;
}

/// Times of impacts that there are not are h.
void SequenceNumbers::write_first(const FrozenStep& step, double* out) const {
  const StepSizes& sizes = inputs_.sizes;
  const Matrix &D = step.derivative(), &rates = step.rates();
  for (size_t j = 0; j < columns_.size(); ++j, out += sizes.rows()) {
    double* const z = out + sizes.x + sizes.impacts;
    std::copy_n(D.col(columns_[j]).data(), D.rows(), out);
    std::fill(out + D.rows(), z, j + 1 == columns_.size() ? 1.0 : 0.0);
    std::copy_n(rates.col(columns_[j]).data(), rates.rows(), z);
    std::fill(z + rates.rows(), z + sizes.z, 0.0);
  }
}

/// One row of (end, impact times, z) after another.
void SequenceNumbers::write_second(FrozenStep& step, Worker& worker, double* out) const {
  const StepSizes& sizes = inputs_.sizes;
  std::fill_n(out, sizes.rows() * sizes.inputs() * sizes.inputs(), 0.0);
  worker.of_end.setZero(step.results());
  worker.of_z.setZero(step.unknowns());
  for (Index i = 0; i < step.results(); ++i) {
    worker.of_end[i] = 1.0;
    write_curvature(step.curvature(worker.of_end, worker.of_z), i, out);
    worker.of_end[i] = 0.0;
  }
  for (Index i = 0; i < step.unknowns(); ++i) {
    worker.of_z[i] = 1.0;
    write_curvature(step.curvature(worker.of_end, worker.of_z), sizes.x + sizes.impacts + i, out);
    worker.of_z[i] = 0.0;
  }
}

/// Of row i and column j of the derivative, by w: row i + rows * j of the second one.
void SequenceNumbers::write_curvature(const Matrix& H, Index row, double* out) const {
  const Index rows = inputs_.sizes.rows();
  for (const Index k : columns_)
    for (const Index j : columns_) {
      out[row] = H(j, k);
      out += rows;
    }
}

}  // namespace ricochet
