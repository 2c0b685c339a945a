#include "ricochet/derivatives/run_sensitivity.hpp"

#include <cmath>

namespace ricochet {

RunSensitivity::RunSensitivity(const Stepper& stepper, Options options)
    : records_(std::make_unique<RunRecords>(stepper, options.most_impacts, options.memory)),
      states_(2 * stepper.system().n()),
      inputs_(states_ + stepper.system().parameter_values().size() + 1) {
  if (options.accept_grid_reflection) records_->accept_grid_reflection();
}

std::string RunSensitivity::take(const Trajectory& run) { return records_->take(run); }

/// A direction of w where a later step begins: its state is another one, the rest the same.
Vector RunSensitivity::carried(const Vector& x, const Vector& direction) const {
  Vector w = direction;
  w.head(states_) = x;
  return w;
}

Matrix RunSensitivity::forward(const Matrix& directions) const {
  Matrix w = directions;
  for (size_t i = 0; i < records_->windows(); ++i)
    for (const RunRecords::Record& step : records_->window(i))
      w.topRows(states_) = (step.D * w).eval();
  return w.topRows(states_);
}

std::vector<Matrix> RunSensitivity::along(const Matrix& directions) const {
  Matrix w = directions;
  std::vector<Matrix> states{w.topRows(states_)};
  for (size_t i = 0; i < records_->windows(); ++i)
    for (const RunRecords::Record& step : records_->window(i)) {
      w.topRows(states_) = states.back();
      states.emplace_back(step.D * w);
    }
  return states;
}

Vector RunSensitivity::adjoint(const Vector& bar) const {
  Vector gradient = Vector::Zero(inputs()), x = bar;
  for (size_t i = records_->windows(); i-- > 0;) {
    const std::vector<RunRecords::Record>& steps = records_->window(i);
    for (size_t k = steps.size(); k-- > 0;) {
      const Vector part = steps[k].D.transpose() * x;
      gradient += carried(Vector::Zero(states_), part);
      x = part.head(states_);
    }
  }
  gradient.head(states_) = x;
  return gradient;
}

/// The adjoint of every step, and how it changes along the direction.
Vector RunSensitivity::hessian_vector(const Vector& bar, const Vector& direction) const {
  std::vector<Vector> starts{direction};  // of windows
  for (size_t i = 0; i < records_->windows(); ++i) {
    Vector w = starts.back();
    for (const RunRecords::Record& step : records_->window(i))
      w.head(states_) = (step.D * w).eval();
    starts.push_back(w);
  }
  Vector product = Vector::Zero(inputs()), x = bar, change = Vector::Zero(states_);
  for (size_t i = records_->windows(); i-- > 0;) {
    const std::vector<RunRecords::Record>& steps = records_->window(i);
    std::vector<Vector> along{starts[i]};
    for (const RunRecords::Record& step : steps)
      along.push_back(carried(step.D * along.back(), direction));
    for (size_t k = steps.size(); k-- > 0;) {
      const auto& [at, D, step] = steps[k];
      Vector s = Vector::Zero(step->results());
      s.head(states_) = x;
      step->take(at);
      (void)step->differentiate();
      const Vector part = D.transpose() * change + step->curvature(s) * along[k];
      product += carried(Vector::Zero(states_), part);
      x = D.leftCols(states_).transpose() * x;
      change = part.head(states_);
    }
  }
  product.head(states_) = change;
  return product;
}

double RunSensitivity::growth() const {
  Matrix start = Matrix::Zero(inputs(), states_);
  start.topRows(states_).setIdentity();
  return std::log10(forward(start).cwiseAbs().maxCoeff());
}

}  // namespace ricochet
