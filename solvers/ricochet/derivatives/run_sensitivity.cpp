#include "ricochet/derivatives/run_sensitivity.hpp"

#include <cmath>

namespace ricochet {

RunSensitivity::RunSensitivity(const Stepper& stepper, Options options)
    : states_(2 * stepper.system().n()) {
  for (Index impacts = 0; impacts <= options.most_impacts; ++impacts)
    if (impacts == 0 || stepper.system().m() > 0)
      steps_.emplace_back(stepper.step_kernel(impacts), stepper.system());
}

void RunSensitivity::set_parameters(const Vector& theta) {
  for (FrozenStep& step : steps_) step.set_parameters(theta);
}

std::string RunSensitivity::take(const Trajectory& run) {
  made_.clear();
  if (static_cast<long>(run.steps.size()) != run.made + 1)
    return "not every step of the run is recorded";
  for (size_t k = 0; k + 1 < run.steps.size(); ++k) {
    const Step &from = run.steps[k], &to = run.steps[k + 1];
    const std::string where = "step " + std::to_string(k + 1) + ": ";
    const size_t impacts = to.impacts.size();
    if (impacts >= steps_.size())
      return where + "it has " + std::to_string(impacts) +
             " impacts, more than .most_impacts = " + std::to_string(steps_.size() - 1);
    FrozenStep& step = steps_[impacts];
    if (const std::string why = step.take(from, run.h, to); !why.empty()) return where + why;
    if (!step.differentiate()) return where + "its equations are singular, as in a grazing impact";
    made_.push_back({.at = step.point(),
                     .D = step.derivative().topRows(states_),
                     .impacts = static_cast<Index>(impacts)});
  }
  return {};
}

/// A direction of w where a later step begins: its state is another one, the rest the same.
Vector RunSensitivity::carried(const Vector& x, const Vector& direction) const {
  Vector w = direction;
  w.head(states_) = x;
  return w;
}

Matrix RunSensitivity::forward(const Matrix& directions) const {
  Matrix w = directions;
  for (const Made& step : made_) w.topRows(states_) = (step.D * w).eval();
  return w.topRows(states_);
}

std::vector<Matrix> RunSensitivity::along(const Matrix& directions) const {
  Matrix w = directions;
  std::vector<Matrix> states{w.topRows(states_)};
  for (const Made& step : made_) {
    w.topRows(states_) = states.back();
    states.emplace_back(step.D * w);
  }
  return states;
}

Vector RunSensitivity::adjoint(const Vector& bar) const {
  Vector gradient = Vector::Zero(inputs()), x = bar;
  for (size_t k = made_.size(); k-- > 0;) {
    const Vector part = made_[k].D.transpose() * x;
    gradient += carried(Vector::Zero(states_), part);
    x = part.head(states_);
  }
  gradient.head(states_) = x;
  return gradient;
}

/// The adjoint of every step, and how it changes along the direction.
Vector RunSensitivity::hessian_vector(const Vector& bar, const Vector& direction) {
  std::vector<Vector> along{direction};
  for (const Made& step : made_) along.push_back(carried(step.D * along.back(), direction));
  Vector product = Vector::Zero(inputs()), x = bar, change = Vector::Zero(states_);
  for (size_t k = made_.size(); k-- > 0;) {
    const Made& made = made_[k];
    FrozenStep& step = steps_[static_cast<size_t>(made.impacts)];
    Vector s = Vector::Zero(step.results());
    s.head(states_) = x;
    step.take(made.at);
    (void)step.differentiate();
    const Vector part = made.D.transpose() * change + step.curvature(s) * along[k];
    product += carried(Vector::Zero(states_), part);
    x = made.D.leftCols(states_).transpose() * x;
    change = part.head(states_);
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
