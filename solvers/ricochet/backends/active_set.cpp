#include "ricochet/backends/active_set.hpp"

#include "ricochet/extremes.hpp"
#include "ricochet/text.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>

namespace ricochet {
namespace {

constexpr int newton_limit = 40;
constexpr int patience = 8;               // iterations without a smaller residual
constexpr int halvings = 20;              // of a step that leaves the domain of the equations
constexpr double roundoff = 1e-15;        // residual, of the length: nothing left to gain
constexpr double small_enough = 1e-12;    // residual, of the length: stop when it stagnates
constexpr double acceptable = 1e-11;      // residual, of the length: worth certifying
constexpr double sign_tolerance = 1e-12;  // of the length: a, b >= -this
constexpr double reuse_below = 1e-3;      // keep the LU while the residual falls this fast

/// 1 for rows that are constraints, 0 for those that state the motion. A square system or a
/// projection has rows of the latter sort only.
Vector constraint_rows(const StepProblem& conditions) {
  Vector constrains = Vector::Zero(conditions.equalities.size());
  if (conditions.kind != Kind::complementarity) return constrains;
  for (const Layout::Part& part : conditions.equalities.layout().parts())
    if (part.meaning != Meaning::dynamics)
      constrains.segment(part.slot.offset, part.slot.size).setOnes();
  return constrains;
}

double largest(const Vector& v) {
  double most = 0.0;
  for (const double x : v) most = std::max(most, std::abs(x));
  return most;
}

}  // namespace

ActiveSet::ActiveSet(const StepProblem& p)
    : names_(std::make_shared<const RowNames>(row_names(p))),
      values_(row_values(p)),
      positions_(p.positions()),
      rows_(p.equalities.size()),
      length_(p.length),
      tolerance_(sign_tolerance * p.length),
      constrains_(constraint_rows(p)),
      linear_(p.unknown_count()) {
  assert(p.kind != Kind::scalar_root && !p.minimises());
  const Expr a = p.pair_scale * p.complement_a.all();
  jacobians_ =
      Kernel("jacobians", {p.unknowns, p.parameters},
             {jacobian_in_blocks(p.equalities, p.unknowns), jacobian_in_blocks(a, p.unknowns),
              jacobian_in_blocks(p.complement_b, p.unknowns), densify(p.unknown_scale)},
             true);
  J_equalities_ = KernelMatrix(jacobians_.sparsity_out(0));
  J_a_ = KernelMatrix(jacobians_.sparsity_out(1));
  J_b_ = KernelMatrix(jacobians_.sparsity_out(2));
  const Index N = p.unknown_count(), m = p.pair_count();
  parameters_.setZero(p.parameters.size());
  for (Vector* v : {&start_, &z_, &best_, &dz_, &row_values_, &at_}) v->setZero(N);
  scale_.setOnes(N);
  equalities_.setZero(rows_);
  for (Vector* v : {&a_, &b_, &on_}) v->setZero(m);
}

void ActiveSet::set_parameters(const Vector& parameters) {
  parameters_ = parameters;
  known_ = false;
}

bool ActiveSet::evaluate(const Vector& z) {
  if (known_ && at_ == z) return finite_;
  values_({z, parameters_}, {equalities_, a_, b_, on_, none_});
  at_ = z;
  known_ = true;
  finite_ = z.allFinite() && equalities_.allFinite();
  for (Index i = 0; i < pairs() && finite_; ++i)
    finite_ = !on(i) || (std::isfinite(a_[i]) && std::isfinite(b_[i]));
  return finite_;
}

std::string ActiveSet::culprit() const {
  for (Index i = 0; i < rows_; ++i)
    if (!std::isfinite(equalities_[i])) return names_->equality(i);
  for (Index i = 0; i < pairs(); ++i)
    if (on(i) && !(std::isfinite(a_[i]) && std::isfinite(b_[i]))) return names_->pair(i);
  return "an unknown or a derivative in '" + names_->problem + "'";
}

std::string ActiveSet::remainder() const {
  double most = 0.0;
  for (const double row : equalities_) most = larger(most, std::abs(row));
  for (Index i = 0; i < pairs(); ++i)
    if (on(i)) most = larger(most, std::abs(std::min(a_[i], b_[i])));
  return "the equations of '" + names_->problem + "' are missed by " + brief(most) +
         " m where the search ends";
}

void ActiveSet::evaluate_jacobians(const Vector& z) {
  jacobians_({z, parameters_}, {J_equalities_.values(), J_a_.values(), J_b_.values(), scale_});
}

/// Factors the Jacobian for a fixed set; false if it is not finite.
bool ActiveSet::factor(const ActiveFlags& active) {
  linear_.begin();
  for (Index i = 0; i < rows_; ++i) linear_.add(J_equalities_, i);
  for (Index i = 0; i < pairs(); ++i) linear_.add(active[static_cast<size_t>(i)] ? J_b_ : J_a_, i);
  if (!linear_.all_finite()) return false;
  linear_.factor(scale_);
  return true;
}

/// Values at z_, pulled back towards the point before the step dz_ while they are not finite.
bool ActiveSet::evaluate_after_step() {
  for (int i = 0; i < halvings; ++i) {
    if (evaluate(z_)) return true;
    dz_ *= 0.5;
    z_ += dz_;
  }
  return false;
}

StepStatus ActiveSet::settle(const Vector& guess, const ActiveFlags& active,
                             SolverStatistics& statistics) {
  z_ = best_ = start_ = guess;
  first_step_ = 0.0;
  residual_ = std::numeric_limits<double>::infinity();
  double previous = residual_;
  int unimproved = 0;
  bool factored = false;
  for (int iteration = 0; iteration < newton_limit; ++iteration) {
    if (!(iteration == 0 ? evaluate(z_) : evaluate_after_step())) return StepStatus::not_finite;
    row_values_.head(rows_) = equalities_;
    for (Index i = 0; i < pairs(); ++i)
      row_values_[rows_ + i] = active[static_cast<size_t>(i)] ? b_[i] : a_[i];
    const double error = largest(row_values_);
    const bool stagnates = error <= small_enough * length_ && !(error < 0.1 * previous);
    if (error < residual_) {
      residual_ = error;
      best_ = z_;
      unimproved = 0;
    } else if (++unimproved > patience) {
      break;
    }
    if (error <= roundoff * length_ || (iteration > 0 && stagnates)) break;

    if (!factored || error > reuse_below * previous) {
      evaluate_jacobians(z_);
      if (!factor(active)) return StepStatus::not_finite;
      factored = true;
      ++statistics.factorizations;
    }
    linear_.solve(row_values_, dz_);
    if (iteration == 0) first_step_ = distance(dz_);
    z_ -= dz_;
    ++statistics.newton_iterations;
    previous = error;
  }
  z_ = best_;
  (void)evaluate(z_);
  if (residual_ <= acceptable * length_) return StepStatus::converged;
  return linear_.rank_deficient() ? StepStatus::singular : StepStatus::iteration_limit;
}

int ActiveSet::revise(ActiveFlags& active, bool only_first) const {
  int flipped = 0;
  for (Index i = 0; i < pairs(); ++i) {
    unsigned char& flag = active[static_cast<size_t>(i)];
    const bool wrong = flag ? a_[i] < -tolerance_ : on(i) && b_[i] < -tolerance_;
    if (!wrong) continue;
    flag = flag ? 0 : 1;
    ++flipped;
    if (only_first) break;
  }
  return flipped;
}

void ActiveSet::fill_solution_rows() {
  row_values_.head(rows_) = equalities_;
  for (Index i = 0; i < pairs(); ++i)
    row_values_[rows_ + i] = on(i) ? a_[i] + b_[i] - std::hypot(a_[i], b_[i]) : a_[i];
}

void ActiveSet::fill_feasibility_rows() {
  for (Index i = 0; i < rows_; ++i) row_values_[i] = constrains_[i] != 0.0 ? equalities_[i] : 0.0;
  for (Index i = 0; i < pairs(); ++i) row_values_[rows_ + i] = on(i) ? std::min(b_[i], 0.0) : 0.0;
}

double ActiveSet::merit(const Vector& z, Goal goal) {
  if (!evaluate(z)) return std::numeric_limits<double>::infinity();
  if (goal == Goal::solution)
    fill_solution_rows();
  else
    fill_feasibility_rows();
  return 0.5 * row_values_.squaredNorm();
}

void ActiveSet::merit_step(const Vector& z, Goal goal, Vector& dz, double& slope) {
  const double value = merit(z, goal);
  evaluate_jacobians(z);
  J_.setZero(size(), size());
  for (Index i = 0; i < rows_; ++i)
    if (goal == Goal::solution || constrains_[i] != 0.0)
      J_equalities_.each(i, [&](Index column, double x) { J_(i, column) = x; });
  for (Index i = 0; i < pairs(); ++i) {
    const double r = std::hypot(a_[i], b_[i]);
    // At a = b = 0 any element of the generalized gradient serves.
    double da = r > 0.0 ? 1.0 - a_[i] / r : 1.0 - std::sqrt(0.5);
    double db = r > 0.0 ? 1.0 - b_[i] / r : 1.0 - std::sqrt(0.5);
    if (goal == Goal::feasible_point) da = 0.0, db = b_[i] < 0.0 ? 1.0 : 0.0;
    if (!on(i)) da = goal == Goal::solution ? 1.0 : 0.0, db = 0.0;
    J_a_.each(i, [&](Index column, double x) { J_(rows_ + i, column) = da * x; });
    if (db == 0.0) continue;  // b of a pair off may be NaN
    J_b_.each(i, [&](Index column, double x) { J_(rows_ + i, column) += db * x; });
  }
  J_ *= scale_.asDiagonal();
  const Vector gradient = J_.transpose() * row_values_;
  Matrix normal = J_.transpose() * J_;
  const double damping = std::max(1e-14, std::min(1e-2, 2.0 * value));
  normal.diagonal().array() += damping * std::max(1e-30, normal.diagonal().maxCoeff());
  const Vector step = normal.ldlt().solve(gradient);
  slope = -gradient.dot(step);
  dz = -(scale_.array() * step.array()).matrix();
  stationarity_ = value > 0.0 ? gradient.norm() / std::sqrt(2.0 * value) : 0.0;
}

}  // namespace ricochet
