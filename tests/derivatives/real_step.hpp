#pragma once

#include "derivatives/complex_steps.hpp"
#include "ricochet/derivatives.hpp"
#include "ricochet/derivatives/frozen_steps.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <string>
#include <vector>

/// Steps that a method makes, as functions of w = (q, p, every parameter, h), beside their frozen
/// equations.

namespace ricochet::support {

class RealStep {
 public:
  RealStep(const Stepper& stepper, Step from, double h, bool accept_grid_reflection = false)
      : stepper_(stepper.clone()),
        frozen_(stepper, FrozenStep::Order::second),
        from_(std::move(from)),
        n_(from_.state.q.size()) {
    if (accept_grid_reflection) frozen_.accept_grid_reflection();
    const Vector& theta = stepper_->system().parameter_values();
    w_.resize(2 * n_ + theta.size() + 1);
    w_ << from_.state.q, from_.state.p, theta, h;
    to_ = stepper_->advance(from_, h);
    step_ = frozen_.take(from_, h, to_, why_);
    if (!step_) return;
    label_ = frozen_.label();
    differentiable_ = step_->differentiate();
    D_ = step_->derivative();
    tangents_ = step_->tangents();
    const StepKernel& k = *frozen_.kernel(label_);
    kept_ = Kernel("kept", {k.x, k.theta}, {densify(k.kept), densify(jacobian(k.kept, k.x))});
    rows_ = k.kept.size1();
  }

  [[nodiscard]] const std::string& why() const { return why_; }  ///< empty if it has a derivative
  [[nodiscard]] bool ok() const { return why_.empty() && differentiable_; }
  [[nodiscard]] FrozenStep& frozen() { return *step_; }  ///< there until another w is tried
  [[nodiscard]] const StepKernel& kernel() const { return *frozen_.kernel(label_); }
  [[nodiscard]] Vector theta() const { return w_.segment(2 * n_, w_.size() - 2 * n_ - 1); }
  [[nodiscard]] const Matrix& D() const { return D_; }
  [[nodiscard]] const Matrix& tangents() const { return tangents_; }
  [[nodiscard]] const StepSequence& sequence() const { return frozen_.sequence(); }
  [[nodiscard]] double label() const { return label_; }
  [[nodiscard]] const Step& to() const { return to_; }
  [[nodiscard]] const Vector& w() const { return w_; }

  /// Directions of w that the step allows, without those that change what is listed, and without
  /// numbers of contact laws at the ends of their ranges.
  [[nodiscard]] Matrix directions(const std::vector<Index>& fixed) {
    const std::vector<std::string> names = stepper_->system().parameter_names();
    std::vector<Index> all = fixed;
    for (size_t i = 0; i < names.size(); ++i) {
      const Index place = 2 * n_ + static_cast<Index>(i);
      const bool law = names[i] == "restitution" || names[i] == "friction";
      if (w_[place] == 0.0 || (law && w_[place] == 1.0)) all.push_back(place);
    }
    const Matrix& B = tangents_;
    Matrix rows(static_cast<Index>(all.size()), B.cols());
    for (size_t i = 0; i < all.size(); ++i) rows.row(static_cast<Index>(i)) = B.row(all[i]);
    if (rows.rows() == 0) return B;
    const Eigen::FullPivLU<Matrix> lu(rows);
    return B * lu.kernel();
  }

  /// (q, p) and the times of impacts of the real step from w, moved onto what it begins on.
  [[nodiscard]] Vector operator()(const Vector& w) {
    const auto [from, h] = begin(w);
    const Step to = stepper_->advance(from, h);
    std::string why;
    EXPECT_TRUE(frozen_.take(from, h, to, why)) << why;
    EXPECT_EQ(frozen_.label(), label_) << "another sequence";
    Vector y(2 * n_ + static_cast<Index>(to.impacts.size()));
    y.head(2 * n_) << to.state.q, to.state.p;
    for (size_t i = 0; i < to.impacts.size(); ++i)
      y[2 * n_ + static_cast<Index>(i)] = to.impacts[i].t - from.state.t;
    return y;
  }
  /// The derivative of the frozen step from there.
  [[nodiscard]] Matrix derivative(const Vector& w) {
    const auto [from, h] = begin(w);
    std::string why;
    FrozenStep* const step = frozen_.take(from, h, stepper_->advance(from, h), why);
    EXPECT_TRUE(step) << why;
    EXPECT_TRUE(step->differentiate());
    return step->derivative();
  }

  /// How far J v, with the rest of v, is from the directions that the next step allows.
  [[nodiscard]] double leaves(const Vector& v) {
    const Vector Jv = D_ * v;
    const double h = begin(w_).second;
    std::string why;
    FrozenStep* const next = frozen_.take(to_, h, stepper_->advance(to_, h), why);
    EXPECT_TRUE(next) << why;
    if (!next) return 1.0;
    Vector then = v;
    then.head(2 * n_) = Jv.head(2 * n_);
    const Matrix B = next->tangents();
    return (then - B * (B.transpose() * then)).norm() / v.norm();
  }

 private:
  std::pair<Step, double> begin(const Vector& w) {
    const Vector theta = w.segment(2 * n_, w.size() - 2 * n_ - 1);
    stepper_->set(stepper_->system().parameter_names(), {theta.begin(), theta.end()});
    frozen_.set_parameters(stepper_->system());
    Vector x = w.head(2 * n_), rows(rows_);
    Matrix rates(rows_, 2 * n_);
    for (int k = 0; k < 6 && rows_ > 0; ++k) {
      kept_({x, theta}, {rows, rates});
      x -= rates.completeOrthogonalDecomposition().solve(rows);
    }
    Step from = from_;
    from.state.q = x.head(n_);
    from.state.p = x.tail(n_);
    return {from, w[w.size() - 1]};
  }

  std::unique_ptr<Stepper> stepper_;
  FrozenSteps frozen_;
  Step from_, to_;
  Index n_, rows_ = 0;
  Vector w_;
  std::string why_;
  FrozenStep* step_ = nullptr;
  Matrix D_, tangents_;
  bool differentiable_ = false;
  double label_ = 0.0;
  Kernel kept_;
};

/// df/deps at 0 by central differences of order 6.
template <class Value>
Value sixth_order(const std::function<Value(double)>& f, double eps) {
  const auto difference = [&](double k) -> Value { return f(k * eps) - f(-k * eps); };
  return (45.0 * difference(1) - 9.0 * difference(2) + difference(3)) / (60.0 * eps);
}

/// The laws of a derivative: it is that of complex steps and of differences of the real step along
/// every direction, its own derivative that of complex steps, and the next step stands on what it
/// should.
inline void expect_exact(RealStep& step, const std::vector<Index>& fixed, double eps = 1e-3) {
  ASSERT_EQ(step.why(), "");
  ASSERT_TRUE(step.ok());
  const Matrix &D = step.D(), B = step.directions(fixed);
  ASSERT_GT(B.cols(), 0);
  expect_complex_steps(step.frozen(), step.kernel(), step.theta());
  for (Index j = 0; j < B.cols(); ++j) {
    const Vector v = B.col(j) / B.col(j).lpNorm<Eigen::Infinity>();
    EXPECT_LT(step.leaves(v), 1e-10) << "direction " << v.transpose();
    const Vector expected =
        sixth_order<Vector>([&](double e) { return step(step.w() + e * v); }, eps);
    EXPECT_LT((D * v - expected).norm(), 1e-10 * (1.0 + expected.norm()))
        << "direction " << v.transpose() << "\n"
        << (D * v).transpose() << "\n"
        << expected.transpose();
  }
}

}  // namespace ricochet::support
