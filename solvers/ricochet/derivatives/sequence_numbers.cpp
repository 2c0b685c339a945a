#include "ricochet/derivatives/sequence_numbers.hpp"

#include <algorithm>
#include <cmath>
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

void SequenceNumbers::operator()(const StepPoint& at, double* of_end, double* of_z) const {
  std::unique_ptr<Worker> worker = take_worker();
  FrozenStep* const step = take(at, *worker);
  if (!step)
    write_nan(of_end, of_z);
  else if (order_ == FrozenStep::Order::first)
    write_first(*step, of_end, of_z);
  else
    write_second(*step, *worker, of_end, of_z);
  const std::lock_guard<std::mutex> lock(mutex_);
  idle_.push_back(std::move(worker));
}

casadi_int SequenceNumbers::size(casadi_int o) const {
  const casadi_int columns = inputs_.sizes.inputs();
  return inputs_.sizes.rows(o) * columns * (order_ == FrozenStep::Order::first ? 1 : columns);
}

void SequenceNumbers::write_nan(double* of_end, double* of_z) const {
  if (of_end) std::fill_n(of_end, size(0), std::numeric_limits<double>::quiet_NaN());
  if (of_z) std::fill_n(of_z, size(1), std::numeric_limits<double>::quiet_NaN());
}

std::unique_ptr<SequenceNumbers::Worker> SequenceNumbers::take_worker() const {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (idle_.empty()) return std::make_unique<Worker>(Worker{.theta = inputs_.all});
  std::unique_ptr<Worker> worker = std::move(idle_.back());
  idle_.pop_back();
  return worker;
}

/// The step there, differentiated once; nothing where it has no derivative. A step that failed has
/// the label NaN, which has no place in an order.
FrozenStep* SequenceNumbers::take(const StepPoint& at, Worker& worker) const {
  if (std::isnan(at.label)) return nullptr;
  auto found = worker.steps.find(at.label);
  if (found == worker.steps.end()) {
    const FrozenStep* const made = steps_.frozen(at.label, order_);
    if (!made) return nullptr;
    found = worker.steps.emplace(at.label, *made).first;
  }
  FrozenStep& step = found->second;
  for (size_t i = 0; i < inputs_.varied.size(); ++i) worker.theta[inputs_.varied[i]] = at.theta[i];
  step.set_parameters(worker.theta);
  step.take(at.x, *at.h, at.z, at.t);
  return step.differentiate() ? &step : nullptr;
}

/// Times of impacts that there are not are those of the end.
void SequenceNumbers::write_first(const FrozenStep& step, double* of_end, double* of_z) const {
  const Matrix &D = step.derivative(), &rates = step.rates();
  const auto write = [](const Matrix& from, Index column, Index rows, double rest, double*& out) {
    if (!out) return;
    std::copy_n(from.col(column).data(), from.rows(), out);
    std::fill(out + from.rows(), out + rows, rest);
    out += rows;
  };
  for (const Index j : columns_) {
    write(D, j, inputs_.sizes.rows(0), j + 1 == D.cols() ? inputs_.sizes.late : 0.0, of_end);
    write(rates, j, inputs_.sizes.rows(1), 0.0, of_z);
  }
}

/// One row after another.
void SequenceNumbers::write_second(FrozenStep& step, Worker& worker, double* of_end,
                                   double* of_z) const {
  worker.end.setZero(step.results());
  worker.z.setZero(step.unknowns());
  const auto write = [&](Vector& weights, casadi_int o, double* out) {
    if (!out) return;
    std::fill_n(out, size(o), 0.0);
    for (Index i = 0; i < weights.size(); ++i) {
      weights[i] = 1.0;
      write_curvature(step.curvature(worker.end, worker.z), inputs_.sizes.rows(o), out + i);
      weights[i] = 0.0;
    }
  };
  write(worker.end, 0, of_end);
  write(worker.z, 1, of_z);
}

/// Of row i and column j of the derivative, by w: row i + rows * j of the second one.
void SequenceNumbers::write_curvature(const Matrix& H, Index rows, double* out) const {
  for (const Index k : columns_)
    for (const Index j : columns_) {
      *out = H(j, k);
      out += rows;
    }
}

}  // namespace ricochet
