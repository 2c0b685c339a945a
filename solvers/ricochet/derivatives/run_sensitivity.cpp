#include "ricochet/derivatives/run_sensitivity.hpp"

#include <cmath>

namespace ricochet {

RunSensitivity::RunSensitivity(const Stepper& stepper, Options options)
    : steps_(stepper, FrozenStep::Order::second),
      most_impacts_(static_cast<size_t>(options.most_impacts)),
      states_(2 * stepper.system().n()),
      inputs_(states_ + stepper.system().parameter_values().size() + 1) {
  if (options.accept_grid_reflection) steps_.accept_grid_reflection();
}

std::string RunSensitivity::take(const Trajectory& run) {
  made_.clear();
  tangents_ = Matrix::Identity(inputs_, inputs_);
  if (static_cast<long>(run.steps.size()) != run.made + 1)
    return "not every step of the run is recorded";
  for (size_t k = 0; k + 1 < run.steps.size(); ++k) {
    const Step &from = run.steps[k], &to = run.steps[k + 1];
    const std::string where = "step " + std::to_string(k + 1) + ": ";
    if (to.impacts.size() > most_impacts_)
      return where + "it has " + std::to_string(to.impacts.size()) +
             " impacts, more than .most_impacts = " + std::to_string(most_impacts_);
    std::string why;
    FrozenStep* const step = steps_.take(from, run.h, to, why);
    if (!step) return where + why;
    if (!step->differentiate()) return where + "its equations are singular, as in a grazing impact";
    if (k == 0) tangents_ = step->tangents();
    made_.push_back({.at = step->point(), .D = step->derivative().topRows(states_), .step = step});
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
    FrozenStep& step = *made.step;
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
